/**
 * The types that an application registers by declaration merging: with
 * `declare module 'oriel/http' { interface Register { user: MyUser } }` the type of every `user` is `MyUser`.
 */
export interface Register {}

/** The properties of an authenticated user that the framework needs. */
export interface BaseUser {
  /** The id of the account; stable, and unique in this host. */
  readonly id: string;
  /** The roles of the user: `editor`, `admin` … */
  readonly roles: readonly string[];
}

/** The user of a request, with the type that the application registered. */
export type User = Register extends { readonly user: infer Own extends BaseUser } ? Own : BaseUser;
