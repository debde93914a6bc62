import { HiddenError } from '../../listeners/access-denied.ts';
import { formatTraceparent } from 'oriel-core/http';
import type { IncomingRequest } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import { currentScope, createSpanId } from 'oriel-core/trace';
import type { Limits } from '../../server/server-options.ts';
import type { InProcessResponse } from '../service-keys.ts';
import type { Tool } from './tool.ts';
import { ToolArgumentsError, writeArguments } from './tool-arguments.ts';
import type { ToolTarget } from './tool-arguments.ts';
import { ToolRequest } from './tool-request.ts';
import { parseQuery } from '../../http/query.ts';

// A larger result would fill the context of the assistant.
const MAX_RESULT_BYTES = 100_000;

export interface CallServices {
  /** Handles a request like one from a socket. */
  readonly handle: (incoming: IncomingRequest) => Promise<InProcessResponse>;
  readonly limits: Limits;
}

/**
 * Calls a tool: sends its request through the whole pipeline of the host.
 *
 * @returns the result; undefined if the tool must not be known to the user
 */
export async function callTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  outer: RequestContext,
  services: CallServices,
): Promise<ToolResult | undefined> {
  let target: ToolTarget;
  try {
    target = writeArguments(tool, args);
  } catch (error) {
    if (error instanceof ToolArgumentsError) return toArgumentError(error.message);
    throw error;
  }
  const { context, response } = await send(tool, target, outer, services);
  if (context.concealed || context.error instanceof HiddenError) {
    await response.body?.cancel();
    return undefined;
  }
  return getResult(response, MAX_RESULT_BYTES);
}

// The profile of the MCP request shows the request as an outgoing call, and the two profiles link to each other.
async function send(
  tool: Tool,
  target: ToolTarget,
  outer: RequestContext,
  { handle, limits }: CallServices,
): Promise<InProcessResponse> {
  const { trace } = outer;
  if (!trace.recording) {
    const received = outer.headers.get('traceparent');
    const more = received === undefined ? [] : [['traceparent', received] as const];
    return handle(new ToolRequest(outer, tool, target, limits, more));
  }
  const spanId = createSpanId();
  const url = `${outer.origin}${target.target}`;
  const details = { method: tool.method, url, spanId, tool: tool.name };
  const span = trace.begin('http', `${tool.method} ${url}`, currentScope().span, details);
  const more = [['traceparent', formatTraceparent(trace, spanId)] as const];
  const answered = await handle(new ToolRequest(outer, tool, target, limits, more));
  const { status, headers } = answered.response;
  const profile = headers.get('x-debug-token');
  trace.end(span, { status, ...(profile === null ? {} : { profile }) });
  return answered;
}

/** The result of a tool call, as the Model Context Protocol defines it. */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Readonly<Record<string, unknown>>;
  isError?: boolean;
};

/** Returns a result with structured content. The same JSON is its text, for assistants that read only text. */
export function toResult(content: Readonly<Record<string, unknown>>, isError = false): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
    ...(isError ? { isError } : {}),
  };
}

/** Returns the result for arguments that are not a request, in the form of a problem document. */
export function toArgumentError(detail: string): ToolResult {
  return toResult({ type: 'about:blank', title: 'Bad Request', status: 400, detail }, true);
}

/**
 * Converts a response to the result of a tool call. An error is its problem document; other responses are an object with
 * `status`, `body` and what a further call needs: `etag`, `location`, `total` and `next`.
 *
 * @param maxBytes the maximum size of the body; the result of a larger one is an error
 */
async function getResult(response: Response, maxBytes: number): Promise<ToolResult> {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const text = await readText(response, maxBytes);
  if (text === undefined) {
    const detail = `The response is larger than ${maxBytes} bytes; request fewer items or fields`;
    return toResult({ type: 'about:blank', title: 'Result too large', status, detail }, true);
  }
  const body = getBody(text, type);
  if (status < 400) return toResult({ status, ...describe(headers), ...(body === undefined ? {} : { body }) });
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return toResult(body as Readonly<Record<string, unknown>>, true);
  return toResult({ type: 'about:blank', title: response.statusText, status, detail: text }, true);
}

function getBody(text: string, type: string): unknown {
  if (text === '') return undefined;
  if (!JSON_TYPE.test(type)) return TEXT_TYPE.test(type) || type === '' ? text : `(a body of type ${type})`;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const JSON_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i;
const TEXT_TYPE = /^(?:text\/|application\/(?:xml|yaml|x-ndjson|[^;]*\+xml))/i;

function describe(headers: Headers): Record<string, unknown> {
  const [etag, location, total] = [headers.get('etag'), headers.get('location'), headers.get('x-total-count')];
  const next = NEXT_LINK.exec(headers.get('link') ?? '')?.[1];
  return {
    ...(etag === null ? {} : { etag }),
    ...(location === null ? {} : { location }),
    ...(total === null ? {} : { total: Number(total) }),
    ...(next === undefined ? {} : { next: { query: parseQuery(next) } }),
  };
}

const NEXT_LINK = /<[^>?]*\?([^>]*)>;[^,]*rel="?next"?/;

/** Reads a body as text; undefined if it has more than `maxBytes` bytes. */
async function readText({ body }: Response, maxBytes: number): Promise<string | undefined> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
