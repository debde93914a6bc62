import { didYouMean } from '../core/http/did-you-mean.ts';
import { PROXY_HEADERS, proxySettings } from '../core/server/proxy-config.ts';
import { createTrustedProxies } from '../core/server/client-ip.ts';
import { validateUnknownKeys } from '../core/configuration/check-keys.ts';
import type { HostConfig } from './config.ts';
import { issue, formatValue } from '../core/configuration/config-issue.ts';
import type { ConfigIssue } from '../core/configuration/config-issue.ts';

/** Reports proxies that are not addresses, and those that would let any client choose its address. */
export function* validateProxies({ proxies }: HostConfig): Generator<ConfigIssue> {
  if (proxies === undefined) return;
  const settings = typeof proxies === 'object' && proxies !== null ? proxySettings(proxies) : undefined;
  if (!Array.isArray(settings?.from)) {
    yield issue(
      'ORIEL_CONFIG_PROXIES',
      'proxies',
      `It is ${formatValue(proxies)}: counting hops or trusting every peer lets clients choose their own address`,
      "Name the proxies: ['10.0.0.0/8'], or { from: ['10.0.0.0/8'], headers: ['x-forwarded-for'] }",
    );
    return;
  }
  const { from, headers } = settings;
  yield* validateUnknownKeys(Array.isArray(proxies) ? {} : settings, ['from', 'headers'], 'proxies.');
  for (const [index, each] of from.entries()) yield* validateProxy(`proxies[${index}]`, each);
  if (headers !== undefined) yield* validateHeaders(headers);
}

function* validateProxy(place: string, proxy: unknown): Generator<ConfigIssue> {
  if (typeof proxy === 'string' && /^[^/]+\/0+$/.test(proxy)) {
    yield issue(
      'ORIEL_CONFIG_PROXY_ANY',
      place,
      `${formatValue(proxy)} covers every address: any client could choose its own address`,
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
      `${formatValue(proxy)} is neither an address nor a CIDR block`,
      "Write '10.0.0.1', '10.0.0.0/8' or '2001:db8::/32'; names are not looked up",
    );
  }
}

function* validateHeaders(headers: unknown): Generator<ConfigIssue> {
  const known: readonly string[] = PROXY_HEADERS;
  const list: readonly unknown[] = Array.isArray(headers) && headers.length > 0 ? headers : [headers];
  for (const [index, header] of list.entries()) {
    if (typeof header === 'string' && known.includes(header)) continue;
    const meant = typeof header === 'string' ? didYouMean(header.toLowerCase(), known) : undefined;
    yield issue(
      'ORIEL_CONFIG_PROXY_HEADER',
      `proxies.headers[${index}]`,
      `${formatValue(header)} is not a supported header`,
      meant ? `Did you mean "${meant}"?` : `Choose from ${known.join(', ')}`,
    );
  }
}
