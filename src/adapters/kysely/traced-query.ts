import { isPromise } from '../../http/index.ts';
import { currentScope } from '../../trace/index.ts';

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
  const id = trace.begin('db', sql.slice(0, LONGEST_NAME), span, { sql, parameters, caller: findCaller() });
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

const LONGEST_NAME = 200;
const FRAMES = 24;
const OWN_FOLDER = new URL('../../', import.meta.url).href;

// The first frame that is neither Oriel's, nor a dependency's, nor Node's: async frames reach through `await`.
function findCaller(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n').slice(2)) {
    const place = /(?:\(|at (?:async )?)((?:file:\/\/|\/)[^()]+:\d+:\d+)\)?$/.exec(line)?.[1];
    if (place === undefined || place.includes('/node_modules/') || place.startsWith(OWN_FOLDER)) continue;
    return place.replace('file://', '').replace(`${process.cwd()}/`, '').replace(/:\d+$/, '');
  }
  return undefined;
}
