import { TooManyRequestsError } from '../http/index.ts';
import type { SecurityServices } from './authenticator.ts';
import type { Account } from './users/user-provider.ts';

/**
 * The account of a name and a password; undefined when there is none, in the same time. A password whose hash was made with
 * other parameters is hashed anew, now that it is known.
 *
 * @throws {TooManyRequestsError} 429 with Retry-After, after too many attempts
 */
export async function checkPassword(
  { users, passwords, throttle }: SecurityServices,
  ip: string,
  name: string,
  password: string,
): Promise<Account | undefined> {
  const seconds = throttle.take(ip, name);
  if (seconds > 0) throw tooMany(seconds);
  const account = name.length > LONGEST ? undefined : await users.find(name);
  const { right, outdated } = await passwords.verify(password, account?.password);
  if (!right || account === undefined) return undefined;
  throttle.clear(ip, name);
  if (!outdated || users.upgrade === undefined) return account;
  const renewed = await passwords.hash(password);
  await users.upgrade(account.user.id, renewed);
  return { ...account, password: renewed };
}

function tooMany(seconds: number): TooManyRequestsError {
  return new TooManyRequestsError('Too many attempts to log in', {
    type: '/problems/too-many-logins',
    code: 'ORIEL_TOO_MANY_LOGINS',
    headers: { 'Retry-After': String(seconds) },
  });
}

const LONGEST = 256;
