import { didYouMean } from '../core/http/did-you-mean.ts';
import { PROXY_HEADERS, proxySettings } from '../core/server/proxy-config.ts';
import { createTrustedProxies } from '../core/server/client-ip.ts';
import { strangers } from '../core/configuration/check-keys.ts';
import type { HostConfig } from './config.ts';
import { issue, shown } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

/** Proxies that nobody could be, and such as would let anybody say who they are. */
export function* wrongProxies({ proxies }: HostConfig): Generator<ConfigIssue> {
  if (proxies === undefined) return;
  const settings = typeof proxies === 'object' && proxies !== null ? proxySettings(proxies) : undefined;
  if (!Array.isArray(settings?.from)) {
    yield issue(
      'ORIEL_CONFIG_PROXIES',
      'proxies',
      `It is ${shown(proxies)}: to count hops, or to trust everybody, lets clients choose their own address`,
      "Name the proxies: ['10.0.0.0/8'], or { from: ['10.0.0.0/8'], headers: ['x-forwarded-for'] }",
    );
    return;
  }
  const { from, headers } = settings;
  yield* strangers(Array.isArray(proxies) ? {} : settings, ['from', 'headers'], 'proxies.');
  for (const [index, each] of from.entries()) yield* wrongProxy(`proxies[${index}]`, each);
  if (headers !== undefined) yield* wrongHeaders(headers);
}

function* wrongProxy(place: string, proxy: unknown): Generator<ConfigIssue> {
  if (typeof proxy === 'string' && /^[^/]+\/0+$/.test(proxy)) {
    yield issue(
      'ORIEL_CONFIG_PROXY_ANY',
      place,
      `${shown(proxy)} is every address: any client could say who it is`,
      "Name the addresses of your proxies, such as '10.0.0.0/8'",
    );
    return;
  }
  try {
    createTrustedProxies([proxy as string]);
  } catch {
    yield issue(
      'ORIEL_CONFIG_PROXY',
      place,
      `${shown(proxy)} is neither an address nor a CIDR block`,
      "Write '10.0.0.1', '10.0.0.0/8' or '2001:db8::/32'; names are not looked up",
    );
  }
}

function* wrongHeaders(headers: unknown): Generator<ConfigIssue> {
  const known: readonly string[] = PROXY_HEADERS;
  const list: readonly unknown[] = Array.isArray(headers) && headers.length > 0 ? headers : [headers];
  for (const [index, header] of list.entries()) {
    if (typeof header === 'string' && known.includes(header)) continue;
    const meant = typeof header === 'string' ? didYouMean(header.toLowerCase(), known) : undefined;
    yield issue(
      'ORIEL_CONFIG_PROXY_HEADER',
      `proxies.headers[${index}]`,
      `${shown(header)} is no header that is read`,
      meant ? `Did you mean "${meant}"?` : `Choose of ${known.join(', ')}`,
    );
  }
}
