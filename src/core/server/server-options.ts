import type { TlsOptions } from 'node:tls';
import type { Coding } from './content-coding.ts';
import type { ProxyConfig } from './proxy-config.ts';

/** How a server listens, and what it refuses. */
export interface ServerOptions {
  /** Address or name to listen on. Default `127.0.0.1`: nothing is open to the network before somebody says so. */
  readonly host?: string | undefined;
  /** Default 8000; 0 takes any free one. */
  readonly port?: number | undefined;
  /** Key and certificate, and whatever else Node's TLS takes. Left out, the server speaks plain HTTP. */
  readonly tls?: TlsOptions | undefined;
  /** Offers HTTP/2 beside HTTP/1.1, through ALPN; needs `tls`, since no browser speaks it otherwise. */
  readonly http2?: boolean | undefined;
  /** Proxies to believe about address, scheme and host. Default none. */
  readonly proxies?: ProxyConfig | undefined;
  readonly limits?: ServerLimits | undefined;
  /** Default on, from 1,024 bytes. */
  readonly compression?: boolean | CompressionOptions | undefined;
  /** Milliseconds that requests get to finish when the server closes. Default 10,000. */
  readonly graceMs?: number | undefined;
}

/** What no request may exceed. Sizes in bytes, times in milliseconds. */
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
  /** Time until the last byte of the body, whoever reads it; 408. Default 300,000. */
  readonly requestTimeout?: number | undefined;
  /** Time without a byte of the body, while the server waits for it; 408. Default 30,000. */
  readonly bodyTimeout?: number | undefined;
  /** Time without progress while a client does not read its response; then it is cut off. 0 for no limit. Default 30,000. */
  readonly writeTimeout?: number | undefined;
  /** Time an idle connection is kept. Default 65,000: load balancers keep theirs for 60, and should close first. */
  readonly keepAliveTimeout?: number | undefined;
  /** Connections at once, more are closed unheard; 0 for no limit. Default 12,000. */
  readonly connections?: number | undefined;
  /** Pipelined requests of HTTP/1.1 that may wait; the response to the last of them closes the connection. Default 128. */
  readonly pipelined?: number | undefined;
}

export interface CompressionOptions {
  /** Bytes from which compressing is worth its time. Default 1,024. */
  readonly threshold?: number | undefined;
  /** What to offer; of equally welcome ones the first. Default br, zstd, gzip. */
  readonly encodings?: readonly Coding[] | undefined;
}

/** {@link ServerLimits}, complete. */
export type Limits = { readonly [Name in keyof ServerLimits]-?: number };

/**
 * Completes the limits with their defaults.
 * @throws {TypeError} naming the limit that is no whole number, or negative
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

/** Bytes that a body may have, unless the configuration states another limit. */
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
