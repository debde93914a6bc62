import { hash } from 'node:crypto';
import { TooManyRequestsError } from '../../core/http/errors.ts';
import { isPromise } from '../../core/http/promises.ts';
import type { HttpContext } from '../../core/http/context.ts';
import { addressKey } from '../../core/server/address-key.ts';
import { remember } from '../rate-limit/counted.ts';
import { secondsOf } from '../rate-limit/limiter.ts';
import type { Counted, Limiter } from '../rate-limit/limiter.ts';
import type { LimitRule, LimitStore, Taken } from '../rate-limit/rate-limit.ts';

/** How often somebody may try to log in. */
export interface ThrottleOptions {
  /** Attempts for one account from one address. Default 5. */
  readonly attempts?: number;
  /** Attempts from one address, whatever the account. Default 25. */
  readonly perAddress?: number;
  /** Seconds in which so many attempts may be made. Default 60. */
  readonly window?: number;
  /** Where they are counted. Default where `rateLimits` are, else in the memory of this process. */
  readonly store?: LimitStore;
  /** When the store does not answer: `closed` answers 503, `open` lets anybody guess. Default `closed`. */
  readonly failure?: 'open' | 'closed';
  /** Milliseconds until a store that has not answered has failed. Default 250. */
  readonly timeout?: number;
  /** Accept that several workers or machines count separately, so that as many times more can be tried. Default false. */
  readonly perProcess?: boolean;
}

/** Counts attempts to log in. */
export interface LoginThrottle {
  /** Counts one attempt before it is made. @throws {TooManyRequestsError} 429 with Retry-After, when there were too many */
  attempt(context: HttpContext, name: string): void | PromiseLike<void>;
  /** The attempt was right: it does not count, and neither does what was tried before for this account and address. */
  succeeded(context: HttpContext, name: string): void;
}

/**
 * Counts attempts where limits are counted, so that all processes of a host count together. An account cannot be locked
 * from everywhere at once, because that would let anybody lock out anybody.
 */
export class LimitedLogins implements LoginThrottle {
  readonly #limiter: Limiter;
  readonly #account: LimitRule;
  readonly #address: LimitRule;

  constructor(limiter: Limiter, { attempts = 5, perAddress = 25, window = 60 }: ThrottleOptions = {}) {
    this.#limiter = limiter;
    const rule = { per: window * 1000, algorithm: 'sliding-window' } as const;
    // No limit of an application can be called so: their names have no space.
    this.#account = { ...rule, name: 'login account', limit: attempts };
    this.#address = { ...rule, name: 'login address', limit: perAddress };
  }

  attempt(context: HttpContext, name: string): void | PromiseLike<void> {
    const account = this.#limiter.count(accountKey(context, name), this.#account);
    if (isPromise(account)) return account.then((counted) => this.#next(context, counted));
    return this.#next(context, account);
  }

  succeeded(context: HttpContext, name: string): void {
    this.#limiter.giveBack(accountKey(context, name), this.#account, this.#account.limit);
    this.#limiter.giveBack(addressKey(context.ip), this.#address, 1);
  }

  #next(context: HttpContext, account: Counted): void | PromiseLike<void> {
    take(context, account, `this account from address ${addressKey(context.ip)}`);
    const address = this.#limiter.count(addressKey(context.ip), this.#address);
    const who = `address ${addressKey(context.ip)}`;
    if (isPromise(address)) return address.then((counted) => take(context, counted, who));
    take(context, address, who);
  }
}

function take(context: HttpContext, { rule, taken }: Counted, key: string): void {
  remember(context, { rule, taken, by: 'login', key });
  if (taken?.allowed === false) throw tooMany(taken);
}

// What somebody typed as their name is nobody else's business, and may be of any length.
function accountKey({ ip }: HttpContext, name: string): string {
  return hash('sha256', `${addressKey(ip)} ${name.slice(0, 256).toLowerCase()}`, 'base64url');
}

function tooMany({ reset }: Taken): TooManyRequestsError {
  return new TooManyRequestsError('Too many attempts to log in', {
    type: '/problems/too-many-logins',
    code: 'ORIEL_TOO_MANY_LOGINS',
    headers: { 'Retry-After': String(secondsOf(reset)) },
  });
}
