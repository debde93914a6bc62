import type { User, BaseUser } from 'oriel-core/http';

/** An account: a user and the hash of the password. */
export interface Account {
  /** The user of requests; it does not contain the password. */
  readonly user: User;
  /** An argon2id hash as a PHC string, or a hash that `passwords.verify` accepts. Omitted for accounts without a password. */
  readonly password?: string | undefined;
}

/** Finds accounts. It is called for each request that needs an account. If it rejects, the status is 500. */
export interface UserProvider {
  /** Returns the account for a name that a user typed; undefined if there is none. */
  find(name: string): Account | undefined | PromiseLike<Account | undefined>;
  /** Returns the account for a `user.id`, for users who are logged in. Default: `find`. */
  load?(id: string): Account | undefined | PromiseLike<Account | undefined>;
  /**
   * Stores the new hash of a password. It is called during a login if the stored hash has another algorithm or other parameters
   * than `security.passwords`.
   */
  rehash?(id: string, hash: string): void | PromiseLike<void>;
}

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
