import type { User } from '../../../core/http/user.ts';

/** An account: who it is, and what proves it. */
export interface Account {
  /** What `context.user` becomes; the password is no part of it. */
  readonly user: User;
  /** An argon2id hash as a PHC string; left out for accounts that cannot log in with one. */
  readonly password?: string | undefined;
}

/** Finds accounts. What it rejects with makes the answer 500; it is asked again with each request that needs it. */
export interface UserProvider {
  /** The account of a name that somebody typed; undefined when there is none. */
  find(name: string): Account | undefined | PromiseLike<Account | undefined>;
  /** The account of a `user.id`, for those who are logged in. Left out, `find` knows ids as well. */
  load?(id: string): Account | undefined | PromiseLike<Account | undefined>;
  /** Takes the password of an account hashed anew, when its parameters were outdated. */
  upgrade?(id: string, password: string): void | PromiseLike<void>;
}
