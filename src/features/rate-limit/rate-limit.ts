import type { LimitAlgorithm, RequestLimit } from '../../core/http/request-limit.ts';

/** A limit for several routes, or for all. */
export interface RateLimit extends RequestLimit {
  /** Names it in headers, in the log and in the profiler. */
  readonly name: string;
  /** Names of the routes and operations it is for, counted together: `'login'`, `'cities.*'`. Default all. */
  readonly routes?: readonly string[];
}

export type { LimitAlgorithm };

/** Limits, where they are counted, and what holds when nobody can count. */
export interface RateLimitSettings {
  /** Those of several routes or all; routes and operations have others of their own. */
  readonly limits?: readonly RateLimit[];
  /** Where all of them are counted. Default in memory, which only one process sees. */
  readonly store?: LimitStore;
  /** When the store does not answer: `open` lets requests pass, `closed` answers 503. Default `open`. */
  readonly failure?: 'open' | 'closed';
  /** Milliseconds until a store that has not answered has failed. Default 250. */
  readonly timeout?: number;
  /** Accept that several workers or machines count separately, so that a client can send as many times more. Default false. */
  readonly perProcess?: boolean;
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
  /** Whether other processes count in it: those of all machines, those of the same `'machine'`, or no others. */
  readonly shared?: boolean | 'machine';
  take(key: string, rule: LimitRule): Taken | Promise<Taken>;
  /**
   * Takes back as many as were counted last, because they were right after all: logins are. Without it they count as well.
   */
  giveBack?(key: string, rule: LimitRule, count: number): void | Promise<void>;
}

/** The settings of either form. */
export function limitSettings(config: RateLimitConfig): RateLimitSettings {
  return isList(config) ? { limits: config } : config;
}

function isList(config: RateLimitConfig): config is readonly RateLimit[] {
  return Array.isArray(config);
}
