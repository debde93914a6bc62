import { formatTraceparent } from 'oriel-core/http';
import { currentScope, createSpanId } from 'oriel-core/trace';
import type { Trace } from 'oriel-core/trace';
import { OutgoingBody } from './outgoing-bodies.ts';
import type { Propagation } from './propagate-trace.ts';
import { performance } from 'oriel-core/builtins';

/** What records a call. */
export interface Watch {
  readonly propagates: Propagation;
  readonly bodyCap: number;
}

/** A call whose span has not ended. */
interface Outgoing {
  readonly trace: Trace;
  readonly span: number;
  /** Several hosts of a process observe the same calls; one of them records a call. */
  readonly watch: Watch;
  requestBody?: OutgoingBody;
  responseBody?: OutgoingBody;
}

const running = new WeakMap<object, Outgoing>();
/** The span IDs that `traceparent` headers of calls have. */
const spanIds = new WeakMap<object, string>();

/** Adds the trace of the running request to a call. `add` does nothing if the call has a `traceparent`. */
export function propagate(
  request: object,
  hostname: string,
  propagates: Propagation,
  add: (header: string) => boolean,
): void {
  const { trace } = currentScope();
  // Timers and sockets keep the trace of a request that has ended.
  if (!trace.recording || trace.traceId === undefined || !propagates(hostname)) return;
  const spanId = createSpanId();
  if (add(formatTraceparent(trace, spanId))) spanIds.set(request, spanId);
}

/** Starts the span of a call. */
export function begin(request: object, method: string, url: string, watch: Watch): void {
  const { trace, span } = currentScope();
  if (!trace.recording || running.has(request)) return;
  const spanId = spanIds.get(request);
  const details = { method, url, ...(spanId === undefined ? {} : { spanId }) };
  running.set(request, { trace, span: trace.begin('http', `${method} ${url}`, span, details), watch });
}

/** Changes the URL of a call, if more of it is known now. */
export function rename(request: object, method: string, url: string): void {
  const outgoing = running.get(request);
  const span = outgoing?.trace.spans[outgoing.span - 1];
  if (!span || span.details?.['url'] === url) return;
  Object.assign(span, { name: `${method} ${url}` });
  addDetails(request, { url });
}

/** Adds a chunk to a body of a call. The body begins with its first chunk. */
export function addChunk(
  outgoing: Outgoing | undefined,
  name: 'requestBody' | 'responseBody',
  chunk: unknown,
  readHeaderValue: (name: string) => string | undefined,
  encoding?: unknown,
): void {
  if (outgoing === undefined || outgoing.watch.bodyCap === 0) return;
  if (!outgoing[name]) {
    outgoing[name] = new OutgoingBody(outgoing.watch.bodyCap, outgoing.trace, readHeaderValue);
    Object.assign(getDetails(outgoing), { [name]: outgoing[name] });
  }
  outgoing[name].add(chunk, encoding);
}

/** Adds details to the span of a call, unless it has ended. */
export function addDetails(request: object, details: Readonly<Record<string, unknown>>): void {
  const outgoing = running.get(request);
  if (outgoing) Object.assign(getDetails(outgoing), details);
}

/** Ends the span of a call, unless it has ended. */
export function end(request: object, details?: Readonly<Record<string, unknown>>, error?: string): void {
  const outgoing = running.get(request);
  if (!outgoing) return;
  running.delete(request);
  outgoing.trace.end(outgoing.span, details, error);
}

/** Returns a call whose span has not ended, if this observer records it. */
export function getCall(request: object, watch: Watch): Outgoing | undefined {
  const outgoing = running.get(request);
  return outgoing?.watch === watch ? outgoing : undefined;
}

function getDetails({ trace, span }: Outgoing): Record<string, unknown> {
  return trace.spans[span - 1]?.details ?? {};
}

/** Returns the profile token of a response, if the other host records profiles. */
export function getProfile(token: unknown): { readonly profile?: string } {
  return typeof token === 'string' && TOKEN.test(token) ? { profile: token } : {};
}

const TOKEN = /^[0-9a-f]{6}$/;

/** Returns the milliseconds since the start of a call. */
export function elapsed(request: object): number | undefined {
  const outgoing = running.get(request);
  if (!outgoing) return undefined;
  const start = outgoing.trace.spans[outgoing.span - 1]?.start ?? 0;
  return performance.now() - outgoing.trace.began - start;
}
