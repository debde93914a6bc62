import { ServiceUnavailableError, TooManyRequestsError } from '../../core/http/errors.ts';
import { isPromise } from '../../core/http/promises.ts';
import { MemoryLimitStore } from './memory-limit-store.ts';
import { limitSettings } from './rate-limit.ts';
import type { LimitRule, LimitStore, RateLimit, RateLimitConfig, Taken } from './rate-limit.ts';

/** What was counted for one request under one limit; `taken` is undefined when nobody could count. */
export interface Counted {
  readonly rule: LimitRule;
  readonly taken: Taken | undefined;
}

/** Counts requests under the limits of a host, within the time a store is given, and says what a refusal is. */
export class Limiter {
  readonly limits: readonly RateLimit[];
  readonly #store: LimitStore;
  readonly #closed: boolean;
  readonly #timeout: number;
  readonly #trouble: (error: unknown) => void;

  /** @param trouble told of a store that cannot be reached */
  constructor(config: RateLimitConfig, trouble: (error: unknown) => void) {
    const { limits = [], store = new MemoryLimitStore(), failure = 'open', timeout = 250 } = limitSettings(config);
    this.limits = limits;
    this.#store = store;
    this.#closed = failure === 'closed';
    this.#timeout = timeout;
    this.#trouble = trouble;
  }

  /** Counts one request. @throws {ServiceUnavailableError} when nobody can, and the limits are to hold all the same */
  count(key: string, rule: LimitRule): Counted | Promise<Counted> {
    try {
      const taken = this.#store.take(keyOf(key, rule), rule);
      return isPromise(taken) ? this.#inTime(taken, rule) : { rule, taken };
    } catch (error) {
      return this.#uncounted(error, rule);
    }
  }

  /** Takes back what was counted last; one that cannot be is counted, and that is all. */
  giveBack(key: string, rule: LimitRule, many: number): void {
    try {
      const pending = this.#store.giveBack?.(keyOf(key, rule), rule, many);
      if (isPromise(pending)) pending.then(undefined, this.#trouble);
    } catch (error) {
      this.#trouble(error);
    }
  }

  async #inTime(pending: PromiseLike<Taken>, rule: LimitRule): Promise<Counted> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${this.#timeout} ms`)), this.#timeout);
    });
    try {
      return { rule, taken: await Promise.race([pending, late]) };
    } catch (error) {
      return this.#uncounted(error, rule);
    } finally {
      clearTimeout(timer);
    }
  }

  #uncounted(error: unknown, rule: LimitRule): Counted {
    this.#trouble(error);
    if (this.#closed)
      throw new ServiceUnavailableError('Requests cannot be counted now', {
        type: '/problems/rate-limits-unavailable',
        headers: { 'Retry-After': '1' },
      });
    return { rule, taken: undefined };
  }
}

function keyOf(key: string, { name }: LimitRule): string {
  return `${name}:${key}`;
}

/** What a store is asked for, of a limit as it is declared. */
export function ruleOf({ name, limit, per, algorithm = 'sliding-window' }: RateLimit): LimitRule {
  return { name, limit, per: per * 1000, algorithm };
}

/** 429 (RFC 6585 §4). */
export function tooMany({ reset }: Taken): TooManyRequestsError {
  const seconds = secondsOf(reset);
  return new TooManyRequestsError(`Too many requests; ask again in ${seconds} s`, {
    type: '/problems/too-many-requests',
    headers: { 'Retry-After': String(seconds), 'Cache-Control': 'no-store' },
  });
}

/** Milliseconds in whole seconds, never too few. */
export function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
