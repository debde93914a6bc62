import { isLoopbackName, ForbiddenError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { RequestContext } from '../../kernel/events.ts';

/** Which pages and host names may use the endpoint. */
export interface OriginPolicy {
  /** Origins of trusted pages. */
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
export function checkOrigin(context: RequestContext, { origins, knowsHosts }: OriginPolicy): void {
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
