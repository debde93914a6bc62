import type { HttpContext } from 'oriel-core/http';
import type { SecurityServices } from './authenticator.ts';
import type { Account } from './users/user-provider.ts';

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
