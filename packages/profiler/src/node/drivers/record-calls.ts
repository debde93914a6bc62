import { types } from 'node:util';
import { currentScope, runInTrace, NullTrace } from 'oriel-core/trace';
import type { DatabaseSystem } from 'oriel-core/trace';
import { settle, withoutOwnFrames } from '../own-frames.ts';
import { expectConnection } from './connection-wait.ts';
import { keepScope } from './keep-scope.ts';
import { recordQuery } from './record-query.ts';
import type { RecordedQuery } from './record-query.ts';
import type { Method } from './replace-method.ts';

/** What the methods of a driver have in common that run statements. */
interface Driver {
  readonly library: string;
  /** Returns the number of rows for the value of the promise, or the arguments of the callback after the error. */
  readonly getRowCount: (self: unknown, ...results: unknown[]) => number;
  /** Returns the database, once the statement has ended. */
  readonly getDatabase: (self: unknown) => DatabaseSystem;
}

/** A statement and its parameters. */
export interface StatementCall {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Returns the statement of a call; undefined if the call runs none. */
type ReadCall = (args: readonly unknown[], self: unknown) => StatementCall | undefined;

/**
 * Returns a function that wraps a method of a driver: it records its statement until its callback is called, its promise is settled, or
 * the emitter that it returns has ended. The callback runs in the scope of its request. What the method calls of the driver is not
 * recorded again.
 */
export function recordCalls({
  library,
  getRowCount,
  getDatabase,
}: Driver): (method: Method, statementOf?: ReadCall) => Method {
  return (method, statementOf = readStatement) =>
    function (...args) {
      const statement = currentScope().trace.recording ? statementOf(args, this) : undefined;
      if (statement === undefined) return method.apply(this, args);
      const query = recordQuery(library, statement.sql, statement.parameters);
      const endQuery = query.end.bind(query);
      query.end = () => {
        query.system = getDatabase(this);
        endQuery();
      };
      const end = (error: unknown, self: unknown, ...results: unknown[]): void => {
        query.error = error ?? undefined;
        if (query.error === undefined) query.rows = getRowCount(self, ...results);
        query.end();
      };
      const hasCallback = replaceLastCallback(args, end);
      // The result may be an emitter, whose listeners run in the scope of the request.
      const observe = keepScope((emitter: object) => observeEmitter(emitter, query));
      let result: unknown;
      try {
        expectConnection(query);
        result = runInTrace(NullTrace, () => method.apply(this, args));
      } catch (error) {
        end(error, this);
        throw error;
      } finally {
        expectConnection(undefined);
      }
      if (types.isPromise(result)) return settle(result, (error, value) => end(error, this, value));
      if (!hasCallback && typeof result === 'object' && result !== null) observe(result);
      return result;
    };
}

type End = (error: unknown, self: unknown, ...results: unknown[]) => void;

/** Returns whether the arguments contain a callback, which is called with an error or with results. */
function replaceLastCallback(args: unknown[], end: End): boolean {
  const index = args.findLastIndex((argument) => typeof argument === 'function');
  // The options of mysql2 may have it.
  const options = args[0] as { onResult?: unknown } | null | undefined;
  const given = index < 0 ? options?.onResult : args[index];
  if (typeof given !== 'function') return false;
  const callback = keepScope(given as Method);
  const replacement = function (this: unknown, error: unknown, ...results: unknown[]): unknown {
    end(error, this, ...results);
    return callback.call(this, withoutOwnFrames(error), ...results);
  };
  if (index < 0) options!.onResult = replacement;
  else args[index] = replacement;
  return true;
}

/** Observes the events of a command without a callback. They are emitted in the scope of the request that created it. */
function observeEmitter(command: object, query: RecordedQuery): void {
  const { emit } = command as { emit?: Method };
  if (typeof emit !== 'function') return;
  // The list of fields comes before the rows of a result. A statement without rows has none.
  let fields: unknown;
  const value = keepScope(function (this: unknown, ...args: unknown[]) {
    const [event, argument] = args;
    if (event === 'fields') fields = argument;
    if (event === 'result') query.rows += fields === undefined ? countRows(argument, undefined) : 1;
    if (event === 'data') query.rows++;
    if (event === 'error') query.error = withoutOwnFrames(argument);
    if (event === 'end' || event === 'error') query.end();
    return emit.apply(this, args);
  });
  Object.defineProperty(command, 'emit', { value, writable: true, configurable: true });
}

/** Reads `(sql, values?, callback?)` or `({ sql, values }, callback?)`. */
export function readStatement([first, second]: readonly unknown[]): StatementCall | undefined {
  const options = (typeof first === 'string' ? { sql: first } : (first ?? {})) as { sql?: unknown; values?: unknown };
  if (typeof options.sql !== 'string') return undefined;
  const values = typeof second === 'function' || second === undefined ? options.values : second;
  return { sql: options.sql, parameters: toParameters(values) };
}

/** Returns the parameters of a statement. Named placeholders have an object. */
export function toParameters(values: unknown): readonly unknown[] {
  if (Array.isArray(values)) return values;
  return values === undefined || values === null || typeof values === 'function' ? [] : [values];
}

/** Reads `(value, …, callback?)`, where the values may be one list or one object of named values. */
export function readCallArguments(args: readonly unknown[]): readonly unknown[] {
  const values = args.filter((argument) => typeof argument !== 'function');
  return values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values;
}

/** Returns the number of rows that a query of MySQL returned or changed. Several statements have several results and lists of fields. */
export function countRows(result: unknown, fields: unknown): number {
  if (!Array.isArray(result)) return (result as { affectedRows?: number } | undefined)?.affectedRows ?? 0;
  const several = Array.isArray(fields) && fields.some((field) => field === undefined || Array.isArray(field));
  return several ? result.reduce<number>((sum, element) => sum + countRows(element, undefined), 0) : result.length;
}
