import { currentScope, runInTrace, findCaller, NullTrace } from 'oriel-core/trace';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { expectConnection, measuringWait } from './connection-wait.ts';
import { keepScope, outsideScope } from './keep-scope.ts';
import { countRows, observeCommand } from './mysql2-results.ts';
import { recordQuery } from './record-query.ts';
import { replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';
import { tryRead } from 'oriel-core/errors';

/**
 * Records queries of `mysql2`, with callbacks, promises and events. Its diagnostics channels are not used: with a
 * subscriber, the failure of a command that nothing listens to does not reach the connection any more.
 */
export const mysql2Library: LibraryWatch<{ prototype: object }> = {
  name: 'mysql2',
  majors: [3],
  tested: '3.24',
  files: {
    'lib/base/connection.js': 'module.exports',
    'lib/base/pool.js': 'module.exports',
    'lib/pool_cluster.js': 'PoolNamespace',
    'lib/commands/prepare.js': 'PreparedStatementInfo',
  },
  watch({ prototype }) {
    if (Object.hasOwn(prototype, 'getConnection'))
      replaceMethod(prototype, 'getConnection', (method) => measuringWait('mysql2', method));
    for (const name of ['prepare', 'ping', 'changeUser'])
      if (Object.hasOwn(prototype, name)) replaceMethod(prototype, name, outsideScope);
    if (Object.hasOwn(prototype, 'prepare')) replaceMethod(prototype, 'prepare', recordedFailure);
    if (Object.hasOwn(prototype, 'query')) replaceMethod(prototype, 'query', recorded);
    replaceMethod(prototype, 'execute', Object.hasOwn(prototype, 'query') ? recorded : recordedStatement);
  },
};

interface Options {
  readonly sql?: unknown;
  readonly values?: unknown;
  onResult?: unknown;
}

/** The methods of connections and pools: `(sql, values?, callback?)` or `({ sql, values }, callback?)`. */
function recorded(method: Method): Method {
  return function (...args) {
    const options: Options = typeof args[0] === 'string' ? { sql: args[0] } : (args[0] ?? {});
    const values = typeof args[1] === 'function' || args[1] === undefined ? options.values : args[1];
    return record(method, this, args, options.sql, values, options);
  };
}

/** `prepare(sql, callback)` of a connection. A statement is recorded when it is executed, or here if it is invalid. */
function recordedFailure(prepare: Method): Method {
  return function (options, callback, ...rest) {
    const sql: unknown = typeof options === 'string' ? options : (options as Options | undefined)?.sql;
    const isRecorded = currentScope().trace.recording && typeof sql === 'string' && typeof callback === 'function';
    if (!isRecorded) return prepare.call(this, options, callback, ...rest);
    const caller = findCaller();
    const fail = keepScope((error: unknown) => {
      const query = recordQuery('mysql2', sql, [], getSystem(this), caller);
      query.error = error;
      query.end();
    });
    const replacement: Method = function (...results) {
      if (results[0]) fail(results[0]);
      return (callback as Method).apply(this, results);
    };
    return prepare.call(this, options, replacement, ...rest);
  };
}

/** `PreparedStatementInfo.execute(values, callback)`. */
function recordedStatement(method: Method): Method {
  return function (...args) {
    return record(method, this, args, (this as { query?: unknown }).query, args[0], {});
  };
}

function record(method: Method, self: unknown, args: unknown[], sql: unknown, values: unknown, options: Options) {
  if (!currentScope().trace.recording || typeof sql !== 'string') return method.apply(self, args);
  const query = recordQuery('mysql2', sql, getParameters(values), 'mysql');
  const end = query.end.bind(query);
  // A pool may have no connection before its first query.
  query.end = () => {
    query.system = getSystem(self);
    end();
  };
  const index = args.findLastIndex((argument) => typeof argument === 'function');
  const given = index < 0 ? options.onResult : args[index];
  if (typeof given === 'function') {
    const callback = keepScope(given as Method);
    const replacement: Method = function (...results) {
      query.error = results[0] ?? undefined;
      query.rows = countRows(results[1], results[2]);
      query.end();
      return callback.apply(this, results);
    };
    if (index < 0) options.onResult = replacement;
    else args[index] = replacement;
  }
  try {
    // The pool passes the query to a connection, which must not record it again.
    const keep = keepScope((command: object) => observeCommand(command, query));
    expectConnection(query);
    const command = runInTrace(NullTrace, () => method.apply(self, args));
    if (typeof given !== 'function' && typeof command === 'object' && command !== null) keep(command);
    return command;
  } catch (error) {
    query.error = error;
    query.end();
    throw error;
  } finally {
    expectConnection(undefined);
  }
}

// Named placeholders have an object.
function getParameters(values: unknown): readonly unknown[] {
  if (Array.isArray(values)) return values;
  return values === undefined || values === null || typeof values === 'function' ? [] : [values];
}

/** Returns which database a connection, a pool or a prepared statement of `mysql2` has, by the version that the server sent. */
function getSystem(owner: unknown): 'mariadb' | 'mysql' {
  const version = tryRead(() => getConnection(owner as Owner)?._handshakePacket?.serverVersion, undefined);
  return typeof version === 'string' && /mariadb/i.test(version) ? 'mariadb' : 'mysql';
}

function getConnection(owner: Owner): Connection | undefined {
  if (owner._cluster) return getFirst(Object.values(owner._cluster._nodes).map(({ pool }) => pool));
  return owner.connection ?? owner._connection ?? getFirst([owner]) ?? owner;
}

function getFirst(pools: readonly Pool[]): Connection | undefined {
  return pools.map(({ _allConnections: all }) => all?.get(0)).find((element) => element !== undefined);
}

interface Connection {
  readonly _handshakePacket?: { readonly serverVersion?: unknown };
}

interface Pool {
  readonly _allConnections?: { get(index: number): Connection | undefined };
}

/** A connection, a pool, a prepared statement, or the pools of a cluster whose names match a pattern. */
interface Owner extends Connection, Pool {
  readonly connection?: Connection;
  readonly _connection?: Connection;
  readonly _cluster?: { readonly _nodes: Readonly<Record<string, { readonly pool: Pool }>> };
}
