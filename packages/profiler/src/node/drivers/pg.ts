import { isPromise } from 'oriel-core/http';
import { currentScope, runInTrace, NullTrace } from 'oriel-core/trace';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { settle } from '../own-frames.ts';
import { expectConnection, measuringWait } from './connection-wait.ts';
import { keepScope, outsideScope } from './keep-scope.ts';
import { recordQuery } from './record-query.ts';
import type { RecordedQuery } from './record-query.ts';
import { replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';

/** Records queries of the clients of `pg`: with callbacks, promises, cursors and streams. */
export const pgLibrary: LibraryWatch<{ prototype: object }> = {
  name: 'pg',
  majors: [8],
  tested: '8.23',
  files: { 'lib/client.js': 'module.exports' },
  watch({ prototype }) {
    replaceMethod(prototype, 'connect', outsideScope);
    replaceMethod(prototype, 'query', recorded);
  },
};

/** Records queries of a pool, and the wait for a connection. Its callbacks run in the scope of their request. */
export const pgPoolLibrary: LibraryWatch<{ prototype: object }> = {
  name: 'pg-pool',
  majors: [3],
  tested: '3.14',
  files: { 'index.js': 'module.exports' },
  watch({ prototype }) {
    // A client that another request releases calls the callback of the next one that waits.
    replaceMethod(prototype, 'connect', (connect) => measuringWait('pg', connect));
    replaceMethod(prototype, 'query', recorded);
  },
};

interface QueryConfig {
  readonly submit?: unknown;
  readonly text?: unknown;
  readonly name?: unknown;
  readonly values?: unknown;
  readonly callback?: unknown;
  readonly cursor?: QueryConfig;
}

function recorded(query: Method): Method {
  return function (...args) {
    if (!currentScope().trace.recording) return query.apply(this, args);
    const config: QueryConfig = typeof args[0] === 'string' ? { text: args[0] } : (args[0] ?? {});
    // A stream of pg-query-stream has its statement in a cursor.
    const statement = config.text === undefined ? (config.cursor ?? config) : config;
    const sql = typeof statement.text === 'string' ? statement.text : preparedText(this, config.name);
    if (sql === undefined) return query.apply(this, args);
    const values = Array.isArray(args[1]) ? args[1] : statement.values;
    const record = recordQuery('pg', sql, Array.isArray(values) ? values : [], 'postgresql');
    const end = (error: unknown, result?: unknown): void => {
      record.rows = getRows(result);
      record.error = error ?? undefined;
      record.end();
    };
    if (typeof config.submit === 'function') observeSubmittable(config, record);
    else replaceCallback(args, config, end);
    let result: unknown;
    try {
      // The pool passes the query to a client, which must not record it again.
      expectConnection(record);
      result = runInTrace(NullTrace, () => query.apply(this, args));
    } catch (error) {
      end(error);
      throw error;
    } finally {
      expectConnection(undefined);
    }
    return isPromise(result) ? settle(result, end) : result;
  };
}

// A prepared statement may be executed by its name alone.
function preparedText(client: unknown, name: unknown): string | undefined {
  const { connection } = client as { connection?: { parsedStatements?: Record<string, unknown> } };
  const text = typeof name === 'string' ? connection?.parsedStatements?.[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}

// pg writes the callback into the configuration of the application, which may pass that again.
const originals = new WeakMap<object, Method>();

function replaceCallback(args: unknown[], config: QueryConfig, end: (error: unknown, result: unknown) => void): void {
  const index = args.findLastIndex((argument) => typeof argument === 'function');
  const given = index > 0 ? args[index] : config.callback;
  if (typeof given !== 'function') return;
  const callback = keepScope(originals.get(given) ?? (given as Method));
  const replacement: Method = function (...results) {
    end(results[0], results[1]);
    return callback.apply(this, results);
  };
  originals.set(replacement, originals.get(given) ?? (given as Method));
  if (index > 0) args[index] = replacement;
  else args[0] = Object.create(config, { callback: { value: replacement, writable: true, enumerable: true } });
}

interface Result {
  readonly rowCount?: number | null;
  readonly rows?: readonly unknown[];
}

// A text with several statements has several results.
function getRows(result: unknown): number {
  if (Array.isArray(result)) return result.reduce<number>((sum, element) => sum + getRows(element), 0);
  const { rows, rowCount } = (result ?? {}) as Result;
  return rows?.length || (rowCount ?? 0);
}

/**
 * Observes a query object of `pg` that the application created: a cursor, a stream of rows or a `Query`. The client calls
 * its methods when something arrives; they emit the events of the application, so they run in the scope of the request.
 */
function observeSubmittable(query: object, record: RecordedQuery): void {
  const observers: Record<string, (argument: unknown) => void> = {
    handleRowDescription() {},
    handlePortalSuspended() {},
    handleEmptyQuery() {},
    handleDataRow: () => void record.rows++,
    handleCommandComplete: (message) => (record.rows ||= affectedRows(message)),
    handleReadyForQuery: () => record.end(),
    handleError: (error) => {
      record.error = error;
      record.end();
    },
  };
  const methods = query as Record<string, unknown>;
  for (const [name, observe] of Object.entries(observers)) {
    const original = methods[name];
    if (typeof original !== 'function') continue;
    Object.defineProperty(query, name, {
      value: keepScope(function (...args: unknown[]) {
        observe(args[0]);
        return (original as Method).apply(this, args);
      }),
      writable: true,
      configurable: true,
      enumerable: Object.getOwnPropertyDescriptor(query, name)?.enumerable ?? false,
    });
  }
}

// The text is a command and its numbers, such as "INSERT 0 3".
function affectedRows(message: unknown): number {
  const last = String((message as { text?: unknown }).text)
    .split(' ')
    .at(-1);
  return Number(last) || 0;
}
