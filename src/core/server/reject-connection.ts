import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Application } from './application.ts';
import { withoutPrefix } from './forwarded.ts';
import { markFailed } from './body-reader.ts';
import { createRejectionProblem, serializeRejection } from './rejection-problem.ts';
import type { RejectionProblem } from './rejection-problem.ts';

/** What Node says when bytes are no request. */
export interface ClientError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: Buffer | undefined;
  /** How far the parser came in `rawPacket`. */
  readonly bytesParsed?: number | undefined;
}

/** The request that was last heard on a connection. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers bytes that are no request, after whatever was asked before them on the same connection. Within the body of a
 * request it is that request that fails, and whoever reads it is told.
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
  // Nobody is there, or has said nothing yet: browsers open connections they may never use.
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
 * Refuses CONNECT. HTTP/1.1 ends the connection after the responses to earlier requests; HTTP/2 ends the stream, and other
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
  // The client need not send the end of its side (RFC 9113 §8.1).
  stream.end(JSON.stringify(problem), () => stream.close(NO_ERROR));
}

// The line in which the parser stopped, as far as the packet holds it.
function offendingLine({ rawPacket, bytesParsed = 0 }: ClientError): string {
  if (rawPacket === undefined) return '';
  const at = Math.min(bytesParsed, rawPacket.length);
  const start = at === 0 ? 0 : rawPacket.lastIndexOf(10, at - 1) + 1;
  const end = rawPacket.indexOf(10, start);
  return rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end + 1);
}

// Of one connection, only the first complaint counts.
const refused = new WeakSet<Duplex>();

function failBody(error: ClientError, socket: Duplex, { message, response }: Exchange): void {
  markFailed(message, error);
  // The reader's own failure becomes the answer; without a reader the answer comes anyway, and ends the connection.
  if (message.listenerCount('error') > 0) message.emit('error', error);
  // What was answered already still has to arrive; what is being answered can only break off.
  if (response.writableEnded) return closeSlowly(socket, '');
  if (response.headersSent) return void socket.destroy();
  response.shouldKeepAlive = false;
  response.once('close', () => socket.destroy());
}

// Closing while bytes still come would destroy the answer on its way, so they are dropped for a moment.
function closeSlowly(socket: Duplex, answer: string): void {
  socket.end(answer);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}

const LINGER = 1_000;
const NO_ERROR = 0;
