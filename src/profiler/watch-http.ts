import { channel } from 'node:diagnostics_channel';
import { currentScope } from '../trace/index.ts';
import type { Trace } from '../trace/index.ts';

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

interface UndiciRequest {
  readonly method: string;
  readonly origin: string | URL;
  readonly path: string;
}

const UNDICI = {
  'undici:request:create': ({ request }: { request: UndiciRequest }) =>
    begin(request, request.method, `${String(request.origin)}${request.path}`),
  'undici:request:headers': ({ request, response }: { request: object; response: { statusCode: number } }) =>
    note(request, { status: response.statusCode, headersAt: elapsed(request) }),
  'undici:request:trailers': ({ request }: { request: object }) => end(request),
  'undici:request:error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, inWords(error)),
};

interface NodeRequest {
  readonly method: string;
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
}

const NODE = {
  'http.client.request.start': ({ request }: { request: NodeRequest }) =>
    begin(request, request.method, `${request.protocol}//${request.host}${request.path}`),
  'http.client.request.error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, inWords(error)),
  'http.client.response.finish': ({ request, response }: { request: object; response: { statusCode?: number } }) =>
    end(request, { status: response.statusCode }),
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
