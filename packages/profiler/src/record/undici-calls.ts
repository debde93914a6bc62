import { describeError } from 'oriel-core/http';
import { readableError } from 'oriel-core/trace';
import { addChunk, addDetails, begin, elapsed, end, getCall, getProfile, propagate } from './outgoing-calls.ts';
import type { Watch } from './outgoing-calls.ts';
import { addUndiciHeader } from './propagate-trace.ts';
import type { UndiciHeaders } from './propagate-trace.ts';
import { URL } from 'oriel-core/builtins';

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

/** Records calls of `fetch` and undici, by the names of their diagnostics channels. */
export const UNDICI_CALLS = {
  'undici:request:create': ({ request }: { request: UndiciRequest }, watch: Watch) => {
    const origin = String(request.origin);
    const hostname = URL.canParse(origin) ? new URL(origin).hostname : '';
    propagate(request, hostname, watch.propagates, (value) => addUndiciHeader(request, 'traceparent', value));
    begin(request, request.method, `${origin}${request.path}`, watch);
  },
  'undici:request:bodyChunkSent': ({ request, chunk }: UndiciChunk, watch: Watch) =>
    addChunk(getCall(request, watch), 'requestBody', chunk, (name) => getHeader(request.headers, name)),
  'undici:request:headers': ({ request, response }: { request: object; response: UndiciResponse }) => {
    responseHeaders.set(request, response.headers);
    addDetails(request, {
      status: response.statusCode,
      headersAt: elapsed(request),
      ...getProfile(getHeader(response.headers, 'x-debug-token')),
    });
  },
  'undici:request:bodyChunkReceived': ({ request, chunk }: UndiciChunk, watch: Watch) =>
    addChunk(getCall(request, watch), 'responseBody', chunk, (name) => getHeader(responseHeaders.get(request), name)),
  'undici:request:trailers': ({ request }: { request: object }) => end(request),
  'undici:request:error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, describeError(readableError(error))),
};

// The list contains names and values in turn. Older versions have the lines of the request as a text.
function getHeader(list: unknown, wanted: string): string | undefined {
  if (typeof list === 'string') return new RegExp(`^${wanted}: *(.*)$`, 'im').exec(list)?.[1];
  if (!Array.isArray(list)) return undefined;
  const index = list.findIndex((element, i) => i % 2 === 0 && String(element).toLowerCase() === wanted);
  return index < 0 ? undefined : String(list[index + 1]);
}
