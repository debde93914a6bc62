import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPromise } from '../http/promises.ts';
import { isPushedBody } from '../http/pushed-body.ts';
import { reasonPhrase } from '../http/status.ts';
import type { HttpContext } from '../http/context.ts';
import type { HttpResponse } from '../http/response.ts';
import type { Application } from './application.ts';
import type { Compression } from './compression.ts';
import { discardBody, finishResponse, plainProblem } from './finish-response.ts';
import type { SentBody } from './finish-response.ts';
import type { NodeRequest } from './node-request.ts';
import { sendPushedBody } from './send-pushed.ts';
import type { PushingServer } from './send-pushed.ts';
import { sendStream } from './send-stream.ts';
import { unreadBodyAction, discardUnreadBody } from './discard-unread-body.ts';
import { toHttp2Headers, endHttp2 } from './http2-output.ts';

// The global is a getter: asking it for the clock takes longer than asking the clock for the time.
const clock = performance;

/** One answer on its way to a socket. */
export interface Sending {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly incoming: NodeRequest;
  readonly compression: Compression | undefined;
  /** Asked at the last moment: an answer that was begun before and ends after the drain began closes its connection. */
  readonly server: PushingServer;
  readonly app: Pick<Application, 'onBodyFailed' | 'onUnsendable'>;
  /** Somebody wants to know how it went. */
  readonly reported: boolean;
  /** When the request was heard, for those who want to know. */
  readonly startedAt: number;
  /** When the head was handed over, as `performance.now()` tells it, for those who want to know. */
  headAt: number | undefined;
  /** Bytes of the body handed over so far. */
  bytes: number;
  /** The body broke off. */
  failed: boolean;
}

/**
 * Writes an answer: one `writeHead`, one `end`. Never throws; what cannot be sent becomes a plain 500, and what breaks
 * after the head was written breaks the connection, because nothing else would tell the client.
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

/** The answer when nothing else can be sent. */
export function sendFailure(sending: Sending, context?: HttpContext): void {
  const { response, message } = sending;
  discardBody(context?.response?.body);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const failure = plainProblem(500);
  const text = String(failure.body);
  failure.headers.list.push('Content-Length', String(text.length));
  if (context !== undefined) context.response = failure;
  write(sending, failure, message.method === 'HEAD' ? null : text, context);
}

function write(sending: Sending, outgoing: HttpResponse, body: SentBody, context: HttpContext | undefined): void {
  const { message, response, incoming } = sending;
  const { list } = outgoing.headers;
  const leftover = unreadBodyAction(message, incoming.touchedBody);
  if (sending.reported) sending.headAt = clock.now();
  if (message.httpVersionMajor === 2) response.writeHead(outgoing.status, toHttp2Headers(list));
  else {
    if (sending.server.draining || leftover !== 'nothing' || isChunkedHttp10(message)) response.shouldKeepAlive = false;
    response.writeHead(outgoing.status, reasonPhrase(outgoing.status), list);
  }
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    // Counted only for those who want to know.
    if (body !== null && sending.reported) sending.bytes = Buffer.byteLength(body);
    if (leftover === 'linger') return lingerAfter(sending, body);
    if (body === null) response.end();
    else if (message.httpVersionMajor === 2) endHttp2(response, typeof body === 'string' ? Buffer.from(body) : body);
    else if (typeof body === 'string') endWithText(response, list, body);
    else response.end(body);
    if (incoming.touchedBody?.state === 'open') watchOpenBody(sending);
    return;
  }
  if (isPushedBody(body)) return sendPushedBody(body, response, sending.server, (bytes) => (sending.bytes += bytes));
  void stream(sending, outgoing, body, leftover, context);
}

// RFC 9112 §6.1: HTTP/1.0 has no chunks, so a proxy may see another end of this body; what follows it is not to be read.
function isChunkedHttp10({ httpVersionMinor, headers }: IncomingMessage): boolean {
  return httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined;
}

// Node writes head and text in one piece and one encoding, so a head with an é would become UTF-8 together with its text.
// Text in ASCII is the same in both, and then nobody has to look at the head.
function endWithText(response: ServerResponse, list: readonly string[], text: string): void {
  // Its length in bytes was just written behind all other headers; where another stands there, it is measured.
  const last = list[list.length - 2] === 'Content-Length' ? list[list.length - 1]! : String(Buffer.byteLength(text));
  if (last === String(text.length)) response.end(text, 'latin1');
  else if (hasAsciiValues(list)) response.end(text);
  else response.end(Buffer.from(text));
}

// The names are tokens, or `writeHead` had thrown.
function hasAsciiValues(list: readonly string[]): boolean {
  for (let i = 1; i < list.length; i += 2) if (NOT_ASCII.test(list[i]!)) return false;
  return true;
}

const NOT_ASCII = /[^\x00-\x7f]/; // oxlint-disable-line no-control-regex -- all of ASCII, with its control characters

// The client has the whole answer and is told to close; the end of the connection follows when it has stopped sending.
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
  const { bytes, failed, reason } = await sendStream(body, response, length);
  sending.bytes = bytes;
  sending.failed = failed;
  if (reason && context) sending.app.onBodyFailed?.(context, reason.error);
  if (failed || response.destroyed) return;
  if (leftover === 'linger') discardUnreadBody(message, response, () => response.end());
  else response.end();
  if (incoming.touchedBody?.state === 'open') watchOpenBody(sending);
}

// Somebody still reads the request although it was answered. If they stop, the connection would wait for them.
function watchOpenBody({ message, response }: Sending): void {
  const { socket } = message;
  response.once('close', () => {
    if (!message.complete) discardUnreadBody(message, response, () => message.complete || socket.destroy());
  });
}
