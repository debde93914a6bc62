/** Proxies to believe: addresses or CIDR blocks, or these with the headers that they write. */
export type ProxyConfig = readonly string[] | ProxySettings;

/** Whom to believe, and about what. */
export interface ProxySettings {
  /** Addresses or CIDR blocks. */
  readonly from: readonly string[];
  /**
   * The headers that the proxies write themselves. What they only pass on is the client's own word, so name those that
   * yours writes. Default all.
   */
  readonly headers?: readonly ProxyHeader[];
}

/** The headers in which proxies tell of clients. */
export const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
] as const;

export type ProxyHeader = (typeof PROXY_HEADERS)[number];

/** The settings of either form. */
export function proxySettings(config: ProxyConfig): ProxySettings {
  return isList(config) ? { from: config } : config;
}

function isList(config: ProxyConfig): config is readonly string[] {
  return Array.isArray(config);
}
