import { hash } from 'node:crypto';
import { TooManyRequestsError, isPromise } from 'oriel-core/http';
import type { Duration, HttpContext } from 'oriel-core/http';
import { addressKey } from 'oriel-core/node';
import { remember } from '../rate-limit/counted.ts';
import { getSeconds } from '../rate-limit/limiter.ts';
import type { Counted, Limiter } from '../rate-limit/limiter.ts';
import type { LimitRule, Taken } from '../rate-limit/rate-limit.ts';
import { LIMIT_PERIOD } from '../../http/request-limit.ts';
import { boolean, duration, number, withDefaults } from 'oriel-core/configuration';
import type { Settings } from 'oriel-core/configuration';
import { message } from 'oriel-core/messages';
import type { SecurityServices } from './authenticator.ts';
import type { Account } from './users/user-provider.ts';

/** Limits of login attempts. */
export interface ThrottleOptions {
  /**
   * Attempts for one account from one address.
   * @default 5
   * @unit attempts
   */
  readonly attempts?: number;
  /**
   * Attempts for all accounts from one address.
   * @default 25
   * @unit attempts
   */
  readonly perAddress?: number;
  /**
   * The length of the window, in whole seconds.
   * @default '1 min'
   */
  readonly window?: Duration;
  /**
   * Accepts that each worker and machine counts separately, which multiplies the attempts.
   * @default false
   */
  readonly perProcess?: boolean;
}

export const THROTTLE_SETTINGS = {
  perProcess: boolean({ default: false }),
  attempts: number({ default: 5, minimum: 1, maximum: 1_000, code: 'ORIEL_SECURITY_THROTTLE' }),
  perAddress: number({ default: 25, minimum: 1, maximum: 100_000, code: 'ORIEL_SECURITY_THROTTLE' }),
  window: duration({ ...LIMIT_PERIOD, default: '1 min', maximum: 86_400_000 }),
} satisfies Settings<ThrottleOptions>;

/** Counts login attempts. */
export interface LoginThrottle {
  /** Counts an attempt before it is made. @throws {TooManyRequestsError} 429 with Retry-After after too many attempts */
  attempt(context: HttpContext, name: string): void | PromiseLike<void>;
  /** Removes a successful attempt, and earlier attempts for the same account and address, from the count. */
  succeeded(context: HttpContext, name: string): void;
}

/**
 * Counts attempts in the store of rate limits, which the processes of a host may share. An account is never locked for all
 * addresses, because an attacker could then lock out its owner.
 */
export function limitLogins(limiter: Limiter, options: ThrottleOptions = {}): LoginThrottle {
  const { attempts, perAddress, window } = withDefaults(THROTTLE_SETTINGS, options);
  // Limits of applications cannot have these names, because their names have no spaces.
  const ofAccount: LimitRule = { name: 'login account', limit: attempts, per: window };
  const ofAddress: LimitRule = { name: 'login address', limit: perAddress, per: window };
  const countAddress = (context: HttpContext, account: Counted): void | PromiseLike<void> => {
    const address = addressKey(context.ip);
    take(context, account, `this account from address ${address}`);
    const counted = limiter.count(address, ofAddress);
    if (isPromise(counted)) return counted.then((late) => take(context, late, `address ${address}`));
    take(context, counted, `address ${address}`);
  };
  return {
    attempt(context, name) {
      const account = limiter.count(accountKey(context, name), ofAccount);
      if (isPromise(account)) return account.then((counted) => countAddress(context, counted));
      return countAddress(context, account);
    },
    succeeded(context, name) {
      limiter.giveBack(accountKey(context, name), ofAccount, ofAccount.limit);
      limiter.giveBack(addressKey(context.ip), ofAddress, 1);
    },
  };
}

function take(context: HttpContext, { rule, taken }: Counted, key: string): void {
  remember(context, { rule, taken, by: 'login', key });
  if (taken?.allowed === false) throw tooMany(taken);
}

// The typed name is private, and may have any length.
function accountKey({ ip }: HttpContext, name: string): string {
  return hash('sha256', `${addressKey(ip)} ${name.slice(0, 256).toLowerCase()}`, 'base64url');
}

function tooMany({ reset }: Taken): TooManyRequestsError {
  return new TooManyRequestsError(message('login.too-many-attempts'), {
    type: '/problems/too-many-logins',
    code: 'ORIEL_TOO_MANY_LOGINS',
    headers: { 'Retry-After': String(getSeconds(reset)) },
  });
}

/**
 * Finds the account of a name and verifies its password. If the hash is outdated, the password is hashed again and passed to
 * `rehash()` of the user provider.
 *
 * @returns undefined if the name or the password is wrong; both take the same time
 * @throws {TooManyRequestsError} 429 with Retry-After after too many attempts
 */
export async function checkPassword(
  { users, passwords, throttle }: SecurityServices,
  context: HttpContext,
  name: string,
  password: string,
): Promise<Account | undefined> {
  await throttle.attempt(context, name);
  const account = canBeName(name) ? await users.find(name) : undefined;
  const { right, outdated } = await passwords.verify(password, account?.password);
  if (!right || account === undefined) return undefined;
  throttle.succeeded(context, name);
  if (!outdated || users.rehash === undefined) return account;
  const hash = await passwords.hash(password);
  await users.rehash(account.user.id, hash);
  return { ...account, password: hash };
}

// PostgreSQL rejects a query with a null character, which would be an error of the server.
function canBeName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && !name.includes('\0');
}

const MAX_NAME_LENGTH = 256;
