import type { Worker } from 'node:cluster';

/**
 * Closes the connection that a worker was given but had not accepted when it ended. The primary process of Node.js keeps such a
 * connection open, so that its client would wait for a response until its own time limit. A worker is given one connection at a time
 * for each port.
 */
export function closeUnacceptedConnections({ process: child }: Pick<Worker, 'process'>): void {
  const unaccepted = new Map<unknown, Closable>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (message: unknown, ...rest: unknown[]) => {
    const { act, seq } = message as ClusterMessage;
    const [handle] = rest;
    if (act === 'newconn' && isClosable(handle)) unaccepted.set(seq, handle);
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => void unaccepted.delete(ack));
  // After all messages of the worker were read, so that what it accepted is known. Node.js does not emit `disconnect` in this case.
  child.once('close', () => {
    for (const handle of unaccepted.values()) handle.close();
    unaccepted.clear();
  });
}

/** The fields of a message of `node:cluster` that this module reads. */
interface ClusterMessage {
  readonly act?: unknown;
  /** The number of a request, and in its answer the number of that request. */
  readonly seq?: unknown;
  readonly ack?: unknown;
}

interface Closable {
  close(): void;
}

function isClosable(value: unknown): value is Closable {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'close') === 'function';
}
