import { channel } from 'node:diagnostics_channel';
import { currentScope } from '../../core/trace/current.ts';
import type { Trace } from '../../core/trace/trace.ts';

/**
 * Makes every outgoing HTTP request of a recorded request a span of it: `fetch` (undici) and `node:http` alike, with
 * status, and the phases that their channels tell.
 *
 * @returns a function that takes the watch away again
 */
export function watchHttpClients(): () => void {
  const undo = [...Object.entries(UNDICI), ...Object.entries(NODE)].map(([name, listen]) => {
    const heard = (message: unknown): void => listen(message as never);
    channel(name).subscribe(heard);
    return () => channel(name).unsubscribe(heard);
  });
  return () => undo.forEach((each) => each());
}

interface Outgoing {
  readonly trace: Trace;
  readonly span: number;
}

const running = new WeakMap<object, Outgoing>();

function begin(request: object, method: string, url: string): void {
  const { trace, span } = currentScope();
  if (!trace.recording) return;
  running.set(request, { trace, span: trace.begin('http', `${method} ${url}`, span, { method, url }) });
}

function note(request: object, details: Readonly<Record<string, unknown>>): void {
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

/** The profile that an answer names, when it comes from a host that records. */
function profileOf(token: unknown): { readonly profile?: string } {
  return typeof token === 'string' && TOKEN.test(token) ? { profile: token } : {};
}

const TOKEN = /^[0-9a-f]{6}$/;

// Names and values in turn, as they arrived.
function headerOf(list: readonly Uint8Array[] | undefined, wanted: string): string | undefined {
  if (!Array.isArray(list)) return undefined;
  const at = list.findIndex((each, i) => i % 2 === 0 && String(each).toLowerCase() === wanted);
  return at < 0 ? undefined : String(list[at + 1]);
}

interface UndiciResponse {
  readonly statusCode: number;
  readonly headers?: readonly Uint8Array[];
}

interface UndiciRequest {
  readonly method: string;
  readonly origin: string | URL;
  readonly path: string;
}

const UNDICI = {
  'undici:request:create': ({ request }: { request: UndiciRequest }) =>
    begin(request, request.method, `${String(request.origin)}${request.path}`),
  'undici:request:headers': ({ request, response }: { request: object; response: UndiciResponse }) =>
    note(request, {
      status: response.statusCode,
      headersAt: elapsed(request),
      ...profileOf(headerOf(response.headers, 'x-debug-token')),
    }),
  'undici:request:trailers': ({ request }: { request: object }) => end(request),
  'undici:request:error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, inWords(error)),
};

interface NodeResponse {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface NodeRequest {
  readonly method: string;
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
  getHeader?(name: string): unknown;
}

// What Node calls the host of a request has no port; the header has.
function authorityOf(request: NodeRequest): string {
  const named = request.getHeader?.('host');
  return typeof named === 'string' ? named : request.host;
}

const NODE = {
  'http.client.request.start': ({ request }: { request: NodeRequest }) =>
    begin(request, request.method, `${request.protocol}//${authorityOf(request)}${request.path}`),
  'http.client.request.error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, inWords(error)),
  'http.client.response.finish': ({ request, response }: { request: object; response: NodeResponse }) =>
    end(request, { status: response.statusCode, ...profileOf(response.headers?.['x-debug-token']) }),
};

function elapsed(request: object): number | undefined {
  const outgoing = running.get(request);
  if (!outgoing) return undefined;
  const start = outgoing.trace.spans[outgoing.span - 1]?.start ?? 0;
  return performance.now() - outgoing.trace.began - start;
}

function inWords(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
