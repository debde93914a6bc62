import type { IncomingMessage, ServerResponse } from 'node:http';
import { getFailure } from './body-reader.ts';
import { hasBody } from './node-body.ts';
import type { NodeBody } from './node-body.ts';

/**
 * Returns what to do with the unread body of a request when the response is ready. `nothing`: it is empty, or small enough to
 * be discarded by Node.js. `close`: the client will not send it. `linger`: discard it for a while before closing, because
 * closing at once could destroy the response (RFC 9112 §9.6).
 */
export function unreadBodyAction(message: IncomingMessage, body: NodeBody | undefined): 'nothing' | 'close' | 'linger' {
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
export function discardUnreadBody(message: IncomingMessage, response: ServerResponse, done: () => void): void {
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
