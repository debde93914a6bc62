import { channel } from 'node:diagnostics_channel';
import { tryRead } from '../../core/errors/safe-read.ts';
import { currentScope } from '../../core/trace/current.ts';
import { readableError } from '../../core/trace/has-proxy.ts';
import type { Trace } from '../../core/trace/trace.ts';
import { observeReceivedBody, observeSentBody, sentBodyOf } from './node-bodies.ts';
import type { ReceivedMessage, SentMessage } from './node-bodies.ts';
import { OutgoingBody } from './outgoing-bodies.ts';
import { describeError } from '../../core/http/problem.ts';
import { createSpanId } from '../../core/trace/trace-ids.ts';
import { addNodeHeader, addUndiciHeader, createPropagation, formatTraceparent } from './propagate-trace.ts';
import type { NodeHeaders, Propagation, UndiciHeaders } from './propagate-trace.ts';

/**
 * Records the outgoing HTTP calls of a recorded request as spans, for `fetch` (undici) and `node:http`, with their
 * status, bodies and the phases that their diagnostics channels report. Calls to the hosts of `propagates` get the header
 * `traceparent`, so that the called service continues the trace.
 *
 * @param bodyCap the most bytes that are kept of each body; 0 for none
 * @returns a function that ends the recording
 */
export function watchHttpClients(propagates: Propagation = createPropagation(), bodyCap = 0): () => void {
  const watch: Watch = { propagates, bodyCap };
  const undo = [...Object.entries(UNDICI), ...Object.entries(NODE)].map(([name, listen]) => {
    // What a subscriber throws is an uncaught error of the process.
    const onMessage = (message: unknown): void => tryRead(() => listen(message as never, watch), undefined);
    channel(name).subscribe(onMessage);
    return () => channel(name).unsubscribe(onMessage);
  });
  return () => undo.forEach((each) => each());
}

interface Watch {
  readonly propagates: Propagation;
  readonly bodyCap: number;
}

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
function propagate(request: object, hostname: string, propagates: Propagation, add: (header: string) => boolean): void {
  const { trace } = currentScope();
  if (trace.traceId === undefined || !propagates(hostname)) return;
  const spanId = createSpanId();
  if (add(formatTraceparent(trace, spanId))) spanIds.set(request, spanId);
}

function begin(request: object, method: string, url: string, watch: Watch): void {
  const { trace, span } = currentScope();
  if (!trace.recording || running.has(request)) return;
  const spanId = spanIds.get(request);
  const details = { method, url, ...(spanId === undefined ? {} : { spanId }) };
  running.set(request, { trace, span: trace.begin('http', `${method} ${url}`, span, details), watch });
}

/** Adds a chunk to a body of a call. The body begins with its first chunk. */
function addChunk(
  request: object,
  name: 'requestBody' | 'responseBody',
  chunk: unknown,
  watch: Watch,
  headerOf: (name: string) => string | undefined,
): void {
  const outgoing = running.get(request);
  if (outgoing?.watch !== watch || watch.bodyCap === 0) return;
  if (!outgoing[name]) {
    outgoing[name] = new OutgoingBody(watch.bodyCap, outgoing.trace, headerOf);
    addDetails(request, { [name]: outgoing[name] });
  }
  outgoing[name].add(chunk);
}

function addDetails(request: object, details: Readonly<Record<string, unknown>>): void {
  const outgoing = running.get(request);
  if (outgoing) Object.assign(detailsOf(outgoing), details);
}

function end(request: object, details?: Readonly<Record<string, unknown>>, error?: string): void {
  const outgoing = running.get(request);
  if (!outgoing) return;
  running.delete(request);
  outgoing.trace.end(outgoing.span, details, error);
}

function detailsOf({ trace, span }: Outgoing): Record<string, unknown> {
  return trace.spans[span - 1]?.details ?? {};
}

/** Returns the profile token of a response, if the other host records profiles. */
function profileOf(token: unknown): { readonly profile?: string } {
  return typeof token === 'string' && TOKEN.test(token) ? { profile: token } : {};
}

const TOKEN = /^[0-9a-f]{6}$/;

// The list contains names and values in turn. Older versions have the lines of the request as a text.
function headerOf(list: unknown, wanted: string): string | undefined {
  if (typeof list === 'string') return new RegExp(`^${wanted}: *(.*)$`, 'im').exec(list)?.[1];
  if (!Array.isArray(list)) return undefined;
  const at = list.findIndex((each, i) => i % 2 === 0 && String(each).toLowerCase() === wanted);
  return at < 0 ? undefined : String(list[at + 1]);
}

interface UndiciResponse {
  readonly statusCode: number;
  readonly headers?: readonly Uint8Array[];
}

interface UndiciRequest extends UndiciHeaders {
  readonly method: string;
  readonly origin: string | URL;
  readonly path: string;
}

interface UndiciChunk {
  readonly request: UndiciHeaders;
  readonly chunk: unknown;
}

const responseHeaders = new WeakMap<object, unknown>();

const UNDICI = {
  'undici:request:create': ({ request }: { request: UndiciRequest }, watch: Watch) => {
    const origin = String(request.origin);
    const hostname = URL.canParse(origin) ? new URL(origin).hostname : '';
    propagate(request, hostname, watch.propagates, (value) => addUndiciHeader(request, 'traceparent', value));
    begin(request, request.method, `${origin}${request.path}`, watch);
  },
  'undici:request:bodyChunkSent': ({ request, chunk }: UndiciChunk, watch: Watch) =>
    addChunk(request, 'requestBody', chunk, watch, (name) => headerOf(request.headers, name)),
  'undici:request:headers': ({ request, response }: { request: object; response: UndiciResponse }) => {
    responseHeaders.set(request, response.headers);
    addDetails(request, {
      status: response.statusCode,
      headersAt: elapsed(request),
      ...profileOf(headerOf(response.headers, 'x-debug-token')),
    });
  },
  'undici:request:bodyChunkReceived': ({ request, chunk }: UndiciChunk, watch: Watch) =>
    addChunk(request, 'responseBody', chunk, watch, (name) => headerOf(responseHeaders.get(request), name)),
  'undici:request:trailers': ({ request }: { request: object }) => end(request),
  'undici:request:error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, describeError(readableError(error))),
};

interface NodeResponse extends ReceivedMessage {
  readonly statusCode?: number;
}

interface NodeRequest extends NodeHeaders, SentMessage {
  readonly method: string;
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
}

// The `host` of a Node.js request has no port, unlike the header.
function authorityOf(request: NodeRequest): string {
  const named = request.getHeader?.('host');
  return typeof named === 'string' ? named : request.host;
}

function captureReceivedBody(request: object, response: NodeResponse, watch: Watch): void {
  const outgoing = running.get(request);
  if (outgoing?.watch !== watch || watch.bodyCap === 0) return;
  addDetails(request, { responseBody: observeReceivedBody(response, watch.bodyCap, outgoing.trace) });
}

const NODE = {
  // Earlier than `start`, which is too late to add a header.
  'http.client.request.created': ({ request }: { request: NodeRequest }, watch: Watch) => {
    propagate(request, request.host, watch.propagates, (value) => addNodeHeader(request, 'traceparent', value));
    const { trace } = currentScope();
    if (trace.recording && watch.bodyCap > 0) observeSentBody(request, watch.bodyCap, trace);
  },
  'http.client.request.start': ({ request }: { request: NodeRequest }, watch: Watch) => {
    begin(request, request.method, `${request.protocol}//${authorityOf(request)}${request.path}`, watch);
    const requestBody = sentBodyOf(request);
    if (requestBody) addDetails(request, { requestBody });
  },
  'http.client.request.error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, describeError(readableError(error))),
  'http.client.response.finish': ({ request, response }: { request: object; response: NodeResponse }, watch: Watch) => {
    captureReceivedBody(request, response, watch);
    end(request, { status: response.statusCode, ...profileOf(response.headers?.['x-debug-token']) });
  },
};

function elapsed(request: object): number | undefined {
  const outgoing = running.get(request);
  if (!outgoing) return undefined;
  const start = outgoing.trace.spans[outgoing.span - 1]?.start ?? 0;
  return performance.now() - outgoing.trace.began - start;
}
