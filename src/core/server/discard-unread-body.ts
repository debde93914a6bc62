import type { IncomingMessage, ServerResponse } from 'node:http';
import { failureOf } from './body-reader.ts';
import { hasBody } from './node-body.ts';
import type { NodeBody } from './node-body.ts';

/**
 * What to do about bytes of a request that nobody has read when its answer is ready. 'nothing': there are none, or
 * little enough that Node may drop them. 'close': they never will be sent. 'linger': more may be under way than anybody
 * should have to take, and closing at once would destroy the answer on its way to the client (RFC 9112 §9.6).
 */
export function unreadBodyAction(message: IncomingMessage, body: NodeBody | undefined): 'nothing' | 'close' | 'linger' {
  if (message.complete || body?.taken === true || !hasBody(message)) return 'nothing';
  if (body?.awaited || body?.state === 'late' || failureOf(message) !== undefined) return 'close';
  if (message.httpVersionMajor === 2 || body?.state === 'open') return 'nothing';
  const left = message.headers['content-length'];
  if (left === undefined || Number(left) > LITTLE) return 'linger';
  // Somebody began to read and stopped: then Node waits for them to go on.
  if (body?.state === 'over') message.resume();
  return 'nothing';
}

/**
 * Drops what still comes, for a while, and then calls `done`. Called between the last byte of an answer and the end of
 * its connection.
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

/** Bytes that are cheaper to read than a new connection is to make. */
const LITTLE = 65_536;
const DROPPED_MOST = 16_777_216;
const LINGER = 1_000;
