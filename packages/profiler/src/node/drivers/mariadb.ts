import { types } from 'node:util';
import { tryRead } from 'oriel-core/errors';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { outsideScope } from './keep-scope.ts';
import { beginWait } from './connection-wait.ts';
import { countRows, recordCalls } from './record-calls.ts';
import { replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';

/** Records queries of `mariadb`, with promises and callbacks. Its CommonJS build is one minified file. */
export const mariadbLibrary: LibraryWatch<object> = {
  name: 'mariadb',
  majors: [3],
  tested: '3.5',
  files: {
    'lib/connection-promise.js': 'ConnectionPromise',
    'lib/connection-callback.js': 'ConnectionCallback',
    'lib/pool-promise.js': 'PoolPromise',
    'lib/pool-callback.js': 'PoolCallback',
    'dist/promise.cjs': 'module',
    'dist/callback.cjs': 'module',
  },
  watch(loaded) {
    if (typeof loaded === 'function') watchClass(loaded.prototype as object);
    else watchBuild(loaded as Build);
  },
};

const watched = new WeakSet<object>();

function watchClass(prototype: object): void {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const replace = (names: readonly string[], wrap: (method: Method) => Method): void => {
    for (const name of names) if (Object.hasOwn(prototype, name)) replaceMethod(prototype, name, wrap);
  };
  const isPool = Object.hasOwn(prototype, 'taskQueueSize');
  replace(['query', 'queryStream', 'execute', 'batch'], (method) => recorded(isPool ? measuringQueue(method) : method));
  replace(['getConnection'], (method) => measuringQueue(outsideScope(method)));
  // The statement of a prepared one is recorded by `execute` of a connection only.
  replace(['connect', 'prepare', 'changeUser', 'ping', 'reset', 'end', 'importFile'], outsideScope);
  for (const [name, sql] of Object.entries(STATEMENTS))
    replace([name], (method) => recorded(method, () => ({ sql, parameters: [] })));
}

const STATEMENTS: Readonly<Record<string, string>> = {
  beginTransaction: 'START TRANSACTION',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
};

const recorded = recordCalls({
  library: 'mariadb',
  getRowCount: (_, result) => countRows(result, undefined),
  getDatabase: findSystem,
});

interface Owner {
  serverVersion?(): string;
}

// Pools do not know the version of their server.
function findSystem(owner: unknown): 'mariadb' | 'mysql' {
  const version = tryRead(() => (owner as Owner).serverVersion?.(), undefined);
  return version === undefined || /mariadb/i.test(version) ? 'mariadb' : 'mysql';
}

interface Build {
  exports: object;
}

/** The classes of the build have no names, so they are watched with their first instances. */
function watchBuild(module: Build): void {
  const original = module.exports as Record<string, unknown>;
  const replaced: Record<string, PropertyDescriptor> = {};
  for (const name of ['createConnection', 'createPool']) {
    const create = original[name] as Method;
    const value = { [name]: (...args: unknown[]) => watchInstance(create(...args)) }[name];
    replaced[name] = { value, enumerable: true, configurable: true, writable: true };
  }
  module.exports = Object.create(Object.getPrototypeOf(original) as object, {
    ...Object.getOwnPropertyDescriptors(original),
    ...replaced,
  }) as object;
}

function watchInstance(created: unknown): unknown {
  if (types.isPromise(created)) return created.then(watchInstance);
  const prototype = Object.getPrototypeOf(created) as object;
  watchClass(prototype);
  if (Object.hasOwn(prototype, 'getConnection')) watchConnections(created as object);
  return created;
}

// A pool creates connections of a class that was not seen before.
function watchConnections(pool: object): void {
  const { getConnection } = pool as { getConnection: Method };
  const value = function (this: unknown, ...args: unknown[]): unknown {
    const [callback] = args;
    if (typeof callback !== 'function') return watchInstance(getConnection.apply(this, args));
    return getConnection.call(this, (error: unknown, connection: unknown) => {
      if (typeof connection === 'object' && connection !== null) watchInstance(connection);
      return (callback as Method).call(undefined, error, connection);
    });
  };
  Object.defineProperty(pool, 'getConnection', { value, configurable: true, writable: true });
}

/** A pool of `mariadb`. The methods that take a connection are private, so its queue is observed. */
interface Pool {
  activeConnections(): number;
  taskQueueSize(): number;
  on(event: 'acquire', listener: () => void): void;
}

type End = (() => void) | undefined;

/** Returns a method of a pool that measures how long its request for a connection is in the queue. */
function measuringQueue(method: Method): Method {
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
