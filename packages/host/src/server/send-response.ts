import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPromise, isPushedBody, reasonPhrase } from 'oriel-core/http';
import type { HttpContext, HttpResponse } from 'oriel-core/http';
import { discardBody, finishResponse, createFailure } from './finish-response.ts';
import type { SentBody } from './finish-response.ts';
import type { NodeExchange } from './node-exchange.ts';
import { sendPushedBody } from './send-pushed.ts';
import { abortResponse, sendStream, watchEventStream } from './send-stream.ts';
import { toHttp2Headers, endHttp2 } from './http2-output.ts';
import { getFailure } from './body-reader.ts';
import { hasBody } from './node-body.ts';
import type { NodeBody } from './node-body.ts';

// The global is a getter and slower than this reference.
const clock = performance;

/**
 * Sends a response with one `writeHead` and one `end`. Never throws: a response that cannot be sent becomes a plain 500, and a
 * failure after the headers aborts the connection, so that the client notices.
 */
export function sendResponse(exchange: NodeExchange, context: HttpContext): void {
  const outgoing = context.response;
  try {
    if (outgoing === undefined) throw new TypeError('There is no response');
    const body = finishResponse(context, outgoing, exchange.edge.isCompressed);
    if (!isPromise(body)) return write(exchange, outgoing, body, context);
    void body
      .then((late) => write(exchange, outgoing, late, context))
      .catch((error: unknown) => sendInstead(exchange, context, error));
  } catch (error) {
    sendInstead(exchange, context, error);
  }
}

function sendInstead(exchange: NodeExchange, context: HttpContext, error: unknown): void {
  exchange.edge.app.onUnsendable?.(context, error);
  sendFailure(exchange, context);
}

/** Sends a plain 500 when the response cannot be sent. */
export function sendFailure(exchange: NodeExchange, context?: HttpContext): void {
  const { response, message } = exchange;
  discardBody(context?.response?.body);
  if (response.headersSent || response.destroyed) return abortResponse(response);
  const failure = createFailure();
  if (context !== undefined) context.response = failure;
  try {
    // A head that could not be written may have left its headers.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    write(exchange, failure, message.method === 'HEAD' ? null : String(failure.body), context);
  } catch {
    abortResponse(response);
  }
}

function write(exchange: NodeExchange, outgoing: HttpResponse, body: SentBody, context: HttpContext | undefined): void {
  const { message, response } = exchange;
  const { list } = outgoing.headers;
  const leftover = unreadBodyAction(message, exchange.touchedBody);
  if (exchange.edge.isReported) exchange.headAt = clock.now();
  if (message.httpVersionMajor === 2) response.writeHead(outgoing.status, toHttp2Headers(list));
  else {
    if (exchange.edge.server.draining || leftover !== 'nothing' || isChunkedHttp10(message))
      response.shouldKeepAlive = false;
    response.writeHead(outgoing.status, reasonPhrase(outgoing.status), list);
  }
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    // Measured only if the application wants to know.
    if (body !== null && exchange.edge.isReported) exchange.bytes = getLength(list, body);
    if (leftover === 'linger') return lingerAfter(exchange, body);
    if (body === null) response.end();
    else if (message.httpVersionMajor === 2) endHttp2(response, typeof body === 'string' ? Buffer.from(body) : body);
    else if (typeof body === 'string') endWithText(response, list, body);
    else response.end(body);
    if (exchange.touchedBody?.state === 'open') watchOpenBody(exchange);
    return;
  }
  if (isPushedBody(body))
    return sendPushedBody(body, response, exchange.edge.server, (bytes) => (exchange.bytes += bytes));
  void stream(exchange, outgoing, body, leftover, context);
}

// RFC 9112 §6.1: HTTP/1.0 has no chunks, so a proxy may see another end of this body; the connection is closed after it.
function isChunkedHttp10({ httpVersionMinor, headers }: IncomingMessage): boolean {
  return httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined;
}

// The length in bytes is the last header, if it was computed here; otherwise it is measured.
function getLength(list: readonly string[], body: string | Uint8Array): number {
  return list[list.length - 2] === 'Content-Length' ? Number(list[list.length - 1]) : Buffer.byteLength(body);
}

// Node.js writes headers and text with one encoding, so a header with an é would become UTF-8 together with the text. ASCII
// text is the same in both encodings.
function endWithText(response: ServerResponse, list: readonly string[], text: string): void {
  if (getLength(list, text) === text.length) response.end(text, 'latin1');
  else if (hasAsciiValues(list)) response.end(text);
  else response.end(Buffer.from(text));
}

// The response contains `Connection: close`; the connection ends when the client has stopped sending.
function lingerAfter({ message, response }: NodeExchange, body: SentBody): void {
  if (typeof body === 'string') response.write(Buffer.from(body));
  else if (body instanceof Uint8Array) response.write(body);
  else response.flushHeaders();
  discardUnreadBody(message, response, () => response.end());
}

async function stream(
  exchange: NodeExchange,
  outgoing: HttpResponse,
  body: ReadableStream<Uint8Array>,
  leftover: string,
  context: HttpContext | undefined,
): Promise<void> {
  const { message, response } = exchange;
  const announced = outgoing.headers.get('content-length');
  const length = announced === undefined ? undefined : Number(announced);
  const end = watchEventStream(exchange.edge.server, context, outgoing);
  const { bytes, failed, reason } = await sendStream(body, response, length, end);
  end?.closed();
  exchange.bytes = bytes;
  exchange.failed = failed;
  if (reason && context) exchange.edge.app.onBodyFailed?.(context, reason.error);
  if (failed || response.destroyed) return;
  if (leftover === 'linger') discardUnreadBody(message, response, () => response.end());
  else response.end();
  if (exchange.touchedBody?.state === 'open') watchOpenBody(exchange);
}

// The application still reads the body after the response. If it stopped, the connection would wait forever.
function watchOpenBody({ message, response }: NodeExchange): void {
  const { socket } = message;
  response.once('close', () => {
    if (!message.complete) discardUnreadBody(message, response, () => message.complete || socket.destroy());
  });
}

function hasAsciiValues(list: readonly string[]): boolean {
  // In UTF-8, other characters have more than one byte.
  for (let i = 1; i < list.length; i += 2) if (Buffer.byteLength(list[i]!) !== list[i]!.length) return false;
  return true;
}

/**
 * Returns what to do with the unread body of a request when the response is ready. `nothing`: it is empty, or small enough to
 * be discarded by Node.js. `close`: the client will not send it. `linger`: discard it for a while before closing, because
 * closing at once could destroy the response (RFC 9112 §9.6).
 */
function unreadBodyAction(message: IncomingMessage, body: NodeBody | undefined): 'nothing' | 'close' | 'linger' {
  if (message.complete || body?.taken === true || !hasBody(message)) return 'nothing';
  if (body?.awaited || body?.state === 'late' || getFailure(message) !== undefined) return 'close';
  if (message.httpVersionMajor === 2 || body?.state === 'open') return 'nothing';
  const left = message.headers['content-length'];
  if (left === undefined || Number(left) > LITTLE) return 'linger';
  // The application stopped reading, so Node.js would wait for it to continue.
  if (body?.state === 'over') message.resume();
  return 'nothing';
}

/**
 * Discards the rest of a body for a while, then calls `done`. Called after the last byte of a response, before the connection
 * ends.
 */
function discardUnreadBody(message: IncomingMessage, response: ServerResponse, done: () => void): void {
  let dropped = 0;
  const finish = (): void => {
    clearTimeout(timer);
    message.off('data', count).off('end', finish).off('close', finish).off('error', finish);
    response.off('close', finish);
    done();
  };
  const count = (bytes: Uint8Array): void => {
    dropped += bytes.byteLength;
    if (dropped > DROPPED_MOST) finish();
  };
  const timer = setTimeout(finish, LINGER);
  response.once('close', finish);
  message.on('data', count).once('end', finish).once('close', finish).once('error', finish).resume();
}

/** Up to this many bytes, reading the rest is cheaper than a new connection. */
const LITTLE = 65_536;
const DROPPED_MOST = 16_777_216;
const LINGER = 1_000;
