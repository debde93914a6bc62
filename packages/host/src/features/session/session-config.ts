import type { Duration } from 'oriel-core/http';
import type { SameSite } from '../../http/headers/set-cookie.ts';
import type { CsrfConfig } from './csrf-guard.ts';
import type { SessionStorage } from './session-storage.ts';

/** How sessions are stored, and how long they last. */
export interface SessionConfig {
  /**
   * The storage of the sessions.
   * @default the memory of this process
   */
  readonly storage?: SessionStorage;
  /**
   * Options of the session cookie.
   * @default {}
   */
  readonly cookie?: SessionCookieConfig;
  /**
   * The time without a request after which a session ends.
   * @default '30 min'
   */
  readonly idle?: Duration;
  /**
   * The time after which a session ends even if it is used; `regenerate` restarts it.
   * @default '12 h'
   */
  readonly absolute?: Duration;
  /**
   * The maximum size of a session as JSON.
   * @default 65_536
   * @unit bytes
   */
  readonly maxBytes?: number;
  /**
   * The time that an operation of the storage may take; after that, requests that need it get 503.
   * @default '2 s'
   */
  readonly timeout?: Duration;
  /**
   * The number of sessions without a user that a client address may start: `limit` within `per`. Further ones get 429.
   * `false` disables the limit.
   * @default {}, and no limit for this machine
   */
  readonly anonymous?: AnonymousSessionLimit | false;
  /**
   * CSRF protection of unsafe requests. `false` disables it.
   * @default {}
   */
  readonly csrf?: CsrfConfig | false;
}

/** The limit of sessions without a user per client address. */
export interface AnonymousSessionLimit {
  /**
   * The number of sessions.
   * @default 1_000
   * @unit sessions
   */
  readonly limit?: number;
  /**
   * The period, in whole seconds.
   * @default '10 min'
   */
  readonly per?: Duration;
}

/** The session cookie. It is always HttpOnly. */
export interface SessionCookieConfig {
  /**
   * The prefix `__Host-`, or `__Secure-`, is added if the other options allow it.
   * @default 'session'
   */
  readonly name?: string;
  /**
   * `none` needs `secure: true`.
   * @default 'lax'
   */
  readonly sameSite?: SameSite;
  /**
   * Whether browsers store the cookie apart for each site that embeds this one (`Partitioned`). Needs `secure: true`.
   * @default false
   */
  readonly partitioned?: boolean;
  /**
   * `'auto'`: Secure for requests over HTTPS, also as reported by trusted proxies. `true`: always.
   * @default 'auto'
   */
  readonly secure?: 'auto' | true;
  /**
   * Other paths exclude the prefix `__Host-`.
   * @default '/'
   */
  readonly path?: string;
  /**
   * Sends the cookie to this domain and its subdomains. A domain excludes the prefix `__Host-`.
   * @default only the host that set the cookie
   */
  readonly domain?: string;
  /**
   * True if the cookie outlives the browser, for at most `absolute`.
   * @default false
   */
  readonly persistent?: boolean;
}

/** The defaults of sessions. `maxBytes` is bytes. */
export const SESSION_DEFAULTS = Object.freeze({
  idle: '30 min',
  absolute: '12 h',
  maxBytes: 65_536,
  timeout: '2 s',
} as const);
