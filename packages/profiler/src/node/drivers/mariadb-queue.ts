import { beginWait } from './connection-wait.ts';
import type { Method } from './replace-method.ts';

/** A pool of `mariadb`. The methods that take a connection are private, so its queue is observed. */
interface Pool {
  activeConnections(): number;
  taskQueueSize(): number;
  on(event: 'acquire', listener: () => void): void;
}

type End = (() => void) | undefined;

/** Returns a method of a pool that measures how long its request for a connection is in the queue. */
export function measuringQueue(method: Method): Method {
  return function (...args) {
    const pool = this as Pool;
    const size = pool.taskQueueSize();
    const end = beginWait('mariadb', () => isExhausted(pool));
    const result = method.apply(this, args);
    if (pool.taskQueueSize() > size) findQueue(pool).push(end);
    return result;
  };
}

const queues = new WeakMap<Pool, End[]>();

function findQueue(pool: Pool): End[] {
  const known = queues.get(pool);
  if (known !== undefined) return known;
  const queue: End[] = [];
  queues.set(pool, queue);
  pool.on('acquire', () => {
    // Requests that timed out left the queue before.
    let end: End;
    while (queue.length > pool.taskQueueSize()) end = queue.shift();
    end?.();
  });
  return queue;
}

// A pool states its limit in its text only: `poolPromise(active=1 idle=0 limit=10)`.
function isExhausted(pool: Pool): boolean {
  const [, limit] = /limit=(\d+)/.exec(String(pool)) ?? [];
  return limit !== undefined && pool.activeConnections() >= Number(limit);
}
