import { currentScope, runInTrace } from '../../core/trace/current.ts';
import type { TraceScope } from '../../core/trace/current.ts';
import { findCaller } from '../../core/trace/query-caller.ts';
import { NullTrace } from '../../core/trace/trace.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { recordQuery } from './record-query.ts';
import type { RecordedQuery } from './record-query.ts';
import { onFirstSet, replaceMethod } from './replace-method.ts';

/**
 * Records queries of `postgres` (postgres.js), of both of its builds. A query is a promise that starts when it is awaited,
 * so its caller is found when it is created. The constructor is observed by the members that it sets.
 */
export const postgresLibrary: LibraryWatch<{ prototype: object }> = {
  name: 'postgres',
  majors: [3],
  tested: '3.4',
  files: { 'src/query.js': 'Query', 'cjs/src/query.js': 'Query' },
  watch({ prototype }) {
    onFirstSet<Query>(prototype, 'state', (query) => {
      const scope = currentScope();
      if (scope.trace.recording) pending.set(query, { scope, caller: callerOf(query) });
    });
    onFirstSet<Query>(prototype, 'parameters', begin);
    replaceMethod(prototype, 'handle', (handle) => {
      return function () {
        const query = this as Query;
        if (query.executed || !pending.has(query)) return handle.call(this);
        observe(query);
        // Connections are opened outside of the request, because they serve others later.
        return runInTrace(NullTrace, () => handle.call(this));
      };
    });
  },
};

interface Query {
  readonly tagged: boolean;
  readonly strings: readonly string[];
  readonly executed: boolean;
  readonly string?: string;
}

interface Pending {
  readonly scope: TraceScope;
  readonly caller: string | undefined;
  record?: RecordedQuery;
}

const pending = new WeakMap<Query, Pending>();
const callers = new WeakMap<readonly string[], string | undefined>();

// The strings of a template are the same object for each execution of the same line.
function callerOf({ tagged, strings }: Query): string | undefined {
  if (!tagged) return findCaller();
  if (!callers.has(strings)) callers.set(strings, findCaller());
  return callers.get(strings);
}

/** Begins the record of a query when a connection has built its text, from fragments and parameters. */
function begin(query: Query, parameters: unknown): void {
  const found = pending.get(query);
  if (found === undefined || found.record) return;
  const sql = query.string ?? query.strings.join('…');
  const values = Array.isArray(parameters) ? [...(parameters as unknown[])] : [];
  const { trace, span } = found.scope;
  found.record = runInTrace(trace, () => recordQuery('postgres', sql, values, 'postgresql', found.caller), span);
}

type AnyFunction = (...args: unknown[]) => unknown;

// An iterator replaces these members for each batch of rows, so they are wrapped when the connection reads them.
function observe(query: Query): void {
  const found = pending.get(query)!;
  const end = (error: unknown, result?: unknown): void => {
    begin(query, []);
    const { record } = found;
    if (!record) return;
    record.rows ||= countRows(result);
    record.error = error;
    record.end();
  };
  wrapWhenRead(query, 'resolve', (resolve) => (result) => {
    end(undefined, result);
    return resolve(result);
  });
  wrapWhenRead(query, 'reject', (reject) => (error) => {
    end(error);
    return reject(error);
  });
  const { trace, span } = found.scope;
  wrapWhenRead(query, 'cursorFn', (callback) => (batch) => {
    if (found.record) found.record.rows += countRows(batch);
    return runInTrace(trace, () => callback(batch), span);
  });
  wrapWhenRead(
    query,
    'forEachFn',
    (callback) =>
      (...row) =>
        runInTrace(trace, () => callback(...row), span),
  );
}

function wrapWhenRead(query: object, name: string, wrap: (value: AnyFunction) => AnyFunction): void {
  const members = query as Record<string, unknown>;
  let value = members[name];
  if (value === undefined && name !== 'cursorFn' && name !== 'forEachFn') return;
  Object.defineProperty(query, name, {
    get: () => (typeof value === 'function' ? wrap(value as AnyFunction) : value),
    set(given) {
      value = given;
    },
    enumerable: value !== undefined,
    configurable: true,
  });
}

// A text with several statements has several results. The count is that of the command, such as "INSERT 0 3".
function countRows(result: unknown): number {
  if (!Array.isArray(result)) return 0;
  const { count } = result as { count?: number | null };
  if (typeof count === 'number') return count;
  return Array.isArray(result[0]) && count === undefined
    ? result.reduce<number>((sum, each) => sum + countRows(each), 0)
    : result.length;
}
