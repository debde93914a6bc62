import type { Exchange } from '../server/exchange.ts';
import { tryRead } from 'oriel-core/errors';
import { withoutPrefix } from 'oriel-core/node';
import type { RecordedClient } from '../../profile/recorded-features.ts';
import type { Collector } from '../../record/collector.ts';

/** How a framework finds the address of a client behind a proxy. */
export interface ForwardedClient {
  /** The address that the framework reports; undefined if it cannot be read. */
  readonly address: string | undefined;
  /** The setting of the framework that trusts a proxy, as code. */
  readonly setting: (peer: string) => string;
}

/**
 * Reads the address of a client from a framework that has a setting for proxies. Other frameworks do not read the forwarding
 * headers, or add them themselves, as Next.js does.
 *
 * @param framework its name and version; NestJS names its adapter
 * @param context its request or context
 */
function readForwardedClient(framework: string, context: object, peer: string): ForwardedClient | undefined {
  const found = Object.entries(SETTINGS).find(([name]) => new RegExp(`\\b${name} `).test(`${framework} `));
  if (found === undefined) return undefined;
  // Koa keeps the first result of its getter `ip`.
  const { ips, ip } = context as { readonly ips?: unknown; readonly ip?: unknown };
  const address: unknown = found[0] === 'Koa' ? (Array.isArray(ips) ? (ips[0] ?? peer) : undefined) : ip;
  return { address: typeof address === 'string' ? address : undefined, setting: found[1] };
}

const SETTINGS: Readonly<Record<string, ForwardedClient['setting']>> = {
  Express: (peer) => `app.set('trust proxy', '${peer}')`,
  Fastify: (peer) => `fastify({ trustProxy: '${peer}' })`,
  Koa: () => 'app.proxy = true',
};

/** Collects the address that the framework reports, and the forwarding header that it ignored. */
export const forwardedClientCollector: Collector<Exchange> = {
  name: 'client',
  collect({ context: { headers, incoming, ip, forwarded, framework, url } }): RecordedClient {
    const { peer = ip, localPort } = incoming;
    const isTrusted = withoutPrefix(ip) !== withoutPrefix(peer);
    const header = headers.get(HEADER);
    // A proxy on the machine or in the network of the application. Any other client can send the header as well.
    const isIgnored =
      header !== undefined && forwarded?.address !== undefined && !isTrusted && PRIVATE.test(withoutPrefix(peer));
    const isSame = header?.split(',').some((part) => withoutPrefix(part.trim()) === withoutPrefix(peer));
    return {
      ip,
      peer,
      because: isTrusted ? `${HEADER}, which ${framework ?? 'the framework'} trusts` : 'the connection',
      configured: isTrusted,
      trusted: isTrusted,
      ignored: isIgnored && isSame !== true ? [HEADER] : [],
      ...(localPort !== undefined && !hasPort(url, localPort) && { localPort }),
      ...(isIgnored && { setting: forwarded.setting(withoutPrefix(peer)) }),
    };
  },
};

// The end of the host name is the beginning of the path.
function hasPort(url: string, port: number): boolean {
  const [, scheme, digits] = /^(https?):\/\/[^/?#]*?(?::(\d+))?(?:[/?#]|$)/i.exec(url) ?? [];
  return Number(digits ?? (scheme === 'https' ? 443 : 80)) === port;
}

const HEADER = 'x-forwarded-for';
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][\da-f]{2}:|fe80:)/i;

/** Reads the address of a request whose framework is known, if a proxy may have sent it. */
export function setForwardedClient(exchange: Exchange, context: object): void {
  const { framework, headers } = exchange;
  if (framework === undefined || exchange.forwarded !== undefined || !headers.has(HEADER)) return;
  exchange.forwarded = tryRead(() => readForwardedClient(framework, context, exchange.ip), undefined);
  exchange.ip = exchange.forwarded?.address ?? exchange.ip;
}
