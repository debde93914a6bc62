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
import { getResult, toArgumentError } from './tool-result.ts';
import type { ToolResult } from './tool-result.ts';

// A larger result would fill the context of the assistant.
const MAX_RESULT_BYTES = 100_000;

/** What a call needs of the host. */
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
