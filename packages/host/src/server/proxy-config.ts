/** Trusted proxies: addresses or CIDR blocks, or these with the headers that the proxies set. */
export type ProxyConfig = readonly string[] | ProxySettings;

/** Trusted proxies and the headers that they set. */
export interface ProxySettings {
  /** Addresses or CIDR blocks. */
  readonly from: readonly string[];
  /**
   * The headers that the proxies set. Clients can forge headers that a proxy only forwards, so list those that yours
   * sets.
   * @default all
   */
  readonly headers?: readonly ProxyHeader[];
}

/** The headers in which proxies forward client information. */
export const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
] as const;

export type ProxyHeader = (typeof PROXY_HEADERS)[number];

/** Returns a configuration in its long form. */
export function proxySettings(config: ProxyConfig): ProxySettings {
  return 'from' in config ? config : { from: config };
}
