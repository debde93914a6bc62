import type { SameSite } from '../../core/http/headers/set-cookie.ts';
import type { CsrfConfig } from './csrf-guard.ts';
import type { SessionStorage } from './session-storage.ts';

/** How sessions are stored, and how long they last. */
export interface SessionConfig {
  /** Default: the memory of this process. */
  readonly storage?: SessionStorage;
  readonly cookie?: SessionCookieConfig;
  /** Seconds without a request after which a session ends. Default 1,800: half an hour. */
  readonly idle?: number;
  /** Seconds after which a session ends even if it is used; `regenerate` restarts them. Default 43,200: twelve hours. */
  readonly absolute?: number;
  /** The maximum size of a session in bytes of JSON. Default 65,536. */
  readonly maxBytes?: number;
  /** Milliseconds that an operation of the storage may take; after that, requests that need it get 503. Default 2,000. */
  readonly timeoutMs?: number;
  /**
   * The number of sessions without a user that a client address may start: `limit` within `per` seconds. Further ones get 429.
   * Default 1,000 within 600 seconds, and no limit for this machine. `false` disables the limit.
   */
  readonly anonymous?: AnonymousSessionLimit | false;
  /** CSRF protection of unsafe requests. `false` disables it. */
  readonly csrf?: CsrfConfig | false;
}

/** The limit of sessions without a user per client address. */
export interface AnonymousSessionLimit {
  /** Sessions. Default 1,000. */
  readonly limit?: number;
  /** Seconds. Default 600. */
  readonly per?: number;
}

/** The session cookie. It is always HttpOnly. */
export interface SessionCookieConfig {
  /** Default `session`. The prefix `__Host-`, or `__Secure-`, is added if the other options allow it. */
  readonly name?: string;
  /** Default `lax`. `none` needs `secure: true`. */
  readonly sameSite?: SameSite;
  /** Default `auto`: Secure for requests over HTTPS, also as reported by trusted proxies. `true`: always. */
  readonly secure?: 'auto' | true;
  /** Default `/`. Other paths exclude the prefix `__Host-`. */
  readonly path?: string;
  /** Default: only the host that set the cookie. A domain excludes the prefix `__Host-`. */
  readonly domain?: string;
  /** True if the cookie outlives the browser, for at most `absolute` seconds. Default false. */
  readonly persistent?: boolean;
}

/** The defaults of sessions in seconds, bytes and milliseconds. */
export const SESSION_DEFAULTS = Object.freeze({ idle: 1_800, absolute: 43_200, maxBytes: 65_536, timeoutMs: 2_000 });
