import type { TlsOptions } from 'node:tls';
import { MAX_TIMER_MS } from 'oriel-core/http';
import { duration, number, withDefaults } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import type { Duration } from 'oriel-core/http';
import type { ProxyConfig } from './proxy-config.ts';

/** Options of the server. */
export interface ServerOptions {
  /**
   * The address or name to listen on. The default is not reachable from the network.
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /**
   * The port; 0 selects a free one.
   * @default 8000
   * @unit –
   */
  readonly port?: number | undefined;
  /** Key, certificate and other TLS options of Node.js. Without them, the server uses plain HTTP. */
  readonly tls?: TlsOptions | undefined;
  /** Supports HTTP/2 in addition to HTTP/1.1, by ALPN. Requires `tls`, as browsers do. */
  readonly http2?: boolean | undefined;
  /** Trusted proxies, whose headers set address, scheme and host. Default none. */
  readonly proxies?: ProxyConfig | undefined;
  readonly limits?: ServerLimits | undefined;
  /** Compression of responses. Default on, from 1,024 bytes. */
  readonly compression?: boolean | undefined;
  /**
   * How long open requests have to finish when the server closes.
   * @default '10 s'
   */
  readonly gracePeriod?: Duration | undefined;
}

/** Limits of requests. Sizes are in bytes. */
export interface ServerLimits {
  /**
   * Size of the request target; 414.
   * @default 8_192
   * @unit bytes
   */
  readonly url?: number | undefined;
  /**
   * Size of the request line and all headers together; 431.
   * @default 16_384
   * @unit bytes
   */
  readonly headers?: number | undefined;
  /**
   * Size of the body; `bodyLimit` of a route or an operation takes precedence; 413.
   * @default 1_048_576
   * @unit bytes
   */
  readonly body?: number | undefined;
  /**
   * Time until the last header; 408.
   * @default '15 s'
   */
  readonly headersTimeout?: Duration | undefined;
  /**
   * Time until the last byte of the body; 408.
   * @default '5 min'
   */
  readonly requestTimeout?: Duration | undefined;
  /**
   * Time without a byte of the body, while the server waits for it; 408.
   * @default '30 s'
   */
  readonly bodyTimeout?: Duration | undefined;
  /**
   * Time without progress while a client does not read its response; then the connection is closed. 0 for no limit.
   * @default '30 s'
   */
  readonly writeTimeout?: Duration | undefined;
  /**
   * Time until an idle connection is closed. Load balancers close theirs after 60 seconds and should close first.
   * @default '65 s'
   */
  readonly keepAliveTimeout?: Duration | undefined;
  /**
   * Concurrent connections; further ones are closed without a response; 0 for no limit.
   * @default 12_000
   * @unit connections
   */
  readonly connections?: number | undefined;
}

const time = (defaultDuration: Duration) => duration({ default: defaultDuration, maximum: MAX_TIMER_MS });

export const SERVER_LIMIT_SETTINGS = {
  url: number({ default: 8_192 }),
  headers: number({ default: 16_384 }),
  body: number({ default: 1_048_576 }),
  headersTimeout: time('15 s'),
  requestTimeout: time('5 min'),
  bodyTimeout: time('30 s'),
  writeTimeout: time('30 s'),
  keepAliveTimeout: time('65 s'),
  connections: number({ default: 12_000 }),
} satisfies Settings<ServerLimits>;

/** {@link ServerLimits} with all members; durations are milliseconds. */
export type Limits = { readonly [Name in keyof ServerLimits]-?: number };

/**
 * Returns the limits with their defaults.
 * @throws {TypeError} for a limit that is negative, not an integer or not a duration
 */
export function resolveLimits(given: ServerLimits = {}): Limits {
  for (const [name, setting] of Object.entries(SERVER_LIMIT_SETTINGS))
    for (const { place, reason, fix } of setting.validate(`limits.${name}`, given[name as keyof ServerLimits]))
      throw new TypeError(`${place}: ${reason}. ${fix}`);
  return withDefaults(SERVER_LIMIT_SETTINGS, given);
}

/** The default period in which open requests can finish when a server closes, in milliseconds. */
export const DEFAULT_GRACE_PERIOD = 10_000;
