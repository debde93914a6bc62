import type { ServerResponse } from 'node:http';
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';

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
    const session = sessionOf(stream);
    const output: StreamOutput = { stream, session, waiting: 0, progress: 0, checked: 0, since: 0 };
    (response as unknown as Http2Response)[OUTPUT] = output;
    this.#streams.add(output);
    stream.once('close', () => {
      this.#streams.delete(output);
      release(output, output.waiting);
    });
    if (session === undefined || (session.waiting <= MOST_WAITING && session.held.length === 0)) return start();
    session.held.push(() => {
      if (!stream.destroyed) start();
    });
  }

  /**
   * Resets the streams that made no progress for the whole time-out. Called at regular intervals.
   * @param now milliseconds, as `performance.now()` gives them
   */
  check(now: number): void {
    if (this.#timeout === 0) return;
    for (const output of this.#streams) {
      const { stream, progress } = output;
      if (stream.writableLength === 0 || progress !== output.checked || output.since === 0) {
        output.checked = progress;
        output.since = now;
      } else if (now - output.since >= this.#timeout) stream.close(CANCEL);
    }
  }
}

/** Writes a whole body in pieces, each when the one before was taken, and ends the stream. */
export function endHttp2(response: ServerResponse, bytes: Uint8Array): void {
  const output = (response as unknown as Http2Response)[OUTPUT];
  if (output === undefined) return void response.end(bytes);
  output.waiting += bytes.byteLength;
  if (output.session) output.session.waiting += bytes.byteLength;
  let at = 0;
  const next = (): void => {
    if (output.stream.destroyed) return;
    const piece = bytes.subarray(at, at + PIECE);
    at += piece.byteLength;
    const taken = (): void => {
      output.progress++;
      release(output, piece.byteLength);
      if (at < bytes.byteLength) next();
    };
    if (at < bytes.byteLength) response.write(piece, taken);
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

/** Is this a response of HTTP/2? */
export function isHttp2(response: ServerResponse): boolean {
  return OUTPUT in response;
}

function release(output: StreamOutput, most: number): void {
  const { session } = output;
  // A write that ends after its stream was closed has been counted already.
  const bytes = Math.min(most, output.waiting);
  output.waiting -= bytes;
  if (session === undefined) return;
  session.waiting -= bytes;
  while (session.waiting <= MOST_WAITING && session.held.length > 0) session.held.shift()!();
}

function sessionOf({ session }: ServerHttp2Stream): SessionOutput | undefined {
  if (session === undefined) return undefined;
  return ((session as WithOutput)[SESSION] ??= { waiting: 0, held: [] });
}

/** Bytes of one write: with 128 streams, a session stays below the 10 MB that Node allows it. */
const PIECE = 32_768;
/** Bytes of responses that may wait in a session before further requests wait, too. */
const MOST_WAITING = 131_072;
const CANCEL = 8;
const OUTPUT = Symbol('the output of an HTTP/2 stream');
const SESSION = Symbol('the output of an HTTP/2 session');

interface SessionOutput {
  /** Bytes of whole bodies that were not taken yet. */
  waiting: number;
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
}

interface Http2Response {
  readonly stream: ServerHttp2Stream;
  [OUTPUT]?: StreamOutput;
}

interface WithOutput extends ServerHttp2Session {
  [SESSION]?: SessionOutput;
}
