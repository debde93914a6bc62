import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Application, Rejection } from './application.ts';
import { withoutPrefix } from 'oriel-core/node';
import { markFailed } from './body-reader.ts';
import { HttpError, toProblem } from 'oriel-core/http';

/** The error of Node.js for bytes that are not a request. */
export interface ClientError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: Buffer | undefined;
  /** The position in `rawPacket` where the parser stopped. */
  readonly bytesParsed?: number | undefined;
}

export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Responds to bytes that are not a request, after the responses to earlier requests on the connection. An error within the
 * body of a request fails that body instead.
 *
 * @returns whether the connection was rejected
 */
export function rejectConnection(
  error: ClientError,
  socket: Duplex,
  last: Exchange | undefined,
  headLimit: number,
  app: Application,
): boolean {
  const code = error.code ?? 'UNKNOWN';
  if (refused.has(socket)) return false;
  // The client has disconnected, or has sent nothing: browsers open connections that they may never use.
  const { bytesRead, remoteAddress = '' } = socket as Socket;
  if (!socket.writable || code === 'ECONNRESET' || code === 'EPIPE' || bytesRead === 0) {
    socket.destroy();
    return false;
  }
  if (last !== undefined && !last.message.complete) {
    refused.add(socket);
    failBody(error, socket, last);
    return false;
  }
  refused.add(socket);
  const refuse = (): void => {
    if (!socket.writable) return void socket.destroy();
    const refusal = createRejectionProblem(code, offendingLine(error), headLimit);
    socket.on('error', () => {});
    closeSlowly(socket, serializeRejection(refusal, isHead(error)));
    app.onRejected?.({ ...refusal, ip: withoutPrefix(remoteAddress), reason: code });
  };
  afterLast(last, refuse);
  return true;
}

function afterLast(last: Exchange | undefined, refuse: () => void): void {
  if (last !== undefined && !last.response.writableFinished) last.response.once('close', refuse);
  else refuse();
}

/**
 * Rejects CONNECT. HTTP/1.1 ends the connection after the responses to earlier requests; HTTP/2 ends the stream, and other
 * requests of the session go on.
 *
 * @param output the socket, or over HTTP/2 the response
 * @param last the request before it on the connection
 */
export function rejectConnect(
  message: IncomingMessage,
  output: Duplex | Http2ServerResponse,
  last: Exchange | undefined,
  app: Application,
): void {
  const refusal = createRejectionProblem('ORIEL_CONNECT', '', 0);
  const { remoteAddress = '' } = message.socket;
  if ('stream' in output) refuseStream(output, refusal);
  else {
    refused.add(output);
    output.on('error', () => {});
    afterLast(last, () => closeSlowly(output, serializeRejection(refusal)));
  }
  app.onRejected?.({ ...refusal, ip: withoutPrefix(remoteAddress), reason: 'ORIEL_CONNECT' });
}

function refuseStream({ stream }: Http2ServerResponse, { status, problem }: RejectionProblem): void {
  if (stream.destroyed || stream.closed) return;
  stream.respond({
    ':status': status,
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
  });
  stream.resume();
  // The client need not finish its side of the stream (RFC 9113 §8.1).
  stream.end(JSON.stringify(problem), () => stream.close(NO_ERROR));
}

// Returns the line in which the parser stopped, as far as the packet contains it.
function offendingLine({ rawPacket, bytesParsed = 0 }: ClientError): string {
  if (rawPacket === undefined) return '';
  const offset = Math.min(bytesParsed, rawPacket.length);
  const start = offset === 0 ? 0 : rawPacket.lastIndexOf(10, offset - 1) + 1;
  const end = rawPacket.indexOf(10, start);
  return rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end + 1);
}

// Returns whether the last request line before the error has the method HEAD, as far as the packet contains it.
function isHead({ rawPacket, bytesParsed = 0 }: ClientError): boolean {
  const read = rawPacket?.toString('latin1', 0, Math.max(bytesParsed, 'HEAD /'.length)) ?? '';
  return [...read.matchAll(/^[A-Z-]{3,20} (?=\/|https?:)/gm)].at(-1)?.[0] === 'HEAD ';
}

// Only the first error of a connection is handled.
const refused = new WeakSet<Duplex>();

function failBody(error: ClientError, socket: Duplex, { message, response }: Exchange): void {
  markFailed(message, error);
  // The failure of the reader becomes the response; without a reader, the response ends the connection.
  if (message.listenerCount('error') > 0) message.emit('error', error);
  // A finished response still has to arrive; an unfinished one is aborted.
  if (response.writableEnded) return closeSlowly(socket, '');
  if (response.headersSent) return void socket.destroy();
  response.shouldKeepAlive = false;
  response.once('close', () => socket.destroy());
}

// Closing while bytes arrive could destroy the response in transit, so they are discarded for a moment.
function closeSlowly(socket: Duplex, answer: string): void {
  socket.end(answer);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}

const LINGER = 1_000;
const NO_ERROR = 0;

/** The problem document for bytes that are not a request. Each kind of error has its own `type`. */
type RejectionProblem = Pick<Rejection, 'status' | 'problem'>;

/**
 * Returns the problem for an error code of Node.js.
 *
 * @param line the line in which the parser stopped, with its line break, as far as it is known
 * @param headLimit the maximum size of the request line and headers in bytes
 */
function createRejectionProblem(code: string, line: string, headLimit: number): RejectionProblem {
  if (code === 'HPE_HEADER_OVERFLOW' && line.length >= headLimit && REQUEST_LINE.test(line)) {
    return refusal(414, '/problems/uri-too-long', 'The request line is too long');
  }
  if (code === 'HPE_INVALID_METHOD' && !METHOD.test(line)) {
    const tls = line.startsWith(TLS_HANDSHAKE);
    return malformed(tls ? 'This port speaks plain HTTP, not TLS' : 'The bytes are not an HTTP request');
  }
  if (code === 'HPE_INVALID_VERSION' && !VERSION.test(line)) return malformed('The request line must end in CR LF');
  return KNOWN[code] ?? malformed(`The request cannot be read (${code})`);
}

/** Serializes the problem as an HTTP/1.1 response that closes the connection. The response to HEAD has no body. */
function serializeRejection({ status, problem }: RejectionProblem, omitsBody = false): string {
  const body = JSON.stringify(problem);
  return (
    `HTTP/1.1 ${status} ${problem.title}\r\nContent-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n${omitsBody ? '' : body}`
  );
}

function refusal(status: number, type: string, detail: string): RejectionProblem {
  return { status, problem: toProblem(new HttpError(status, detail, { type }), true) };
}

function malformed(detail: string): RejectionProblem {
  return refusal(400, '/problems/malformed-request', detail);
}

const TLS_HANDSHAKE = '\x16\x03';
const METHOD = /^[!#$%&'*+\-.^_`|~\w]+ /;
const VERSION = / HTTP\/\d+(?:\.\d+)?\r\n$/;
const REQUEST_LINE = /^[A-Z-]{3,20} (?:\/|https?:)/;

const KNOWN: Readonly<Record<string, RejectionProblem>> = {
  HPE_HEADER_OVERFLOW: refusal(431, '/problems/header-fields-too-large', 'The headers are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(413, '/problems/content-too-large', 'The chunk extensions are too large'),
  HPE_INVALID_METHOD: refusal(501, '/problems/unknown-method', 'The method is unknown; methods are case-sensitive'),
  HPE_INVALID_VERSION: refusal(505, '/problems/http-version', 'This port speaks HTTP/1.1 and HTTP/1.0'),
  ORIEL_VERSION: refusal(505, '/problems/http-version', 'This port speaks HTTP/1.1 and HTTP/1.0'),
  HPE_PAUSED_H2_UPGRADE: refusal(505, '/problems/http-version', 'This port does not speak HTTP/2'),
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, '/problems/request-timeout', 'The request did not arrive in time'),
  ORIEL_CONNECT: refusal(501, '/problems/unknown-method', 'CONNECT is not supported: this server is not a proxy'),
};
