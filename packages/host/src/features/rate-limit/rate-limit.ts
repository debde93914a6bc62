import { LIMIT_SETTINGS } from '../../http/request-limit.ts';
import type { RequestLimit } from '../../http/request-limit.ts';
import { anything, boolean, choice, formatValue, list, objectWith, text } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';

/** A limit for several routes, or for all. */
export interface RateLimit extends RequestLimit {
  /** The name in headers, in the log and in the profiler. */
  readonly name: string;
  /**
   * The routes and operations that are counted together: `'login'`, `'cities.*'`.
   * @default all
   */
  readonly routes?: readonly string[];
}

/** Rate limits, their store, and what happens if the store fails. */
export interface RateLimitSettings {
  /**
   * Limits of several or all routes. Routes and operations may have further limits.
   * @default []
   */
  readonly limits?: readonly RateLimit[];
  /**
   * The store of all limits, of login attempts and of sessions without a user.
   * @default the memory of this process
   */
  readonly store?: LimitStore;
  /**
   * If the store fails, `open` accepts requests, and `closed` rejects them with 503.
   * @default 'open'
   */
  readonly failure?: 'open' | 'closed';
  /**
   * Accepts that each worker and machine counts separately, which multiplies the limits.
   * @default false
   */
  readonly perProcess?: boolean;
}

export const NAMED_LIMIT_SETTINGS = {
  ...LIMIT_SETTINGS,
  name: text({
    isRequired: true,
    matches: /^[\w.-]{1,60}$/,
    code: 'ORIEL_CONFIG_LIMIT_NAME',
    reason: (name) => `${formatValue(name)} is not a valid name`,
    fix: "Use letters, digits, '-', '_' and '.', such as 'login'",
  }),
  routes: list(anything(), {
    minimum: 1,
    code: 'ORIEL_CONFIG_LIMIT_ROUTES',
    fix: "List routes, such as ['login', 'cities.*'], or remove it for all routes",
  }),
} satisfies Settings<RateLimit>;

export const RATE_LIMIT_SETTINGS = {
  limits: anything({ default: [] }),
  store: objectWith(['take'], {
    code: 'ORIEL_CONFIG_LIMIT_STORE',
    fix: 'Use a LimitStore such as redisLimitStore(client), or remove it to count in memory',
  }),
  perProcess: boolean({ default: false }),
  failure: choice(['open', 'closed'], { default: 'open' }),
} satisfies Settings<RateLimitSettings>;

/** A list of limits, or limits with settings. */
export type RateLimitConfig = readonly RateLimit[] | RateLimitSettings;

/** A limit with all defaults applied, as stores receive it. */
export interface LimitRule {
  readonly name: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly per: number;
}

/** The result of counting one request. */
export interface Taken {
  readonly allowed: boolean;
  /** The number of requests that are still allowed. */
  readonly remaining: number;
  /** Milliseconds until another request is allowed, or until more requests are allowed than now. */
  readonly reset: number;
}

/**
 * Counts requests. A call checks and counts atomically, so that concurrent requests cannot exceed the limit. Rejected requests are
 * not counted.
 */
export interface LimitStore {
  /** True if all machines share the counts, `'machine'` if only the processes of one machine do. */
  readonly shared?: boolean | 'machine';
  take(key: string, rule: LimitRule): Taken | Promise<Taken>;
  /**
   * Removes the last `count` requests from the count, such as successful logins. Without this method they stay counted.
   */
  giveBack?(key: string, rule: LimitRule, count: number): void | Promise<void>;
}

/** Returns the settings of both forms. */
export function limitSettings(config: RateLimitConfig): RateLimitSettings {
  return Array.isArray(config) ? { limits: config } : (config as RateLimitSettings);
}
