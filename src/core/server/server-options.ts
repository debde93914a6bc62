import type { TlsOptions } from 'node:tls';
import type { Coding } from './content-coding.ts';
import type { ProxyConfig } from './proxy-config.ts';

/** Options of the server. */
export interface ServerOptions {
  /** The address or name to listen on. Default `127.0.0.1`, which is not reachable from the network. */
  readonly host?: string | undefined;
  /** The port. Default 8000; 0 selects a free one. */
  readonly port?: number | undefined;
  /** Key, certificate and other TLS options of Node.js. Without them, the server uses plain HTTP. */
  readonly tls?: TlsOptions | undefined;
  /** Supports HTTP/2 in addition to HTTP/1.1, by ALPN. Requires `tls`, as browsers do. */
  readonly http2?: boolean | undefined;
  /** Trusted proxies, whose headers set address, scheme and host. Default none. */
  readonly proxies?: ProxyConfig | undefined;
  readonly limits?: ServerLimits | undefined;
  /** Compression of responses. Default on, from 1,024 bytes. */
  readonly compression?: boolean | CompressionOptions | undefined;
  /** Milliseconds that requests have to finish when the server closes. Default 10,000. */
  readonly graceMs?: number | undefined;
}

/** Limits of requests. Sizes are bytes, times are milliseconds. */
export interface ServerLimits {
  /** Request target; 414. Default 8,192. */
  readonly url?: number | undefined;
  /** Request line and all headers together; 431. Default 16,384. */
  readonly headers?: number | undefined;
  /** Header lines; 431. Default 200. */
  readonly headerCount?: number | undefined;
  /** Body; 413. Default 1 MiB. */
  readonly body?: number | undefined;
  /** Time until the last header; 408. Default 15,000. */
  readonly headersTimeout?: number | undefined;
  /** Time until the last byte of the body; 408. Default 300,000. */
  readonly requestTimeout?: number | undefined;
  /** Time without a byte of the body, while the server waits for it; 408. Default 30,000. */
  readonly bodyTimeout?: number | undefined;
  /** Time without progress while a client does not read its response; then the connection is closed. 0 for no limit. Default 30,000. */
  readonly writeTimeout?: number | undefined;
  /** Time until an idle connection is closed. Default 65,000, because load balancers close theirs after 60 seconds and should close first. */
  readonly keepAliveTimeout?: number | undefined;
  /** Concurrent connections; further ones are closed without a response. 0 for no limit. Default 12,000. */
  readonly connections?: number | undefined;
  /** Pipelined requests of HTTP/1.1 that may wait; the response to the last of them closes the connection. Default 128. */
  readonly pipelined?: number | undefined;
}

export interface CompressionOptions {
  /** The minimum size of a compressed body in bytes. Default 1,024. */
  readonly threshold?: number | undefined;
  /** The offered encodings, in order of preference. Default br, zstd, gzip. */
  readonly encodings?: readonly Coding[] | undefined;
}

/** {@link ServerLimits} with all members. */
export type Limits = { readonly [Name in keyof ServerLimits]-?: number };

/**
 * Returns the limits with their defaults.
 * @throws {TypeError} for a limit that is negative or not an integer
 */
export function resolveLimits(given: ServerLimits = {}): Limits {
  const limits: Record<keyof ServerLimits, number> = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS) as (keyof ServerLimits)[]) {
    const value = given[name];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new TypeError(`limits.${name} must be a whole number, 0 or more; got ${String(value)}`);
    }
    limits[name] = value;
  }
  return limits;
}

/** The default maximum size of a body in bytes. */
export const DEFAULT_BODY_LIMIT = 1_048_576;

const DEFAULTS: Limits = {
  url: 8_192,
  headers: 16_384,
  headerCount: 200,
  body: DEFAULT_BODY_LIMIT,
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  bodyTimeout: 30_000,
  writeTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connections: 12_000,
  pipelined: 128,
};
