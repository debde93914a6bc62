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
