/** How many requests one principal may send. */
export interface RateLimit {
  /** Names it in headers, in the log and in the profiler. */
  readonly name: string;
  /** Requests … */
  readonly limit: number;
  /** … in so many seconds. */
  readonly per: number;
  /**
   * `sliding-window`: never more than `limit` in any stretch of `per` seconds. `fixed-window`: in each stretch that begins
   * with a multiple of `per`. `token-bucket`: `limit` at once, and from then on one each `per / limit` seconds. Default
   * `sliding-window`.
   */
  readonly algorithm?: LimitAlgorithm;
  /** Who is counted: addresses, before anybody is asked for a name; or users, and addresses of those without one. */
  readonly by?: 'address' | 'user';
  /** Names of the routes and operations it is for, counted together: `'login'`, `'cities.*'`. Default all. */
  readonly routes?: readonly string[];
}

export type LimitAlgorithm = 'sliding-window' | 'fixed-window' | 'token-bucket';

/** Limits, where they are counted, and what holds when nobody can count. */
export interface RateLimitSettings {
  readonly limits: readonly RateLimit[];
  /** Default in memory, which only one process sees. */
  readonly store?: LimitStore;
  /** When the store does not answer: `open` lets requests pass, `closed` answers 503. Default `open`. */
  readonly failure?: 'open' | 'closed';
  /** Milliseconds until a store that has not answered has failed. Default 250. */
  readonly timeout?: number;
}

/** The limits alone, or with settings. */
export type RateLimitConfig = readonly RateLimit[] | RateLimitSettings;

/** What a store is asked for: a limit with all its parts. */
export interface LimitRule {
  readonly name: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly per: number;
  readonly algorithm: LimitAlgorithm;
}

/** What became of one request. */
export interface Taken {
  readonly allowed: boolean;
  /** How many more may come now. */
  readonly remaining: number;
  /** Milliseconds until another one may come, or until more may than now. */
  readonly reset: number;
}

/**
 * Counts requests. One call looks and counts in one: whatever comes at the same time, no more are allowed than the rule
 * says. What is refused is not counted.
 */
export interface LimitStore {
  /** Do all processes count in it? */
  readonly shared?: boolean;
  take(key: string, rule: LimitRule): Taken | Promise<Taken>;
}

/** The settings of either form. */
export function limitSettings(config: RateLimitConfig): RateLimitSettings {
  return isList(config) ? { limits: config } : config;
}

function isList(config: RateLimitConfig): config is readonly RateLimit[] {
  return Array.isArray(config);
}
