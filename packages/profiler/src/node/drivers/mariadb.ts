import { types } from 'node:util';
import { tryRead } from 'oriel-core/errors';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { outsideScope } from './keep-scope.ts';
import { countRows } from './mysql2-results.ts';
import { measuringQueue } from './mariadb-queue.ts';
import { readStatement, recordedCalls } from './record-calls.ts';
import type { StatementCall } from './record-calls.ts';
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
  replace(['beginTransaction', 'commit', 'rollback'], (method) => recordedAs(method, STATEMENTS[method.name] ?? ''));
}

const STATEMENTS: Readonly<Record<string, string>> = {
  beginTransaction: 'START TRANSACTION',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
};

const recorded = (method: Method): Method => recordedWith(method, readStatement);

function recordedAs(method: Method, sql: string): Method {
  return recordedWith(method, () => ({ sql, parameters: [] }));
}

function recordedWith(method: Method, statementOf: (args: readonly unknown[]) => StatementCall | undefined): Method {
  return recordedCalls(method, {
    library: 'mariadb',
    statementOf,
    rowsOf: (_, result) => countRows(result, undefined),
    systemOf: findSystem,
  });
}

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
