import type { BaseUser, User } from '../../../core/http/user.ts';
import type { Account, UserProvider } from './user-provider.ts';

/** An account as a configuration writes it: the user with the hash of the password beside the rest. */
export interface FixedAccount extends BaseUser {
  /** What `hashPassword()` gave: `$argon2id$…`. */
  readonly password?: string;
}

/** Where accounts come from: a list, a function, or a provider such as `sqlUsers()` gives. */
export type Users = readonly FixedAccount[] | UserProvider['find'] | UserProvider;

/** Makes a provider of whatever a configuration says of its users. */
export function toUserProvider(users: Users = []): UserProvider {
  if (typeof users === 'function') return { find: users };
  return 'find' in users && !Array.isArray(users)
    ? (users as UserProvider)
    : fixedUsers(users as readonly FixedAccount[]);
}

function fixedUsers(list: readonly FixedAccount[]): UserProvider {
  const accounts = new Map<string, Account>(
    list.map(({ password, ...user }) => [user.id, { user: Object.freeze(user) as User, password }]),
  );
  return { find: (name) => accounts.get(name) };
}
