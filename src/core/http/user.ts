/**
 * Names an application gives to shapes of its own, by declaration merging: with
 * `declare module 'oriel/http' { interface Register { user: MyUser } }` every `user` is a `MyUser`.
 */
export interface Register {}

/** Whoever was authenticated: what the house itself needs to know of them. */
export interface BaseUser {
  /** Names the account; stable, and unique in this host. */
  readonly id: string;
  /** What they may act as: `editor`, `admin` … */
  readonly roles: readonly string[];
}

/** The user of a request, in the shape the application registered. */
export type User = Register extends { readonly user: infer Own extends BaseUser } ? Own : BaseUser;
