import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Host } from '../../packages/host/src/index.ts';
import { getTools } from './mirrored-tools.ts';
import type { MirroredTool } from './mirrored-tools.ts';

/** How many requests were repeated as tool calls, by the outcome of the request. */
export const mirrored = { refused: 0, answered: 0, closed: 0 };

// Some tests send thousands of similar requests to one host.
const MAX_PER_HOST = 100;

/**
 * Returns the host with a `fetch` that repeats requests as calls of tools, and throws if a call is not refused as the
 * request was, or shows something else. Requests that changed something are not repeated.
 */
export function mirrorHost<H extends Host<never>>(host: H): H {
  // A route of this name returns how often data was read.
  let left = host.config.routes?.some(({ name }) => name === 'reads') === true ? 0 : MAX_PER_HOST;
  const fetch: Host['fetch'] = async (request, info) => {
    if (left <= 0) return host.fetch(request, info);
    left--;
    const copy = request.clone();
    const response = await host.fetch(request, info);
    const seen = response.clone();
    const call = await toCall(host, copy);
    if (call === undefined || !isRepeatable(copy, seen)) return response;
    const { status, body, isClosed } = await callTool(host, copy, call, info);
    const label = `${copy.method} ${copy.url} as ${call.tool}(${JSON.stringify(call.args)})`;
    if (isClosed) {
      mirrored.closed++;
      ok([401, 403, 404].includes(status), label);
    } else if (seen.status >= 400) {
      mirrored.refused++;
      equal(
        status,
        seen.status,
        `${label} is refused with ${seen.status}: ${await seen.text()}, ${JSON.stringify(body)}`,
      );
    } else {
      mirrored.answered++;
      equal(status, seen.status, `${label}: ${JSON.stringify(body)}`);
      deepEqual(body, await getBody(seen), label);
    }
    return response;
  };
  return Object.create(host, { fetch: { value: fetch, enumerable: true } }) as H;
}

function isRepeatable(request: Request, { status, headers }: Response): boolean {
  if (request.headers.has('cookie') || request.headers.has('origin')) return false;
  // Failed logins are counted.
  if (status === 401 && request.headers.get('authorization')?.startsWith('Basic ')) return false;
  if (status >= 400) return status !== 405 && status !== 406 && status !== 415 && status !== 429 && status < 500;
  const reads = request.method === 'GET' && status === 200;
  return reads && (headers.get('content-type') ?? '').startsWith('application/json');
}

interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

async function toCall(host: Host<never>, request: Request): Promise<Call | undefined> {
  const { pathname, search } = new URL(request.url);
  const accept = request.headers.get('accept');
  if (accept !== null && !/json|\*/.test(accept)) return undefined;
  if (accept !== null && /ld\+json|vnd\.api|hal/.test(accept)) return undefined;
  for (const tool of getTools(host)) {
    const call = tool.method === request.method ? await matchTool(tool, pathname, search, request) : undefined;
    if (call !== undefined) return call;
  }
  return undefined;
}

async function matchTool(
  tool: MirroredTool,
  pathname: string,
  search: string,
  request: Request,
): Promise<Call | undefined> {
  const found = tool.pattern.exec(pathname);
  if (found === null) return undefined;
  const args: Record<string, unknown> = {};
  for (const [index, { argument }] of tool.variables.entries()) args[argument] = decodeURIComponent(found[index + 1]!);
  if (search !== '') {
    const query: Record<string, unknown> = {};
    const sent = new URLSearchParams(search);
    for (const name of sent.keys()) query[name] = sent.getAll(name).length > 1 ? sent.getAll(name) : sent.get(name);
    args['query'] = query;
  }
  const headers = tool.headers.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  if (headers.length > 0) args['headers'] = Object.fromEntries(headers);
  if (request.body === null) return args['body'] === undefined ? { tool: tool.name, args } : undefined;
  const type = request.headers.get('content-type')?.split(';', 1)[0];
  if (tool.bodyType === undefined || type !== tool.bodyType) return undefined;
  try {
    args['body'] = JSON.parse(await request.text());
  } catch {
    return undefined;
  }
  return { tool: tool.name, args };
}

async function callTool(
  host: Host<never>,
  original: Request,
  { tool, args }: Call,
  info: Parameters<Host['fetch']>[1],
): Promise<{ readonly status: number; readonly body: unknown; readonly isClosed?: boolean }> {
  const headers = new Headers(original.headers);
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/json, text/event-stream');
  headers.delete('content-length');
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
  const url = new URL('/mcp', original.url);
  const response = await host.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(message) }), info);
  // Path rules and firewalls for POST may close the endpoint itself.
  if (response.status !== 200) return { status: response.status, body: await response.text(), isClosed: true };
  const { result, error } = (await response.json()) as {
    result?: { structuredContent: Record<string, unknown>; isError?: boolean };
    error?: { code: number; message: string };
  };
  // A hidden route is like a missing tool.
  if (error !== undefined) {
    ok(error.message.startsWith('Unknown tool'), JSON.stringify(error));
    return { status: 404, body: error };
  }
  const { status, body } = result!.structuredContent as { status: number; body: unknown };
  equal(result!.isError === true, status >= 400);
  return { status, body: result!.isError === true ? result!.structuredContent : body };
}

async function getBody(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
