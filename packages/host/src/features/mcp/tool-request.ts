import type { HttpError, IncomingRequest, RequestHeaders } from 'oriel-core/http';
import { HeaderLines } from '../../http/header-lines.ts';
import type { RequestContext, RequestEvent } from '../../kernel/events.ts';
import { FetchBody } from '../../server/fetch-body.ts';
import { requestProblem } from '../../server/request-problem.ts';
import type { Limits } from '../../server/server-options.ts';
import { toWebRequest } from '../../http/to-web-request.ts';
import type { Tool } from './tool.ts';
import type { ToolTarget } from './tool-arguments.ts';
import type { Listener } from '../../events/dispatcher.ts';
import { NotFoundError } from 'oriel-core/http';
import { notFoundMessage } from '../../listeners/access-denied.ts';

/**
 * The request of a tool call. It has the address, host and credentials of the MCP request, except cookies: a page can make
 * a browser send cookies, but no other credentials.
 */
export class ToolRequest implements IncomingRequest {
  readonly tool: Tool;
  /** The path of the MCP request. */
  readonly calledBy: string;
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly body: FetchBody;
  readonly problem: HttpError | undefined;
  readonly hostLines: readonly string[];
  readonly scheme: 'http' | 'https';
  readonly version: string;
  readonly ip: string;
  readonly peer: string | undefined;
  readonly clientBecause: string | undefined;
  readonly signal: AbortSignal;

  /** @param more headers in addition, such as `traceparent` */
  constructor(
    outer: RequestContext,
    tool: Tool,
    { target, headers, body }: ToolTarget,
    limits: Limits,
    more: readonly (readonly [name: string, value: string])[] = [],
  ) {
    const { hostLines, scheme, version, ip, peer, clientBecause } = outer.incoming;
    const length = body === undefined ? undefined : String(Buffer.byteLength(body));
    const lines = [
      ...[...outer.headers].filter(([name]) => !NOT_PASSED_ON.test(name)),
      ['Accept', tool.accept],
      ...headers,
      ...more,
      ...(length === undefined ? [] : [['Content-Type', tool.bodyType!] as const, ['Content-Length', length] as const]),
    ] as readonly (readonly [string, string])[];
    this.tool = tool;
    this.calledBy = outer.path;
    this.method = tool.method;
    this.target = target;
    this.headers = new HeaderLines(lines);
    this.body = new FetchBody(
      new Request('http://localhost/', {
        method: 'POST',
        ...(body === undefined ? {} : { body, headers: { 'Content-Length': length! } }),
      }),
      limits,
    );
    this.problem = requestProblem(limits, target.length, lines.length, undefined, undefined);
    this.hostLines = hostLines;
    this.scheme = scheme;
    this.version = version;
    this.ip = ip;
    this.peer = peer;
    this.clientBecause = clientBecause;
    this.signal = outer.signal;
  }

  /** Does nothing: the response is part of another one. */
  earlyHints(): void {}

  toRequest(url: string): Request {
    return toWebRequest(this, url);
  }
}

// Headers that describe the MCP request itself, cookies, and those that change what a request does.
const NOT_PASSED_ON =
  /^(?:accept|accept-charset|accept-encoding|connection|content-.*|cookie2?|expect|idempotency-key|if-.*|keep-alive|last-event-id|mcp-.*|origin|prefer|range|referer|sec-.*|te|trailer|transfer-encoding|traceparent|upgrade|x-csrf-token|x-http-method.*|x-method-override)$/i;

/**
 * Rejects the request of a tool that reached another route than that of the tool: an argument in a path may lead to a
 * route without a tool, such as the identifier `export` to `/cities/export`.
 */
export const toolRouteListener: Listener<never> = Object.freeze({
  event: 'kernel.request',
  priority: 0,
  after: 'router',
  name: 'tool-route',
  handle: ({ context }: RequestEvent): void => {
    const { incoming, route, trace } = context;
    // A request that a handler forwards is not one of the tool.
    if (!(incoming instanceof ToolRequest) || route === undefined) return;
    const { tool, calledBy } = incoming;
    if (trace.recording) trace.decide('mcp', `tool ${tool.name}`, `an assistant called it by ${calledBy}`);
    if (!tool.owns(route.data)) throw new NotFoundError(notFoundMessage(context));
  },
});
