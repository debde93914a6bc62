import type { Worker } from 'node:cluster';

/** The connections that a primary process gives to a worker. */
export interface GivenConnections {
  /** How many the worker was given. */
  readonly count: number;
  /** How many of these it has neither accepted nor returned. */
  readonly waiting: number;
}

/**
 * Closes the connection that a worker was given but had not accepted when it ended. The primary process of Node.js keeps such a
 * connection open, so that its client would wait for a response until its own time limit. A worker is given one connection at a time
 * for each port. No other worker gets it: if only the answer was lost, the ended worker may have read a part of the request. The
 * messages of `node:cluster` are not documented; if they change, no connection is closed.
 *
 * @param onCut called with the number of connections that were closed, if there are any
 */
export function closeUnacceptedConnections(
  { process: child }: Pick<Worker, 'process'>,
  onCut: (count: number) => void = () => {},
): GivenConnections {
  let count = 0;
  const unaccepted = new Map<unknown, Closable>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (message: unknown, ...rest: unknown[]) => {
    const { act, seq } = message as ClusterMessage;
    const [handle] = rest;
    if (act === 'newconn' && isClosable(handle)) {
      count++;
      unaccepted.set(seq, handle);
    }
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => void unaccepted.delete(ack));
  // After all messages of the worker were read, so that what it accepted is known. Node.js does not emit `disconnect` in this case.
  child.once('close', () => {
    for (const handle of unaccepted.values()) handle.close();
    if (unaccepted.size > 0) onCut(unaccepted.size);
    unaccepted.clear();
  });
  return {
    get count() {
      return count;
    },
    get waiting() {
      return unaccepted.size;
    },
  };
}

/**
 * Waits until all connections that clients have opened so far were given to workers and accepted. The primary process accepts what
 * the operating system has queued in each turn of its event loop. When the last worker stops to listen, Node.js resets the others.
 */
export async function handOutConnections(workers: () => readonly GivenConnections[]): Promise<void> {
  const end = performance.now() + MAX_WAIT;
  let before = -1;
  for (let turns = 0; turns < MIN_TURNS && performance.now() < end; turns++) {
    const all = workers();
    const count = all.reduce((sum, connections) => sum + connections.count, 0);
    if (count !== before || all.some(({ waiting }) => waiting > 0)) turns = 0;
    before = count;
    await new Promise((resolve) => setTimeout(resolve, TURN));
  }
}

const MIN_TURNS = 4;
/** Milliseconds. */
const TURN = 5;
const MAX_WAIT = 1_000;

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
