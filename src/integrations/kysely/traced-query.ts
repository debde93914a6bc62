import { isPromise } from '../../core/http/promises.ts';
import { currentScope } from '../../core/trace/current.ts';
import type { Trace } from '../../core/trace/trace.ts';
import { QueryCallers } from './query-caller.ts';

/**
 * Runs a statement and, when the running request is recorded, shows it there: SQL, parameters, rows, and where in the
 * application it was asked for. Elsewhere it just runs. A statement that is waited for is shown until it ends.
 */
export function tracedQuery<T>(
  sql: string,
  parameters: readonly unknown[],
  run: () => T,
  rowsOf: (result: Awaited<T>) => number,
): T {
  const { trace, span } = currentScope();
  if (!trace.recording) return run();
  const id = begin(trace, span, sql, parameters);
  const ended = (result: Awaited<T>): Awaited<T> => {
    trace.end(id, { rows: rowsOf(result) });
    return result;
  };
  const failed = (error: unknown): never => {
    trace.end(id, undefined, error instanceof Error ? error.message : String(error));
    throw error;
  };
  let result: T;
  try {
    result = run();
  } catch (error) {
    return failed(error);
  }
  return isPromise(result)
    ? (result.then((value) => ended(value as Awaited<T>), failed) as T)
    : ended(result as Awaited<T>);
}

/** The same for rows that come one by one: the query lasts until the last of them was taken, or nobody wants more. */
export function tracedRows<T>(
  sql: string,
  parameters: readonly unknown[],
  rows: () => IterableIterator<T>,
): IterableIterator<T> {
  return currentScope().trace.recording ? recordedRows(sql, parameters, rows) : rows();
}

function* recordedRows<T>(sql: string, parameters: readonly unknown[], rows: () => Iterable<T>): Generator<T> {
  const query = beginQuery(sql, parameters);
  try {
    for (const row of rows()) {
      query.rows++;
      yield row;
    }
  } catch (error) {
    query.error = error;
    throw error;
  } finally {
    query.end();
  }
}

/** The same for chunks of rows that are waited for. */
export function tracedChunks<T extends { readonly rows: readonly unknown[] }>(
  sql: string,
  parameters: readonly unknown[],
  chunks: () => AsyncIterableIterator<T>,
): AsyncIterableIterator<T> {
  return currentScope().trace.recording ? recordedChunks(sql, parameters, chunks) : chunks();
}

async function* recordedChunks<T extends { readonly rows: readonly unknown[] }>(
  sql: string,
  parameters: readonly unknown[],
  chunks: () => AsyncIterable<T>,
): AsyncGenerator<T> {
  const query = beginQuery(sql, parameters);
  try {
    for await (const chunk of chunks()) {
      query.rows += chunk.rows.length;
      yield chunk;
    }
  } catch (error) {
    query.error = error;
    throw error;
  } finally {
    query.end();
  }
}

function beginQuery(sql: string, parameters: readonly unknown[]) {
  const { trace, span } = currentScope();
  const id = begin(trace, span, sql, parameters);
  return {
    rows: 0,
    error: undefined as unknown,
    end(): void {
      const { error, rows } = this;
      if (error === undefined) trace.end(id, { rows });
      else trace.end(id, { rows }, error instanceof Error ? error.message : String(error));
    },
  };
}

function begin(trace: Trace, parent: number, sql: string, parameters: readonly unknown[]): number {
  const caller = CALLERS.of(sql, trace.spans[parent - 1]?.name ?? '');
  return trace.begin('db', sql.slice(0, LONGEST_NAME), parent, { sql, parameters, caller });
}

const CALLERS = new QueryCallers();
const LONGEST_NAME = 200;
