import { isLoopbackName } from './authority.ts';
import type { HttpContext } from './context.ts';
import type { RequestHeaders } from './incoming-request.ts';

/** What {@link remoteReason} reads of a request. */
export interface LocalRequest {
  /** The name that the request was sent to, without a port. */
  readonly host: string;
  readonly headers: RequestHeaders;
  readonly incoming: { readonly version: string; readonly peer?: string | undefined };
}

/**
 * Returns why a request does not come from a user of this machine; undefined if it does. The connection must come from
 * a loopback address, the request must be sent to a loopback name (a foreign page can make its own name resolve to
 * 127.0.0.1), and no proxy may have passed it on, because behind a proxy on the same machine every connection is local.
 */
export function remoteReason({ incoming, host, headers }: LocalRequest): string | undefined {
  if (!LOOPBACK_ADDRESS.test(incoming.peer ?? '')) return 'the request comes from another machine';
  if (!isLoopbackName(host))
    return `only loopback names such as localhost are allowed, and the request was sent to "${host.slice(0, 100)}"`;
  for (const [name] of headers)
    if (PROXY_HEADER.test(name)) return `the request has the header ${name.slice(0, 40)}, so it came through a proxy`;
  // Browsers do not use HTTP/1.0. nginx does by default, and then adds no header either.
  if (incoming.version === '1.0') return 'the request uses HTTP/1.0, as proxies do';
  return undefined;
}

/**
 * Returns why a browser sent this request for a page of another origin; undefined if it did not. A user who follows a
 * link is allowed: a top-level GET navigation shows the response to the user and not to the other page. Browsers send
 * `Sec-Fetch-Site` (Fetch Metadata) to loopback addresses and over TLS; pages cannot set it. Another port of this
 * machine is `same-site`, but another origin. Browsers without it send `Origin`; forms of pages with the policy
 * `no-referrer` have the origin `null`.
 */
export function foreignPageReason({ method, headers, origin }: HttpContext): string | undefined {
  const site = headers.get('sec-fetch-site');
  const from = headers.get('origin');
  if (site === undefined && from !== undefined && from !== 'null' && from !== origin)
    return `a page of another origin sent the request (Origin: ${from.slice(0, 100)})`;
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  const isNavigation =
    method === 'GET' && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return isNavigation ? undefined : `a page of another origin sent the request (Sec-Fetch-Site: ${site.slice(0, 40)})`;
}

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1)$/;
const PROXY_HEADER =
  /^(?:forwarded(?:-for)?|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-original-.*|true-client-ip|cf-connecting-ip)$/i;
