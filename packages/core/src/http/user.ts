import type { MaybePromise } from './promises.ts';

/**
 * The types that an application registers by declaration merging: with
 * `declare module 'oriel-host/http' { interface Register { user: MyUser } }` the type of every `user` is `MyUser`.
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

/** The names of roles: any text, or those of the registered user, such as `readonly ('admin' | 'editor')[]`. */
export type RoleName = User['roles'][number];

/** Decides what a user may do. The security module implements it, as a part of `AccessDecider`. */
export interface UserAccess {
  /** Returns whether a keyword of a rule that needs neither item nor body, such as `role:editor`, grants access. */
  grantsKeyword(word: string, user: User | null): boolean;
  /** Returns whether the voters grant an attribute. @param request the `RequestView` */
  isGranted(request: object, attribute: string, subject: unknown): MaybePromise<boolean>;
}

/**
 * How the request was authenticated: the firewall that was responsible, and the authenticator of `context.user`. The firewall
 * sets it; undefined before it has run.
 */
export interface Authentication {
  readonly firewall: string;
  /** The authenticator that verified the user, such as `bearer` or `session`; undefined for an anonymous request. */
  readonly by: string | undefined;
  /**
   * Whether a browser sends the credentials by itself, as with cookies and Basic. Then another site can cause a request
   * with them, and an unsafe request needs further verification.
   */
  readonly ambient: boolean;
  /**
   * Whether the credentials are sent in a cookie. Then an unsafe request needs the CSRF token of its session, not only
   * an allowed origin. False for `Authorization` headers, such as Basic.
   */
  readonly cookie: boolean;
  /** The challenges of the firewall, for `WWW-Authenticate` in every 401 response. */
  readonly challenge: string;
  /** The request headers with credentials on which responses depend, for `Vary`. */
  readonly vary: string;
}
