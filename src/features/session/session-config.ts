import type { SameSite } from '../../core/http/headers/set-cookie.ts';
import type { CsrfConfig } from './csrf-guard.ts';
import type { SessionStorage } from './session-storage.ts';

/** Sessions of visitors, as a host is told to keep them. */
export interface SessionConfig {
  /** Where they are kept. Default in the memory of this process. */
  readonly storage?: SessionStorage;
  readonly cookie?: SessionCookieConfig;
  /** Seconds without a request after which a session ends. Default 1,800: half an hour. */
  readonly idle?: number;
  /** Seconds after which it ends however much it is used; `regenerate` begins anew. Default 43,200: twelve hours. */
  readonly absolute?: number;
  /** Bytes of JSON that a session may hold. Default 65,536. */
  readonly maxBytes?: number;
  /** Milliseconds that the storage gets to answer, before the request that needs it is answered 503. Default 2,000. */
  readonly timeoutMs?: number;
  /**
   * How many sessions without a user one client address may start: `limit` within `per` seconds. More are answered 429.
   * Default 1,000 within 600 seconds, but any number from this machine. `false` for no bound.
   */
  readonly anonymous?: AnonymousSessionLimit | false;
  /** What unsafe requests have to prove, so that no other site can send them. `false` for nothing. */
  readonly csrf?: CsrfConfig | false;
}

/** A bound for the sessions without a user that one client address may start. */
export interface AnonymousSessionLimit {
  /** Sessions. Default 1,000. */
  readonly limit?: number;
  /** Seconds. Default 600. */
  readonly per?: number;
}

/** The cookie that names a session. It is always HttpOnly. */
export interface SessionCookieConfig {
  /** Default `session`. Where it can be, it is sent as `__Host-session`, else where it is secure as `__Secure-session`. */
  readonly name?: string;
  /** Default `lax`. `none` needs `secure: true`. */
  readonly sameSite?: SameSite;
  /** Default `auto`: Secure whenever the request came by HTTPS, trusted proxies believed. `true`: always. */
  readonly secure?: 'auto' | true;
  /** Default `/`. Any other leaves out the prefix `__Host-`. */
  readonly path?: string;
  /** Left out, only the very host that set it gets it. One that is given leaves out the prefix `__Host-`. */
  readonly domain?: string;
  /** Kept when the browser is closed, for as long as the session may last at most. Default false. */
  readonly persistent?: boolean;
}

/** Seconds, bytes and milliseconds that hold when nothing else is said. */
export const SESSION_DEFAULTS = Object.freeze({ idle: 1_800, absolute: 43_200, maxBytes: 65_536, timeoutMs: 2_000 });
