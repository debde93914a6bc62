import { BadRequestError, isLoopbackName, ForbiddenError } from 'oriel-core/http';
import { parseJson } from '../../http/json.ts';
import { unsupported } from '../../http/unsupported-body.ts';
import { message } from 'oriel-core/messages';
import type { RequestContext } from '../../kernel/events.ts';
import { createMcpServer } from './mcp-server.ts';
import type { McpLibrary, McpServerOptions } from './mcp-server.ts';

/**
 * Answers an MCP request with one JSON document: stateless Streamable HTTP, of the current protocol and of its 2025
 * revisions.
 *
 * @throws {HttpError} if the origin is not trusted or the body is not one JSON object
 */
export async function answerMcp(
  context: RequestContext,
  library: McpLibrary,
  options: McpServerOptions & OriginPolicy,
): Promise<Response> {
  checkOrigin(context, options);
  const type = context.headers.get('content-type') ?? '';
  if (!library.isJsonContentType(type)) throw unsupported(context.method, type, ['application/json']);
  const body = parseJson(await context.body.text());
  // Batches could contain any number of calls; the protocol has had none since 2025-06-18.
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new BadRequestError(message('mcp.not-a-request'));
  const request = withoutCredentials(context);
  const create = () => createMcpServer(library, context, options);
  if (!(await library.isLegacyRequest(request, body))) {
    // Nothing is published to subscribers.
    const handler = library.createMcpHandler(create, { legacy: 'reject', maxSubscriptions: 0 });
    return handler.fetch(request, { parsedBody: body });
  }
  const server = create();
  const transport = new library.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

// The library needs only the headers of its protocol.
function withoutCredentials({ url, headers, signal }: RequestContext): Request {
  const protocolHeaders = [...headers].filter(([name]) => /^(?:accept|content-type|mcp-.*)$/i.test(name));
  return new Request(url, { method: 'POST', headers: protocolHeaders, signal });
}

/** Which pages and host names may use the endpoint. */
interface OriginPolicy {
  readonly origins: readonly string[];
  /** Whether the host accepts only the names in `hosts`, so that the name of a request can be trusted. */
  readonly knowsHosts: boolean;
}

/**
 * Rejects requests of pages that are not trusted. An attacker's page can resolve its own name to the address of a local
 * server (DNS rebinding). Its requests then have the name of the attacker in `Host`, and an origin with that name.
 *
 * @throws {ForbiddenError} if the origin or the name is not trusted
 */
function checkOrigin(context: RequestContext, { origins, knowsHosts }: OriginPolicy): void {
  const { host, incoming } = context;
  const isKnown = knowsHosts || isLoopbackName(host);
  // A program on the same machine connects to a loopback name; a proxy on it should be in `proxies`.
  if (!isKnown && incoming.clientBecause === undefined && isLoopbackAddress(incoming.peer ?? ''))
    throw refusal('mcp.untrusted-host', host);
  const origin = context.headers.get('origin');
  if (origin === undefined || origins.includes(origin)) return;
  if (isKnown && origin === context.origin) return;
  throw refusal('mcp.untrusted-origin', origin);
}

function refusal(code: 'mcp.untrusted-host' | 'mcp.untrusted-origin', value: string): ForbiddenError {
  return new ForbiddenError(message(code, { value: value.slice(0, 200) }), { type: '/problems/untrusted-origin' });
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
