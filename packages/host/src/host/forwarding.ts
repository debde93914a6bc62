import type { HttpResponse, IncomingRequest } from 'oriel-core/http';
import type { RequestContext } from '../kernel/events.ts';
import { currentScope, runInTrace } from 'oriel-core/trace';
import { createTrustedProxies } from '../server/trusted-proxies.ts';
import { PROXY_HEADERS } from '../server/proxy-config.ts';
import type { ProxyConfig } from '../server/proxy-config.ts';
import type { Logger } from 'oriel-core/trace';

/** Handles a request that was forwarded inside another one, as a span of that one if it is recorded. */
export async function forwarded(
  sub: RequestContext,
  handle: (context: RequestContext) => HttpResponse | Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { trace, method, path, query } = sub;
  if (!trace.recording) return handle(sub);
  const target = query === '' ? path : `${path}?${query}`;
  const id = trace.begin('kernel', `forward ${method} ${path}`, currentScope().span, { forwarded: method, target });
  const response = await runInTrace(trace, () => handle(sub), id);
  trace.end(id, { status: response.status, route: sub.route?.name });
  return response;
}

/**
 * Returns a function that logs a warning for each peer that sends forwarding headers and is not a trusted proxy. Its headers
 * are ignored.
 */
export function createForwardingCheck(
  proxies: ProxyConfig | undefined,
  logger: Logger,
): (incoming: IncomingRequest) => void {
  const trusted = createTrustedProxies(proxies);
  const logged = new Set<string>();
  return (incoming) => {
    const { headers } = incoming;
    if (headers.get('x-forwarded-for') === undefined && headers.get('forwarded') === undefined) return;
    // Read only now: the address of a socket is slow to read.
    const { peer } = incoming;
    if (peer === undefined || logged.has(peer) || logged.size >= MAX_LOGGED || trusted?.trusts(peer) === true) return;
    logged.add(peer);
    const header = PROXY_HEADERS.find((name) => headers.get(name) !== undefined)!;
    const last = logged.size === MAX_LOGGED ? '; further peers are not logged' : '';
    logger.log(
      'warning',
      'server',
      `Ignored the ${NAMES[header] ?? header} header from ${peer}, which is not a trusted proxy. If it is one of your proxies, add proxies: ['${peer}']${last}`,
      { peer, header },
    );
  };
}

// Any client can send the header, so the number of records is limited.
const MAX_LOGGED = 100;
const NAMES: Readonly<Record<string, string>> = { forwarded: 'Forwarded', 'x-forwarded-for': 'X-Forwarded-For' };
