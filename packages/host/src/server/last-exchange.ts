import type { Duplex } from 'node:stream';
import { hasBody } from './node-body.ts';
import type { NodeBody } from './node-body.ts';
import type { Exchange } from './reject-connection.ts';

/**
 * Records the last request of an HTTP/1.1 connection, for errors in later bytes and for the order of responses.
 * @returns the previous one, if it may be unfinished
 */
export function setLastExchange(exchange: Exchange): Exchange | undefined {
  const socket = exchange.message.socket as unknown as TrackedSocket;
  const before = socket[LAST];
  socket[LAST] = exchange;
  return before;
}

/** Returns the last exchange of a connection, unless it is finished. */
export function lastExchange(socket: Duplex): Exchange | undefined {
  return (socket as TrackedSocket)[LAST];
}

/**
 * Releases a finished exchange. If idle connections kept theirs until the next request, these objects would survive garbage
 * collections and let the young generation of V8 grow.
 */
export function clearLastExchange({ message, response }: Exchange, body: NodeBody | undefined): void {
  if (!response.writableEnded || response.writableLength > 0) return;
  if (!message.complete && body?.taken !== true && hasBody(message)) return;
  const socket = message.socket as unknown as TrackedSocket;
  if (socket[LAST]?.message === message) socket[LAST] = undefined;
}

const LAST = Symbol('last exchange');

interface TrackedSocket {
  [LAST]?: Exchange | undefined;
}
