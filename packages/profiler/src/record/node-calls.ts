import { describeError } from 'oriel-core/http';
import { readableError } from 'oriel-core/trace';
import { addChunk, addDetails, begin, getCall, elapsed, end, getProfile, propagate, rename } from './outgoing-calls.ts';
import type { Watch } from './outgoing-calls.ts';
import { addNodeHeader } from './propagate-trace.ts';
import type { NodeHeaders } from './propagate-trace.ts';

/** A response, as its diagnostics channels pass it. */
interface NodeResponse {
  readonly statusCode?: number;
  readonly complete?: boolean;
  readonly errored?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** An outgoing request of `node:http`, as its diagnostics channels pass it. */
interface NodeRequest extends NodeHeaders {
  readonly method: string;
  readonly protocol: string;
  /** The name or address that is connected to, without a port. */
  readonly host: string;
  readonly path: string;
  readonly socketPath?: string;
  readonly socket?: { readonly remotePort?: number } | null;
  /** The head as it is sent. Headers that are given as a list are only in it; others are before they are sent. */
  readonly _header?: string | null;
  readonly res?: NodeResponse | null;
  getHeader?(name: string): unknown;
  once?(event: 'close', listener: () => void): unknown;
}

/** Records calls of `node:http` and `node:https`, by the names of their diagnostics channels. */
export const NODE_CALLS = {
  // At the start of the channel `start`, the request was sent and no header can be added.
  'http.client.request.created': ({ request }: { request: NodeRequest }, watch: Watch) => {
    propagate(request, request.host, watch.propagates, (value) => addNodeHeader(request, 'traceparent', value));
    begin(request, request.method, createUrl(request), watch);
    const outgoing = getCall(request, watch);
    if (outgoing === undefined) return;
    request.once?.('close', () => endClosed(request));
    if (watch.bodyCap === 0) return;
    const readHeaderValue = (name: string): string | undefined => readHeader(request, name);
    // A request has no channel for its chunks.
    observeChunks(request, ['write', 'end'], (chunk, encoding) => {
      if (chunk !== null) addChunk(outgoing, 'requestBody', chunk, readHeaderValue, encoding);
    });
  },
  'http.client.request.start': ({ request }: { request: NodeRequest }) =>
    rename(request, request.method, createUrl(request)),
  'http.client.request.error': ({ request, error }: { request: object; error: unknown }) =>
    end(request, undefined, describeError(readableError(error))),
  // The head of the response has arrived.
  'http.client.response.finish': (
    { request, response }: { request: NodeRequest; response: NodeResponse },
    watch: Watch,
  ) => {
    const outgoing = getCall(request, watch);
    if (outgoing === undefined) return;
    rename(request, request.method, createUrl(request));
    addDetails(request, {
      status: response.statusCode,
      headersAt: elapsed(request),
      ...getProfile(response.headers?.['x-debug-token']),
    });
    const readHeaderValue = (name: string): string | undefined => toText(response.headers?.[name]);
    // The response need not be read: Node.js adds received chunks to it.
    observeChunks(response, ['push'], (chunk, encoding) =>
      chunk === null ? end(request) : addChunk(outgoing, 'responseBody', chunk, readHeaderValue, encoding),
    );
  },
};

// A response that was not received to its end, or a connection that was upgraded.
function endClosed(request: NodeRequest): void {
  const { res } = request;
  const { errored } = res ?? {};
  const error = errored === undefined || errored === null ? undefined : describeError(readableError(errored));
  end(request, res ? { status: res.statusCode } : undefined, error);
}

/**
 * Returns the URL of a call. The header `Host` has the port, but it may name another host than the one that is connected to, as with
 * virtual hosts; then the port is known once the socket is connected.
 */
function createUrl(request: NodeRequest): string {
  const { protocol, host, path, socketPath, socket, _header } = request;
  // A request to a proxy has the URL as its path.
  if (ABSOLUTE.test(path)) return path;
  if (typeof socketPath === 'string') return `unix:${socketPath}:${path}`;
  const named = HOST.exec(_header ?? `Host: ${String(request.getHeader?.('host'))}`);
  if (named?.[1] !== undefined && getName(named[1]) === getName(host))
    return `${protocol}//${named[1]}${named[2] ?? ''}${path}`;
  const port = socket?.remotePort;
  const isUsual = port === undefined || port === (protocol === 'https:' ? 443 : 80);
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${protocol}//${name}${isUsual ? '' : `:${port}`}${path}`;
}

function getName(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$/g, '');
}

const ABSOLUTE = /^https?:\/\//i;
const HOST = /^host: *(\[[^\]\r\n]*\]|[^:\r\n]*)(:\d{1,5})? *$/im;

function observeChunks(
  stream: object,
  names: readonly string[],
  listener: (chunk: unknown, encoding: unknown) => void,
): void {
  const methods = stream as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const method = methods[name]!;
    const value = function (this: unknown, ...args: unknown[]): unknown {
      const [chunk] = args;
      if (typeof chunk === 'string' || ArrayBuffer.isView(chunk) || chunk === null) listener(chunk, args[1]);
      return Reflect.apply(method, this, args);
    };
    Object.defineProperty(value, 'name', { value: method.name, configurable: true });
    Object.defineProperty(value, 'length', { value: method.length, configurable: true });
    Object.defineProperty(stream, name, { value, writable: true, configurable: true });
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readHeader(request: NodeRequest, name: string): string | undefined {
  return toText(request.getHeader?.(name)) ?? new RegExp(`^${name}: *(.*)$`, 'im').exec(request._header ?? '')?.[1];
}
