import { getMessage } from '../http/problem.ts';
import { readableError } from './has-proxy.ts';
import { isPromise } from '../http/promises.ts';
import { currentScope, runInTrace } from './current.ts';
import { rethrown } from './rethrown.ts';
import { NullTrace } from './trace.ts';
import type { Trace } from './trace.ts';
import { rememberFailedCall } from './failed-calls.ts';
import { copyParameters } from './copy-parameters.ts';
import { QueryCallers } from './query-caller.ts';

/** A database, by its name in the semantic conventions of OpenTelemetry. */
export type DatabaseSystem = 'mariadb' | 'mysql' | 'postgresql' | 'sqlite';

/**
 * Runs a statement and records it as a span of the running request, with SQL, parameters, rows and caller. Outside of a
 * recorded request it only runs the statement. If `run` returns a promise, the span ends when the promise settles.
 */
export function tracedQuery<T>(
  sql: string,
  parameters: readonly unknown[],
  run: () => T,
  getRowCount: (result: Awaited<T>) => number,
  system?: DatabaseSystem,
): T {
  const { trace, span } = currentScope();
  if (!trace.recording) return run();
  const id = begin(trace, span, sql, parameters);
  const described = system === undefined ? undefined : { system };
  const ended = (result: Awaited<T>): Awaited<T> => {
    trace.end(id, { rows: getRowCount(result), ...described });
    return result;
  };
  const failed = (error: unknown): never => {
    rememberFailedCall(error, trace.spans[id - 1]?.details?.['caller']);
    trace.end(id, described, getMessage(readableError(error)));
    throw rethrown(error); // node-do-not-add-exception-line
  };
  let result: T;
  try {
    // The recorder of `oriel/register` watches drivers, too, and would record the statement again.
    result = runInTrace(NullTrace, run);
  } catch (error) {
    return failed(error);
  }
  return isPromise(result)
    ? (result.then((value) => ended(value as Awaited<T>), failed) as T)
    : ended(result as Awaited<T>);
}

/** Like {@link tracedQuery}, for an iterator of rows. The span ends with the last row, or when the consumer stops. */
export function tracedRows<T>(
  sql: string,
  parameters: readonly unknown[],
  rows: () => IterableIterator<T>,
  system?: DatabaseSystem,
): IterableIterator<T> {
  return currentScope().trace.recording ? recordedRows(sql, parameters, rows, system) : rows();
}

function* recordedRows<T>(
  sql: string,
  parameters: readonly unknown[],
  rows: () => Iterable<T>,
  system: DatabaseSystem | undefined,
): Generator<T> {
  const query = beginQuery(sql, parameters, undefined, system);
  try {
    for (const row of runInTrace(NullTrace, rows)) {
      query.rows++;
      yield row;
    }
  } catch (error) {
    query.error = error;
    throw rethrown(error); // node-do-not-add-exception-line
  } finally {
    query.end();
  }
}

/** Like {@link tracedRows}, for an asynchronous iterator of chunks. */
export function tracedChunks<T extends { readonly rows: readonly unknown[] }>(
  sql: string,
  parameters: readonly unknown[],
  chunks: () => AsyncIterableIterator<T>,
  system?: DatabaseSystem,
): AsyncIterableIterator<T> {
  return currentScope().trace.recording ? recordedChunks(sql, parameters, chunks, system) : chunks();
}

async function* recordedChunks<T extends { readonly rows: readonly unknown[] }>(
  sql: string,
  parameters: readonly unknown[],
  chunks: () => AsyncIterable<T>,
  system: DatabaseSystem | undefined,
): AsyncGenerator<T> {
  const query = beginQuery(sql, parameters, undefined, system);
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

/**
 * Starts a query in the profile of the running request, for drivers with callbacks. Call `end` once it is done.
 *
 * @param caller file and line, if the driver found them before; otherwise they are those of the stack
 * @param system the database, if it is known; may be set until the end
 */
export function beginQuery(sql: string, parameters: readonly unknown[], caller?: string, system?: DatabaseSystem) {
  const { trace, span, caller: known } = currentScope();
  const id = begin(trace, span, sql, parameters, caller ?? known);
  return {
    rows: 0,
    error: undefined as unknown,
    system,
    /** Records that the query waited for a connection since `began`. It starts now. */
    delay(name: string, began: number, now: number): void {
      trace.add('user', name, span, began, now);
      trace.restart(id);
    },
    end(): void {
      const { error, rows, system: database } = this;
      const details = database === undefined ? { rows } : { rows, system: database };
      if (error === undefined) return trace.end(id, details);
      rememberFailedCall(error, trace.spans[id - 1]?.details?.['caller']);
      trace.end(id, details, getMessage(readableError(error)));
    },
  };
}

function begin(
  trace: Trace,
  parent: number,
  sql: string,
  parameters: readonly unknown[],
  caller = CALLERS.of(sql, trace.spans[parent - 1]?.name ?? ''),
): number {
  return trace.begin('db', sql.slice(0, MAX_NAME_LENGTH), parent, {
    sql,
    parameters: copyParameters(parameters),
    caller,
  });
}

const CALLERS = new QueryCallers();
const MAX_NAME_LENGTH = 200;
