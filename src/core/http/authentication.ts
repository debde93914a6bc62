/**
 * How it was found out who is asking: which firewall was responsible, and what vouches for `context.user`. The firewall
 * sets it; undefined as long as none was asked.
 */
export interface Authentication {
  readonly firewall: string;
  /** The authenticator that vouches for the user, such as `bearer` or `session`; undefined for an anonymous request. */
  readonly by: string | undefined;
  /**
   * Does a browser send the proof by itself, as it does with cookies and Basic? Then another site can make it ask, and
   * an unsafe request needs more than the proof.
   */
  readonly ambient: boolean;
  /**
   * Are the credentials ambient and sent in a cookie? Then an unsafe request needs the CSRF token of its session, not only
   * an allowed origin. False for `Authorization` headers, such as Basic.
   */
  readonly cookie: boolean;
  /** The challenges of the firewall, for `WWW-Authenticate` in an answer 401; every such answer gets them. */
  readonly challenge: string;
  /** The request headers that answers depend on which tell of the user, for `Vary`. */
  readonly vary: string;
}
