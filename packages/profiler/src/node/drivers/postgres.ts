import { performance } from 'oriel-core/builtins';
import { currentScope, runInTrace, findCaller, NullTrace } from 'oriel-core/trace';
import type { TraceScope } from 'oriel-core/trace';
import { OPEN_CONNECTION, POOL_WAIT } from '../../record/findings/pool-wait.ts';
import type { LibraryWatch } from '../loading/library-watch.ts';
import { recordQuery } from './record-query.ts';
import type { RecordedQuery } from './record-query.ts';
import { onFirstSet, replaceMethod } from './replace-method.ts';

/**
 * Records queries of `postgres` (postgres.js), of both of its builds. A query is a promise that starts when it is awaited,
 * so its caller is found when it is created. The constructor is observed by the members that it sets.
 */
export const postgresLibrary: LibraryWatch<{ prototype?: object }> = {
  name: 'postgres',
  majors: [3],
  tested: '3.4',
  files: Object.fromEntries(
    ['', 'cjs/'].flatMap((folder) => [
      [`${folder}src/query.js`, 'Query'],
      [`${folder}src/index.js`, [{ line: 'function handler(query) {', call: 'queue(query)' }]],
      [`${folder}src/connection.js`, [{ line: 'initial = query', call: 'open(query)' }]],
    ]),
  ),
  watch({ prototype }) {
    if (prototype === undefined)
      return { queue: startWait, open: (query: Query) => setWaitName(query, OPEN_CONNECTION) };
    onFirstSet<Query>(prototype, 'state', (query) => {
      const scope = currentScope();
      if (!scope.trace.recording) return;
      const value: Pending = { query, scope, caller: scope.caller ?? getCaller(query), values: {} };
      Object.defineProperty(query, PENDING, { value });
    });
    onFirstSet<Query>(prototype, 'parameters', begin);
    replaceMethod(prototype, 'handle', (handle) => {
      return function () {
        const query = this as Query;
        if (query.executed || query[PENDING] === undefined) return handle.call(this);
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
  readonly [PENDING]?: Pending;
}

interface Pending {
  readonly query: Query;
  readonly scope: TraceScope;
  readonly caller: string | undefined;
  /** The members of the query that are wrapped when they are read. */
  readonly values: Record<string, unknown>;
  record?: RecordedQuery;
  /** The wait for a connection, until the query is the one that its connection runs. */
  wait?: { name: string; readonly began: number } | undefined;
}

// A property and not an entry of a WeakMap, whose values survive until the next full garbage collection.
const PENDING = Symbol('oriel.query');
const callers = new WeakMap<readonly string[], string | undefined>();

// The strings of a template are the same object for each execution of the same line.
function getCaller({ tagged, strings }: Query): string | undefined {
  if (!tagged) return findCaller();
  if (!callers.has(strings)) callers.set(strings, findCaller());
  return callers.get(strings);
}

/** Begins the record of a query when a connection has built its text, from fragments and parameters. */
function begin(query: Query, parameters: unknown): void {
  const found = query[PENDING];
  if (found === undefined || found.record) return;
  const sql = query.string ?? query.strings.join('…');
  const values = Array.isArray(parameters) ? [...(parameters as unknown[])] : [];
  const { trace, span } = found.scope;
  found.record = runInTrace(trace, () => recordQuery('postgres', sql, values, 'postgresql', found.caller), span);
  endWait(found);
}

/** A query of the pool, not of a transaction, is about to get a connection. */
function startWait(query: Query): void {
  const found = query[PENDING];
  if (found !== undefined) found.wait = { name: POOL_WAIT, began: performance.now() };
}

function setWaitName(query: Query, name: string): void {
  const wait = query?.[PENDING]?.wait;
  if (wait !== undefined) wait.name = name;
}

/** A connection sends a query before it has the results of those before, so the query runs if it is the active one as well. */
function endWait(found: Pending): void {
  const { wait, record, values } = found;
  if (wait === undefined || record === undefined || values['active'] !== true) return;
  found.wait = undefined;
  const now = performance.now();
  if (now - wait.began >= 1) record.delay(wait.name, wait.began, now);
}

type AnyFunction = (...args: unknown[]) => unknown;
type Wrap = (found: Pending, value: AnyFunction) => AnyFunction;

// An iterator replaces these members for each batch of rows, so they are wrapped when the connection reads them.
const MEMBERS: Readonly<Record<string, Wrap>> = {
  resolve: (found, resolve) => (result) => {
    end(found, undefined, result);
    return resolve(result);
  },
  reject: (found, reject) => (error) => {
    end(found, error);
    return reject(error);
  },
  cursorFn: (found, callback) => (batch) => {
    if (found.record) found.record.rows += countRows(batch);
    return runInTrace(found.scope.trace, () => callback(batch), found.scope.span);
  },
  active: (_, value) => value,
  forEachFn:
    ({ scope: { trace, span } }, callback) =>
    (...row) =>
      runInTrace(trace, () => callback(...row), span),
};

function end(found: Pending, error: unknown, result?: unknown): void {
  begin(found.query, []);
  const { record } = found;
  if (!record) return;
  record.rows ||= countRows(result);
  record.error = error;
  record.end();
}

function observe(query: Query): void {
  const members = query as unknown as Record<string, unknown>;
  const { values } = query[PENDING]!;
  for (const [name, accessor] of ACCESSORS) {
    const value = members[name];
    if (value === undefined && !OPTIONAL.has(name)) continue;
    values[name] = value;
    Object.defineProperty(query, name, { ...accessor, enumerable: value !== undefined });
  }
}

const OPTIONAL: ReadonlySet<string> = new Set(['cursorFn', 'forEachFn']);

// All queries share the functions. V8 would keep functions of a single query in a hidden class of their own, and with them the
// memory of the query until the next full garbage collection.
const ACCESSORS = Object.entries(MEMBERS).map(([name, wrap]) => {
  const accessor = {
    get(this: Query): unknown {
      const found = this[PENDING];
      const value = found?.values[name];
      return typeof value === 'function' ? wrap(found!, value as AnyFunction) : value;
    },
    set(this: Query, given: unknown) {
      const found = this[PENDING];
      if (!found) return;
      found.values[name] = given;
      if (name === 'active') endWait(found);
    },
    configurable: true,
  };
  return [name, accessor] as const;
});

// A text with several statements has several results. The count is that of the command, such as "INSERT 0 3".
function countRows(result: unknown): number {
  if (!Array.isArray(result)) return 0;
  const { count } = result as { count?: number | null };
  if (typeof count === 'number') return count;
  return Array.isArray(result[0]) && count === undefined
    ? result.reduce<number>((sum, element) => sum + countRows(element), 0)
    : result.length;
}
