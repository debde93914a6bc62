import type { User } from '../../../core/http/user.ts';

/** An account: a user and the hash of the password. */
export interface Account {
  /** The user of requests; it does not contain the password. */
  readonly user: User;
  /** An argon2id hash as a PHC string, or a hash that `passwords.verify` accepts. Left out for accounts without a password. */
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
