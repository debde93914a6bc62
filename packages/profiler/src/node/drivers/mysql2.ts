import { currentScope, findCaller } from 'oriel-core/trace';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { measuringWait } from './connection-wait.ts';
import { keepScope, outsideScope } from './keep-scope.ts';
import { countRows, recordCalls, toParameters } from './record-calls.ts';
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

const recorded = recordCalls({
  library: 'mysql2',
  getRowCount: (_, result, fields) => countRows(result, fields),
  getDatabase: getSystem,
});

/** `PreparedStatementInfo.execute(values, callback)`. */
function recordedStatement(execute: Method): Method {
  return recorded(execute, ([values], statement) => {
    const { query } = statement as { query?: unknown };
    return typeof query === 'string' ? { sql: query, parameters: toParameters(values) } : undefined;
  });
}

/** `prepare(sql, callback)` of a connection. A statement is recorded when it is executed, or here if it is invalid. */
function recordedFailure(prepare: Method): Method {
  return function (options, callback, ...rest) {
    const sql: unknown = typeof options === 'string' ? options : (options as { sql?: unknown } | undefined)?.sql;
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
