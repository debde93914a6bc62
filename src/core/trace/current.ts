import { AsyncLocalStorage } from 'node:async_hooks';
import { runWith } from './run-with.ts';
import type { SpanKind } from './span.ts';
import { NullTrace } from './trace.ts';
import type { LogLevel, Trace } from './trace.ts';

/** Where we are: the trace of the running request, and the span inside it. */
export interface TraceScope {
  readonly trace: Trace;
  readonly span: number;
}

/** Where drivers, `fetch` and `console` find the request they work for. */
export function currentScope(): TraceScope {
  return scopes.getStore() ?? NOWHERE;
}

/** Runs `work` as part of a request, including everything it starts and waits for. */
export function runInTrace<T>(trace: Trace, work: () => T, span = 0): T {
  return runWith(scopes, { trace, span }, work);
}

/**
 * Shows a piece of your own work in the profile of the running request; outside a request it just runs.
 *
 * @param name what the timeline calls it
 * @param work may return a promise; the span then ends when the promise settles
 * @returns what `work` returns; what it throws is thrown on
 *
 * @example
 * ```ts
 * import { span } from 'oriel';
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
    trace.end(id, undefined, describe(error));
    throw error;
  }
  if (result instanceof Promise) return ended(result, trace, id) as T;
  trace.end(id);
  return result;
}

function ended<T>(promise: Promise<T>, trace: Trace, id: number): Promise<T> {
  return promise.then(
    (value) => (trace.end(id), value),
    (error: unknown) => {
      trace.end(id, undefined, describe(error));
      throw error;
    },
  );
}

/** Notes for the profile of the running request; outside a request nothing happens. */
export const trace = Object.freeze({
  /** Adds a log record in the channel "app". */
  log(level: LogLevel, message: string, context: Readonly<Record<string, unknown>> = {}): void {
    currentScope().trace.log({ level, channel: 'app', message, context, time: Date.now() });
  },
  /** Adds a decision with its reason. */
  decide(subject: string, outcome: string, because: string): void {
    currentScope().trace.decide(subject, outcome, because);
  },
});

const scopes = new AsyncLocalStorage<TraceScope>();
const NOWHERE: TraceScope = Object.freeze({ trace: NullTrace, span: 0 });

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'Something that is no Error was thrown';
}
