import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { addUncountedListener } from '../../uncounted-listeners.ts';

/**
 * Calls a function once, when a response is closed or, before that, its connection. A response that was detached from its
 * connection, or that waits for a response before it, is not closed with the connection.
 */
export function onceClosed(response: ServerResponse, socket: Duplex, listener: () => void): void {
  const open = openResponses(socket);
  const close = (): void => {
    const place = open.indexOf(close);
    if (place < 0) return;
    open.splice(place, 1);
    listener();
  };
  open.push(close);
  addUncountedListener(response, 'close', close);
}

// One listener of a connection for all its responses, because pipelining clients would exceed the maximum of listeners.
function openResponses(socket: Duplex & { [OPEN]?: (() => void)[] }): (() => void)[] {
  const known = socket[OPEN];
  if (known !== undefined) return known;
  const open: (() => void)[] = [];
  Object.defineProperty(socket, OPEN, { value: open });
  addUncountedListener(socket, 'close', () => [...open].forEach((close) => close()));
  return open;
}

const OPEN = Symbol('oriel.open');
