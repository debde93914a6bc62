import { AsyncLocalStorage } from 'node:async_hooks';
import { types } from 'node:util';
import type { SpanKind, LogLevel, Trace } from './trace.ts';
import { NullTrace } from './trace.ts';
import { rethrown } from './rethrown.ts';
import { describeError } from '../http/problem.ts';
import { readableError } from './has-proxy.ts';
import { Date } from '../builtins/globals.ts';

/** The trace of the running request, and the id of the span that is open; 0 for the request itself. */
export interface TraceScope {
  readonly trace: Trace;
  readonly span: number;
  /** File and line of the application, where the stack does not have them: queries of a builder that is awaited. */
  readonly caller?: string | undefined;
  /** File and line of the last call of a mapper, for queries whose stack contains no code of the application. */
  readonly origin?: string | undefined;
}

/** Returns the trace scope of the running request. Outside a request, its trace records nothing. */
export function currentScope(): TraceScope {
  return scopes.getStore() ?? OUTSIDE_REQUEST;
}

/** Runs `work`, and the asynchronous work that it starts, in the trace scope of a request. Returns what `work` returns. */
export function runInTrace<T>(trace: Trace, work: () => T, span = 0): T {
  return scopes.run({ trace, span }, work);
}

/** Runs `work` in the current scope, whose queries are those of `caller`: file and line of the application. */
export function runWithCaller<T>(caller: string | undefined, work: () => T): T {
  const { trace, span: parent } = currentScope();
  return scopes.run({ trace, span: parent, caller }, work);
}

/** Returns the scope as it is stored; undefined outside of every scope. */
export function storedScope(): TraceScope | undefined {
  return scopes.getStore();
}

/** Makes a stored scope current for the rest of the synchronous execution and all asynchronous work that it starts. */
export function enterScope(scope: TraceScope | undefined): void {
  if (scopes.getStore() !== scope) scopes.enterWith(scope ?? OUTSIDE_REQUEST);
}

/** Sets {@link TraceScope.origin} for the rest of the synchronous execution and all asynchronous work that it starts. */
export function enterOrigin(origin: string | undefined): void {
  const scope = currentScope();
  if (scope.trace.recording) scopes.enterWith({ ...scope, origin });
}

/**
 * Makes a trace current for the rest of the synchronous execution and all asynchronous work that it starts. Use it where
 * the work is not a function that could be passed to {@link runInTrace}, such as in a subscriber of a diagnostics channel.
 */
export function enterTrace(trace: Trace): void {
  const scope = scopes.getStore();
  // Entering copies the values of all asynchronous storages.
  if (scope?.trace === trace && scope.span === 0) return;
  scopes.enterWith({ trace, span: 0 });
}

/**
 * Runs `work` and records it as a span in the profile of the running request. Outside a request, it only runs `work`.
 *
 * @param name the name of the span in the timeline
 * @param work a function; if it returns a promise, the span ends when the promise is settled
 * @param kind the kind of work; the panels select spans by it
 * @param details further data of the span, shown in its panel
 * @returns the return value of `work`
 * @throws what `work` throws; the span then has that error
 *
 * @example
 * ```ts
 * import { span } from 'oriel-host';
 * const rows = await span('load rates', async () => [1, 2, 3]);
 * rows.length; // => 3
 * ```
 */
export function span<T>(
  name: string,
  work: () => T,
  kind: SpanKind = 'user',
  details?: Readonly<Record<string, unknown>>,
): T {
  const { trace, span: parent } = currentScope();
  if (!trace.recording) return work();
  const id = trace.begin(kind, name, parent, details);
  let result: T;
  try {
    result = runInTrace(trace, work, id);
  } catch (error) {
    trace.end(id, undefined, describeError(readableError(error)));
    throw rethrown(error); // node-do-not-add-exception-line
  }
  if (types.isPromise(result)) return endWithPromise(result, trace, id) as T;
  trace.end(id);
  return result;
}

function endWithPromise<T>(promise: Promise<T>, trace: Trace, id: number): Promise<T> {
  return promise.then(
    (value) => (trace.end(id), value),
    (error: unknown) => {
      trace.end(id, undefined, describeError(readableError(error)));
      throw error;
    },
  );
}

/** Adds notes to the profile of the running request. Outside a request, the methods do nothing. */
export const trace = Object.freeze({
  /** Adds a log record to the channel `app`. */
  log(level: LogLevel, message: string, context: Readonly<Record<string, unknown>> = {}): void {
    currentScope().trace.log({ level, channel: 'app', message, context, time: Date.now() });
  },
  /** Adds a decision and its reason. */
  decide(subject: string, outcome: string, because: string): void {
    currentScope().trace.decide(subject, outcome, because);
  },
});

const scopes = new AsyncLocalStorage<TraceScope>();
const OUTSIDE_REQUEST: TraceScope = Object.freeze({ trace: NullTrace, span: 0 });
