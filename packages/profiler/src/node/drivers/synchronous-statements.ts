import { currentScope } from 'oriel-core/trace';
import { callMethod, caught } from '../own-frames.ts';
import { recordQuery } from './record-query.ts';
import type { RecordedQuery } from './record-query.ts';
import { copySignature, replaceMethod } from './replace-method.ts';
import type { Method } from './replace-method.ts';

/**
 * Records `exec(sql)`, and `prepare(sql)` if it fails, of a prototype of databases.
 *
 * @param watchStatement is called with each prepared statement. A wrapper of its own would add frames to stacks of errors, which
 *   have 10 frames at most: those of the application that do not fit are lost
 */
export function recordDatabase(prototype: object, watchStatement?: (statement: object) => void): void {
  replaceMethod(prototype, 'exec', (exec) => recorded(exec, ([sql]) => ({ sql, parameters: [] }), noRows));
  replaceMethod(prototype, 'prepare', (prepare) => {
    return function (...args) {
      try {
        const statement = callMethod(prepare, this, args) as object;
        watchStatement?.(statement);
        return statement;
      } catch (error) {
        const [sql] = args;
        if (typeof sql === 'string' && currentScope().trace.recording)
          endQuery(recordQuery(LIBRARY, sql, [], 'sqlite'), error);
        throw error;
      }
    };
  });
}

/** A statement and its parameters. */
export interface Statement {
  readonly sql: unknown;
  readonly parameters: readonly unknown[];
}

/**
 * Records `run`, `get`, `all` and `iterate` of a prototype of prepared statements.
 *
 * @param statementOf returns the statement for the arguments of a call
 */
export function recordStatements(prototype: object, statementOf: (args: unknown[], self: unknown) => Statement): void {
  replaceMethod(prototype, 'run', (run) => recorded(run, statementOf, changedRows));
  replaceMethod(prototype, 'get', (get) => recorded(get, statementOf, (row) => (row === undefined ? 0 : 1)));
  replaceMethod(prototype, 'all', (all) => recorded(all, statementOf, (rows) => (rows as unknown[]).length));
  replaceMethod(prototype, 'iterate', (iterate) => recorded(iterate, statementOf, undefined));
}

/** Returns the parameters of a call: values, a list of them, or an object of named ones. */
export function getParameters(args: unknown[]): readonly unknown[] {
  return args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
}

const LIBRARY = 'SQLite';

function recorded(
  method: Method,
  statementOf: (args: unknown[], self: unknown) => Statement,
  countRows: ((result: unknown) => number) | undefined,
): Method {
  return function (...args) {
    if (!currentScope().trace.recording) return callMethod(method, this, args);
    const { sql, parameters } = statementOf(args, this);
    if (typeof sql !== 'string') return callMethod(method, this, args);
    const query = recordQuery(LIBRARY, sql, parameters, 'sqlite');
    try {
      const result = callMethod(method, this, args);
      if (countRows) query.rows = countRows(result);
      else return observeIterator(result as Iterator<unknown>, query);
      query.end();
      return result;
    } catch (error) {
      endQuery(query, error);
      throw error;
    }
  };
}

// The query ends with the last row, or when the application stops reading.
function observeIterator(iterator: Iterator<unknown>, query: RecordedQuery): Iterator<unknown> {
  const observe = (name: 'next' | 'return'): void => {
    const original = iterator[name] as Method | undefined;
    if (original === undefined) return;
    const value: Method = function (...args) {
      try {
        const result = callMethod(original, this, args) as IteratorResult<unknown>;
        if (result.done === true || name === 'return') query.end();
        else query.rows++;
        return result;
      } catch (error) {
        endQuery(query, error);
        throw caught(error); // node-do-not-add-exception-line
      }
    };
    copySignature(value, original);
    Object.defineProperty(iterator, name, { value, writable: true, configurable: true });
  };
  observe('next');
  observe('return');
  return iterator;
}

function endQuery(query: RecordedQuery, error: unknown): void {
  query.error = error;
  query.end();
}

const noRows = (): number => 0;

function changedRows(result: unknown): number {
  return Number((result as { changes?: number | bigint }).changes ?? 0);
}
