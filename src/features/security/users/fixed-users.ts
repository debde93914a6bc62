import type { BaseUser, User } from '../../../core/http/user.ts';
import type { Account, UserProvider } from './user-provider.ts';

/** An account in the configuration: the user with the hash of the password. */
export interface FixedAccount extends BaseUser {
  /** The result of `hashPassword()`: `$argon2id$…`. */
  readonly password?: string;
}

/** The accounts: a list, a function that finds an account by name, or a provider such as `sqlUsers()`. */
export type Users = readonly FixedAccount[] | UserProvider['find'] | UserProvider;

/** Creates the provider of configured accounts. */
export function toUserProvider(users: Users = []): UserProvider {
  if (typeof users === 'function') return { find: users };
  return 'find' in users && !Array.isArray(users)
    ? (users as UserProvider)
    : createListProvider(users as readonly FixedAccount[]);
}

function createListProvider(list: readonly FixedAccount[]): UserProvider {
  const accounts = new Map<string, Account>(
    list.map(({ password, ...user }) => [user.id, { user: Object.freeze(user) as User, password }]),
  );
  return { find: (name) => accounts.get(name) };
}
