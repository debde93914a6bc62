import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPromise, isPushedBody } from 'oriel-core/http';
import type { HttpContext, HttpResponse } from 'oriel-core/http';
import type { Application } from './application.ts';
import type { Compression } from './compression.ts';
import { watchEventStream } from './event-stream-end.ts';
import { discardBody, finishResponse, plainProblem } from './finish-response.ts';
import type { SentBody } from './finish-response.ts';
import type { NodeRequest } from './node-request.ts';
import { sendPushedBody } from './send-pushed.ts';
import type { PushingServer } from './send-pushed.ts';
import { abortResponse, sendStream } from './send-stream.ts';
import { writeHead } from './write-head.ts';
import { unreadBodyAction, discardUnreadBody } from './discard-unread-body.ts';
import { toHttp2Headers, endHttp2 } from './http2-output.ts';

// The global is a getter and slower than this reference.
const clock = performance;

/** A response that is being sent to a socket. */
export interface Sending {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly incoming: NodeRequest;
  readonly compression: Compression | undefined;
  /** Read when the headers are written: a response after the start of draining closes its connection. */
  readonly server: PushingServer;
  readonly app: Pick<Application, 'onBodyFailed' | 'onUnsendable'>;
  /** Whether the application wants to know how the response was delivered. */
  readonly reported: boolean;
  /** When the request was received, as `performance.now()` returns it; only if the delivery is measured. */
  readonly startedAt: number;
  /** When the headers were written, as `performance.now()` returns it; only if the delivery is measured. */
  headAt: number | undefined;
  /** Bytes of the body written so far. */
  bytes: number;
  /** Whether the body failed. */
  failed: boolean;
}

/**
 * Sends a response with one `writeHead` and one `end`. Never throws: a response that cannot be sent becomes a plain 500, and a
 * failure after the headers aborts the connection, so that the client notices.
 */
export function sendResponse(sending: Sending, context: HttpContext): void {
  const outgoing = context.response;
  try {
    if (outgoing === undefined) throw new TypeError('There is no response');
    const body = finishResponse(context, outgoing, sending.compression);
    if (!isPromise(body)) return write(sending, outgoing, body, context);
    void body
      .then((late) => write(sending, outgoing, late, context))
      .catch((error: unknown) => sendInstead(sending, context, error));
  } catch (error) {
    sendInstead(sending, context, error);
  }
}

function sendInstead(sending: Sending, context: HttpContext, error: unknown): void {
  sending.app.onUnsendable?.(context, error);
  sendFailure(sending, context);
}

/** Sends a plain 500 when the response cannot be sent. */
export function sendFailure(sending: Sending, context?: HttpContext): void {
  const { response, message } = sending;
  discardBody(context?.response?.body);
  if (response.headersSent || response.destroyed) return abortResponse(response);
  const failure = plainProblem(500);
  const text = String(failure.body);
  failure.headers.list.push('Content-Length', String(text.length));
  if (context !== undefined) context.response = failure;
  try {
    // A head that could not be written may have left its headers.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    write(sending, failure, message.method === 'HEAD' ? null : text, context);
  } catch {
    abortResponse(response);
  }
}

function write(sending: Sending, outgoing: HttpResponse, body: SentBody, context: HttpContext | undefined): void {
  const { message, response, incoming } = sending;
  const { list } = outgoing.headers;
  const leftover = unreadBodyAction(message, incoming.touchedBody);
  if (sending.reported) sending.headAt = clock.now();
  let isAscii = true;
  if (message.httpVersionMajor === 2) response.writeHead(outgoing.status, toHttp2Headers(list));
  else {
    if (sending.server.draining || leftover !== 'nothing' || isChunkedHttp10(message)) response.shouldKeepAlive = false;
    isAscii = writeHead(response, outgoing.status, list);
  }
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    // Measured only if the application wants to know.
    if (body !== null && sending.reported) sending.bytes = Buffer.byteLength(body);
    if (leftover === 'linger') return lingerAfter(sending, body);
    if (body === null) response.end();
    else if (message.httpVersionMajor === 2) endHttp2(response, typeof body === 'string' ? Buffer.from(body) : body);
    else if (typeof body === 'string') endWithText(response, list, isAscii, body);
    else response.end(body);
    if (incoming.touchedBody?.state === 'open') watchOpenBody(sending);
    return;
  }
  if (isPushedBody(body)) return sendPushedBody(body, response, sending.server, (bytes) => (sending.bytes += bytes));
  void stream(sending, outgoing, body, leftover, context);
}

// RFC 9112 §6.1: HTTP/1.0 has no chunks, so a proxy may see another end of this body; the connection is closed after it.
function isChunkedHttp10({ httpVersionMinor, headers }: IncomingMessage): boolean {
  return httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined;
}

// Node.js writes headers and text with one encoding, so a header with an é would become UTF-8 together with the text. ASCII
// text is the same in both encodings.
function endWithText(response: ServerResponse, list: readonly string[], isAscii: boolean, text: string): void {
  // The length in bytes is the last header, if it was computed here; otherwise it is measured.
  const last = list[list.length - 2] === 'Content-Length' ? list[list.length - 1]! : String(Buffer.byteLength(text));
  if (last === String(text.length)) response.end(text, 'latin1');
  else if (isAscii) response.end(text);
  else response.end(Buffer.from(text));
}

// The response contains `Connection: close`; the connection ends when the client has stopped sending.
function lingerAfter({ message, response }: Sending, body: SentBody): void {
  if (typeof body === 'string') response.write(Buffer.from(body));
  else if (body instanceof Uint8Array) response.write(body);
  else response.flushHeaders();
  discardUnreadBody(message, response, () => response.end());
}

async function stream(
  sending: Sending,
  outgoing: HttpResponse,
  body: ReadableStream<Uint8Array>,
  leftover: string,
  context: HttpContext | undefined,
): Promise<void> {
  const { message, response, incoming } = sending;
  const announced = outgoing.headers.get('content-length');
  const length = announced === undefined ? undefined : Number(announced);
  const end = watchEventStream(sending.server, context, outgoing);
  const { bytes, failed, reason } = await sendStream(body, response, length, end);
  end?.closed();
  sending.bytes = bytes;
  sending.failed = failed;
  if (reason && context) sending.app.onBodyFailed?.(context, reason.error);
  if (failed || response.destroyed) return;
  if (leftover === 'linger') discardUnreadBody(message, response, () => response.end());
  else response.end();
  if (incoming.touchedBody?.state === 'open') watchOpenBody(sending);
}

// The application still reads the body after the response. If it stopped, the connection would wait forever.
function watchOpenBody({ message, response }: Sending): void {
  const { socket } = message;
  response.once('close', () => {
    if (!message.complete) discardUnreadBody(message, response, () => message.complete || socket.destroy());
  });
}
