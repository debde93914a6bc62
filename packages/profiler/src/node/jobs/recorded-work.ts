import type { CallSite, Trace, TraceOrigin } from 'oriel-core/trace';
import { ResponseHeaders } from 'oriel-core/http';
import type { Recording } from '../recording.ts';
import { NodeHeaders } from 'oriel-core/node';
import { Exchange } from '../server/exchange.ts';

/** Work that is recorded like a request: a job, a scheduled task, a message of a queue. */
export interface Work {
  /** The kind, such as `job`. */
  readonly kind: string;
  readonly name: string;
  /** The library that runs it. */
  readonly by: string;
  /** Shown as attributes. */
  readonly attributes?: ReadonlyMap<string, unknown>;
  /** Where the application runs or declares it. */
  readonly place?: CallSite | undefined;
  /** The trace of the request that started it. */
  readonly parent?: TraceOrigin | undefined;
}

/** Recorded work that has not ended. */
export interface RunningWork {
  readonly exchange: Exchange;
  readonly token: string | undefined;
  /** Saves the profile. Without an argument, the work succeeded. */
  end(failure?: { readonly error: unknown }): void;
}

/**
 * Starts a profile for work. Its method is the kind, its URL is `job:send-mail`.
 *
 * @returns undefined if nothing is recorded
 */
export function beginWork(work: Work): RunningWork | undefined {
  const owner = recorder;
  if (owner === undefined) return undefined;
  try {
    if (!owner.accepts()) return undefined;
    const recording = owner.recording();
    const exchange = createExchange(work, recording.settings.bodyCap);
    const token = recording.recorder.profiler.tokenFor(exchange);
    return { exchange, token, end: (failure) => endWork(owner, exchange, failure) };
  } catch (error) {
    owner.fail(error);
    return undefined;
  }
}

/** Records work of this process. Returns a function that stops recording it. */
export function watchWork(owner: WorkRecorder): () => void {
  recorder = owner;
  return () => {
    recorder = undefined;
  };
}

/** Returns the origin of work that starts during a request; undefined if the request is not recorded. */
export function getOrigin({ traceId, spanId, sampled = true }: Trace): TraceOrigin | undefined {
  return traceId === undefined
    ? undefined
    : { traceId, sampled, ...(spanId === undefined ? {} : { parentId: spanId }) };
}

interface WorkRecorder {
  /** Returns whether new work is recorded. */
  accepts(): boolean;
  recording(): Recording;
  /** Called with what the recorder threw, in place of the application. */
  fail(error: unknown): void;
}

let recorder: WorkRecorder | undefined;

/** Returns the name of work as it is recorded: bounded, and without halves of surrogate pairs, which have no URL. */
export function recordedName(name: string): string {
  const text = name.toWellFormed();
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH).toWellFormed()}…`;
}

const MAX_NAME_LENGTH = 200;

function createExchange({ kind, name: given, by, attributes, place, parent }: Work, bodyCap: number): Exchange {
  const name = recordedName(given);
  const exchange = new Exchange(
    {
      method: kind.toUpperCase(),
      target: `/${encodeURI(name).replace(/[?#]/g, encodeURIComponent)}`,
      version: '',
      scheme: 'http',
      headers: NO_HEADERS,
      peer: undefined,
      url: `${kind}:${name}`,
      parent,
    },
    {},
    bodyCap,
  );
  exchange.framework = by;
  exchange.setName(name, place);
  if (attributes) exchange.attributes = attributes;
  return exchange;
}

const NO_HEADERS = new NodeHeaders({ headers: {}, rawHeaders: [] } as never);

// The lists and the search of the profiler distinguish successful and failed work by the status of a response.
function endWork(owner: WorkRecorder, exchange: Exchange, failure?: { readonly error: unknown }): void {
  try {
    if (failure) exchange.fail(failure.error);
    const status = failure ? 500 : 200;
    owner.recording().end(exchange, { status, headers: new ResponseHeaders([]), body: null }, false);
  } catch (error) {
    owner.fail(error);
  }
}
