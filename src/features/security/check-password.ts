import type { HttpContext } from '../../core/http/context.ts';
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
  context: HttpContext,
  name: string,
  password: string,
): Promise<Account | undefined> {
  await throttle.attempt(context, name);
  const account = name.length > LONGEST ? undefined : await users.find(name);
  const { right, outdated } = await passwords.verify(password, account?.password);
  if (!right || account === undefined) return undefined;
  throttle.succeeded(context, name);
  if (!outdated || users.upgrade === undefined) return account;
  const renewed = await passwords.hash(password);
  await users.upgrade(account.user.id, renewed);
  return { ...account, password: renewed };
}

const LONGEST = 256;
