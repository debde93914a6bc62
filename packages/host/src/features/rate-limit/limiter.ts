import { answerWithin, ServiceUnavailableError, TooManyRequestsError, isPromise } from 'oriel-core/http';
import { MemoryLimitStore } from './memory-limit-store.ts';
import { withDefaults } from 'oriel-core/configuration';
import { NAMED_LIMIT_SETTINGS, RATE_LIMIT_SETTINGS, limitSettings } from './rate-limit.ts';
import type { LimitRule, LimitStore, RateLimit, RateLimitConfig, Taken } from './rate-limit.ts';
import { message } from 'oriel-core/messages';

/** The count of one request for one limit; `taken` is undefined if the store failed. */
export interface Counted {
  readonly rule: LimitRule;
  readonly taken: Taken | undefined;
}

/** Counts requests for the limits of a host, with a timeout for the store. */
export class Limiter {
  readonly limits: readonly RateLimit[];
  readonly #store: LimitStore;
  readonly #closed: boolean;
  readonly #timeout: number;
  readonly #onFailure: (error: unknown) => void;

  /**
   * @param onFailure called if the store fails or times out
   * @param timeout the milliseconds until the store counts as failed
   */
  constructor(config: RateLimitConfig, onFailure: (error: unknown) => void, timeout = STORE_TIMEOUT) {
    const { limits, store, failure } = withDefaults(RATE_LIMIT_SETTINGS, limitSettings(config));
    this.limits = limits;
    this.#store = store ?? new MemoryLimitStore();
    this.#closed = failure === 'closed';
    this.#timeout = timeout;
    this.#onFailure = onFailure;
  }

  /** Counts one request. @throws {ServiceUnavailableError} if the store fails and `failure` is `closed` */
  count(key: string, rule: LimitRule): Counted | Promise<Counted> {
    try {
      const taken = this.#store.take(getKey(key, rule), rule);
      return isPromise(taken) ? this.#inTime(taken, rule) : { rule, taken };
    } catch (error) {
      return this.#uncounted(error, rule);
    }
  }

  /** Removes the last requests from the count. Errors of the store are ignored. */
  giveBack(key: string, rule: LimitRule, many: number): void {
    try {
      const pending = this.#store.giveBack?.(getKey(key, rule), rule, many);
      if (isPromise(pending)) pending.then(undefined, this.#onFailure);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async #inTime(pending: PromiseLike<Taken>, rule: LimitRule): Promise<Counted> {
    try {
      const createError = (): Error => new Error(`no answer within ${this.#timeout} ms`);
      return { rule, taken: await answerWithin(pending, this.#timeout, createError) };
    } catch (error) {
      return this.#uncounted(error, rule);
    }
  }

  #uncounted(error: unknown, rule: LimitRule): Counted {
    this.#onFailure(error);
    if (this.#closed)
      throw new ServiceUnavailableError(message('request.rate-limit-unavailable'), {
        type: '/problems/rate-limits-unavailable',
        headers: { 'Retry-After': '1' },
      });
    return { rule, taken: undefined };
  }
}

const STORE_TIMEOUT = 250;

function getKey(key: string, { name }: LimitRule): string {
  return `${name}:${key}`;
}

/** Applies the defaults of a declared limit. */
export function getRule(declared: RateLimit): LimitRule {
  const { name, limit, per } = withDefaults(NAMED_LIMIT_SETTINGS, declared);
  return { name, limit, per };
}

/** Creates the error of a rejected request: 429 (RFC 6585 §4). */
export function tooMany({ reset }: Taken): TooManyRequestsError {
  const seconds = getSeconds(reset);
  return new TooManyRequestsError(message('request.rate-limit-exceeded', { seconds }), {
    type: '/problems/too-many-requests',
    headers: { 'Retry-After': String(seconds), 'Cache-Control': 'no-store' },
  });
}

/** Converts milliseconds to whole seconds, rounded up. */
export function getSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
