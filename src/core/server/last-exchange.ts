import type { Duplex } from 'node:stream';
import { hasBody } from './node-body.ts';
import type { NodeBody } from './node-body.ts';
import type { Exchange } from './reject-connection.ts';

/**
 * Records the last request of an HTTP/1.1 connection, for errors in later bytes and for the order of responses.
 * @returns the one before, if it may not be over
 */
export function setLastExchange(exchange: Exchange): Exchange | undefined {
  const socket = exchange.message.socket as unknown as Remembering;
  const before = socket[LAST];
  socket[LAST] = exchange;
  return before;
}

/** What was asked last on this connection, while it is not over. */
export function lastExchange(socket: Duplex): Exchange | undefined {
  return (socket as Remembering)[LAST];
}

/**
 * Lets go of an exchange that is over: it has nothing to say about later bytes. Held until the next one, those of all
 * open connections would survive every scavenge, and V8 would take it for a reason to let its young generation grow.
 */
export function clearLastExchange({ message, response }: Exchange, body: NodeBody | undefined): void {
  if (!response.writableEnded || response.writableLength > 0) return;
  if (!message.complete && body?.taken !== true && hasBody(message)) return;
  const socket = message.socket as unknown as Remembering;
  if (socket[LAST]?.message === message) socket[LAST] = undefined;
}

const LAST = Symbol('the request last heard on this connection');

interface Remembering {
  [LAST]?: Exchange | undefined;
}
