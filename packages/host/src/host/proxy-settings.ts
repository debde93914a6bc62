import { choice, either, formatValue, group, issue, list, suggestName, text } from 'oriel-core/configuration';
import type { ConfigIssue, Settings } from 'oriel-core/configuration';
import { createTrustedProxies } from '../server/trusted-proxies.ts';
import { PROXY_HEADERS } from '../server/proxy-config.ts';
import type { ProxySettings } from '../server/proxy-config.ts';

const proxy = text({
  matches: isAddress,
  code: 'ORIEL_CONFIG_PROXY',
  reason: (value) => `${formatValue(value)} is neither an address nor a CIDR block`,
  fix: "Write '10.0.0.1', '10.0.0.0/8' or '2001:db8::/32'; names are not looked up",
  validate: validateRange,
});

export const PROXY_SETTINGS = {
  from: list(proxy, { isRequired: true, fix: "List the proxies: from: ['10.0.0.0/8']" }),
  headers: list(
    choice(PROXY_HEADERS, {
      code: 'ORIEL_CONFIG_PROXY_HEADER',
      reason: (header) => `${formatValue(header)} is not a supported header`,
      fix: (header) => suggestName(header, PROXY_HEADERS),
    }),
    { minimum: 1, code: 'ORIEL_CONFIG_PROXY_HEADER', fix: `Use one of: ${PROXY_HEADERS.join(', ')}` },
  ),
} satisfies Settings<ProxySettings>;

/** Trusted proxies. A number of hops is rejected, because any client could then choose its own address. */
export const PROXIES = either([list(proxy), group(PROXY_SETTINGS)], {
  code: 'ORIEL_CONFIG_PROXIES',
  reason: (value) =>
    `It is ${formatValue(value)}: counting hops or trusting every peer lets clients choose their own address`,
  fix: "List the proxies: ['10.0.0.0/8'], or { from: ['10.0.0.0/8'], headers: ['x-forwarded-for'] }",
});

function isAddress(value: string): boolean {
  if (EVERY_ADDRESS.test(value)) return true;
  try {
    createTrustedProxies([value]);
    return true;
  } catch {
    return false;
  }
}

function* validateRange(value: string, path: string): Generator<ConfigIssue> {
  if (!EVERY_ADDRESS.test(value)) return;
  const reason = `${formatValue(value)} covers every address: any client could choose its own address`;
  yield issue('ORIEL_CONFIG_PROXY_ANY', path, reason, "List the addresses of your proxies, such as '10.0.0.0/8'");
}

const EVERY_ADDRESS = /^[^/]+\/0+$/;
