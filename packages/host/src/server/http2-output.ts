import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import { assertSendable } from './framing-headers.ts';
import { sentBytes } from './write-progress.ts';

/**
 * What HTTP/2 streams have still to send. A stream whose client grants no window keeps its response in memory, and the
 * native session resets other streams when more than `maxSessionMemory` waits. So responses are written in pieces, and a
 * session starts no request while many bytes of earlier responses wait.
 */
export class Http2Output {
  readonly #timeout: number;
  readonly #streams = new Set<StreamOutput>();

  /** @param timeout milliseconds without progress after which a stream is reset; 0 for no limit */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /**
   * Starts a request, at once or when the earlier responses of its session were sent.
   * @param start never called if the stream closes before
   */
  start(response: ServerResponse, start: () => void): void {
    const { stream } = response as unknown as Http2Response;
    const session = getSession(stream);
    const output: StreamOutput = {
      stream,
      session,
      waiting: 0,
      progress: 0,
      checked: 0,
      since: 0,
      sent: 0,
      others: 0,
      ahead: 0,
    };
    (response as unknown as Http2Response)[OUTPUT] = output;
    this.#streams.add(output);
    if (session) session.open++;
    stream.once('close', () => {
      this.#streams.delete(output);
      if (session) session.open--;
      release(output, output.waiting);
    });
    if (session === undefined || (session.waiting <= MAX_WAITING && session.held.length === 0)) return start();
    session.held.push(() => {
      if (!stream.destroyed) start();
    });
  }

  /**
   * Resets the streams that made no progress for the whole time-out. Called at regular intervals. The streams of a session
   * share one connection, so a stream may get its turn late while the client reads the others.
   *
   * @param now milliseconds, as `performance.now()` returns them
   */
  check(now: number): void {
    if (this.#timeout === 0) return;
    for (const output of this.#streams) {
      const { stream, progress } = output;
      if (stream.writableLength === 0 || progress !== output.checked || output.since === 0) {
        output.checked = progress;
        output.since = now;
        output.sent = sentBytes(stream.session?.socket);
        output.others = 0;
        output.ahead = 0;
      } else if (now - output.since >= this.#timeout && !awaitsTurn(output, now)) stream.close(CANCEL);
    }
  }
}

/** Writes a whole body in pieces, each when the one before was taken, and ends the stream. */
export function endHttp2(response: ServerResponse, bytes: Uint8Array): void {
  const output = (response as unknown as Http2Response)[OUTPUT];
  if (output === undefined) return void response.end(bytes);
  output.waiting += bytes.byteLength;
  if (output.session) output.session.waiting += bytes.byteLength;
  let offset = 0;
  const next = (): void => {
    if (output.stream.destroyed) return;
    const piece = bytes.subarray(offset, offset + PIECE);
    offset += piece.byteLength;
    const taken = (): void => {
      output.progress++;
      release(output, piece.byteLength);
      if (offset < bytes.byteLength) next();
    };
    if (offset < bytes.byteLength) response.write(piece, taken);
    else response.end(piece, taken);
  };
  next();
}

/**
 * Writes bytes of a stream in pieces, each when the one before was taken.
 * @param done called when the last one was taken; never if the stream closes before
 */
export function writeHttp2(response: ServerResponse, bytes: Uint8Array, done: () => void): void {
  const output = (response as unknown as Http2Response)[OUTPUT];
  const rest = bytes.subarray(PIECE);
  response.write(bytes.subarray(0, PIECE), () => {
    if (output) output.progress++;
    if (rest.byteLength > 0) writeHttp2(response, rest, done);
    else done();
  });
}

/** Whether this is an HTTP/2 response. */
export function isHttp2(response: ServerResponse): boolean {
  return OUTPUT in response;
}

// nghttp2 may send other responses first. A stream that got nothing while they could all be sent has no window.
function awaitsTurn(output: StreamOutput, now: number): boolean {
  const { session, stream } = output;
  const sent = sentBytes(stream.session?.socket);
  const bytes = sent - output.sent;
  output.others += bytes;
  if (session === undefined || bytes < MIN_SENT) return false;
  output.ahead = Math.max(output.ahead, session.waiting + session.open * SHARE);
  if (output.others >= output.ahead) return false;
  output.since = now;
  output.sent = sent;
  return true;
}

function release(output: StreamOutput, most: number): void {
  const { session } = output;
  // A write that ends after its stream was closed has been counted already.
  const bytes = Math.min(most, output.waiting);
  output.waiting -= bytes;
  if (session === undefined) return;
  session.waiting -= bytes;
  while (session.waiting <= MAX_WAITING && session.held.length > 0) session.held.shift()!();
}

function getSession({ session }: ServerHttp2Stream): SessionOutput | undefined {
  if (session === undefined) return undefined;
  return ((session as WithOutput)[SESSION] ??= { waiting: 0, open: 0, held: [] });
}

/** Bytes of one write: with 128 streams, a session stays below the 10 MB that Node allows it. */
const PIECE = 32_768;
/** Bytes of responses that may wait in a session before further requests wait, too. */
const MAX_WAITING = 131_072;
/** Bytes that a session sends within the time-out if its client reads. Acknowledged pings are fewer. */
const MIN_SENT = 16_384;
/** Bytes that each stream of a session may send before another one, beyond the whole bodies that wait. */
const SHARE = 1_048_576;
const CANCEL = 8;
const OUTPUT = Symbol('the output of an HTTP/2 stream');
const SESSION = Symbol('the output of an HTTP/2 session');

interface SessionOutput {
  /** Bytes of whole bodies that were not taken yet. */
  waiting: number;
  open: number;
  /** Requests that were not started yet. */
  readonly held: (() => void)[];
}

interface StreamOutput {
  readonly stream: ServerHttp2Stream;
  readonly session: SessionOutput | undefined;
  waiting: number;
  /** Counts the writes that were taken. */
  progress: number;
  checked: number;
  since: number;
  /** Bytes that its connection had sent at that time. */
  sent: number;
  /** Bytes that its connection has sent since the last progress. */
  others: number;
  /** Bytes that the session may send before this stream. */
  ahead: number;
}

interface Http2Response {
  readonly stream: ServerHttp2Stream;
  [OUTPUT]?: StreamOutput;
}

interface WithOutput extends ServerHttp2Session {
  [SESSION]?: SessionOutput;
}

/** Converts a flat list to HTTP/2 headers: lower-case names, combined lines, no connection headers. */
export function toHttp2Headers(list: readonly string[]): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = {};
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i]!.toLowerCase();
    if (name === 'connection') continue;
    const value = list[i + 1]!;
    assertSendable(name, value);
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name === 'set-cookie') headers[name] = [...[before].flat(), value];
    else headers[name] = `${String(before)}, ${value}`;
  }
  return headers;
}
