import { types } from 'node:util';
import { currentScope, runInTrace, NullTrace } from 'oriel-core/trace';
import type { DatabaseSystem } from 'oriel-core/trace';
import { withoutOwnFrames } from '../own-frames.ts';
import { expectConnection } from './connection-wait.ts';
import { keepScope } from './keep-scope.ts';
import { observeCommand } from './mysql2-results.ts';
import { recordQuery } from './record-query.ts';
import type { RecordedQuery } from './record-query.ts';
import type { Method } from './replace-method.ts';

/** How a method of a driver is recorded that runs a statement. */
export interface StatementMethod {
  readonly library: string;
  /** Returns the statement of a call; undefined if the call runs none. */
  readonly statementOf: (args: readonly unknown[], self: unknown) => StatementCall | undefined;
  /** Returns the number of rows for the value of the promise, or the arguments of the callback after the error. */
  readonly rowsOf: (self: unknown, ...results: unknown[]) => number;
  /** Returns the database, once the statement has ended. */
  readonly systemOf: (self: unknown) => DatabaseSystem;
}

/** A statement and its parameters. */
export interface StatementCall {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Returns a method that records its statement until its callback is called, its promise is settled, or the emitter that it
 * returns has ended. The callback runs in the scope of its request. What the method calls of the driver is not recorded again.
 */
export function recordedCalls(method: Method, { library, statementOf, rowsOf, systemOf }: StatementMethod): Method {
  return function (...args) {
    const statement = currentScope().trace.recording ? statementOf(args, this) : undefined;
    if (statement === undefined) return method.apply(this, args);
    const query = recordQuery(library, statement.sql, statement.parameters);
    const end = (error: unknown, self: unknown, ...results: unknown[]): void => {
      query.error = error ?? undefined;
      query.system = systemOf(this);
      if (query.error === undefined) query.rows = rowsOf(self, ...results);
      query.end();
    };
    const hasCallback = replaceLastCallback(args, end);
    // The result may be an emitter, whose listeners run in the scope of the request.
    const observe = keepScope((emitter: object) =>
      observeCommand(
        emitter,
        observedQuery(query, () => systemOf(this)),
      ),
    );
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
    if (types.isPromise(result))
      return result.then(
        (value) => (end(undefined, this, value), value),
        (error: unknown) => {
          end(error, this);
          throw withoutOwnFrames(error);
        },
      );
    if (!hasCallback && typeof result === 'object' && result !== null) observe(result);
    return result;
  };
}

type End = (error: unknown, self: unknown, ...results: unknown[]) => void;

/** Returns whether the arguments contain a callback, which is called with an error or with results. */
function replaceLastCallback(args: unknown[], end: End): boolean {
  const index = args.findLastIndex((argument) => typeof argument === 'function');
  if (index < 0) return false;
  const callback = keepScope(args[index] as Method);
  args[index] = function (this: unknown, error: unknown, ...results: unknown[]) {
    end(error, this, ...results);
    return callback.call(this, withoutOwnFrames(error), ...results);
  };
  return true;
}

function observedQuery(query: RecordedQuery, systemOf: () => DatabaseSystem): RecordedQuery {
  const end = query.end.bind(query);
  query.end = () => {
    query.system = systemOf();
    end();
  };
  return query;
}

/** Reads `(sql, values?, callback?)` or `({ sql, values }, callback?)`. */
export function readStatement([first, second]: readonly unknown[]): StatementCall | undefined {
  const options = (typeof first === 'string' ? { sql: first } : (first ?? {})) as { sql?: unknown; values?: unknown };
  if (typeof options.sql !== 'string') return undefined;
  const values = typeof second === 'function' || second === undefined ? options.values : second;
  return { sql: options.sql, parameters: toParameters(values) };
}

// Named placeholders have an object.
function toParameters(values: unknown): readonly unknown[] {
  if (Array.isArray(values)) return values;
  return values === undefined || values === null || typeof values === 'function' ? [] : [values];
}

/** Reads `(value, …, callback?)`, where the values may be one list or one object of named values. */
export function readCallArguments(args: readonly unknown[]): readonly unknown[] {
  const values = args.filter((argument) => typeof argument !== 'function');
  return values.length === 1 && Array.isArray(values[0]) ? (values[0] as unknown[]) : values;
}
