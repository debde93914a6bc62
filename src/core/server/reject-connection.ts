import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Application } from './application.ts';
import { withoutPrefix } from './forwarded.ts';
import { markFailed } from './body-reader.ts';
import { createRejectionProblem, serializeRejection } from './rejection-problem.ts';
import type { RejectionProblem } from './rejection-problem.ts';

/** The error of Node.js for bytes that are not a request. */
export interface ClientError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: Buffer | undefined;
  /** The position in `rawPacket` where the parser stopped. */
  readonly bytesParsed?: number | undefined;
}

/** A request and its response. */
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
    closeSlowly(socket, serializeRejection(refusal));
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
  const at = Math.min(bytesParsed, rawPacket.length);
  const start = at === 0 ? 0 : rawPacket.lastIndexOf(10, at - 1) + 1;
  const end = rawPacket.indexOf(10, start);
  return rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end + 1);
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
