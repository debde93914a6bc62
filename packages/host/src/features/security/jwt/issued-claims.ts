import type { Duration } from 'oriel-core/http';
import { isObject } from 'oriel-core/http';

/** The contents of a token. */
export interface IssuedToken {
  /** The id of the user: `sub`. */
  readonly subject: string;
  /**
   * The roles of the user: `roles`.
   * @default []
   */
  readonly roles?: readonly string[];
  /**
   * Further claims, as JSON. They are signed, but not encrypted: every client can read them.
   * @default {}
   */
  readonly claims?: Readonly<Record<string, unknown>>;
  /**
   * How long the token is valid, from `'1 s'` to `'30 d'`.
   * @default `expiresIn` of the issuer
   */
  readonly expiresIn?: Duration;
}

/**
 * Returns the claims of a token about its user.
 *
 * @throws {TypeError} if the subject or the roles are not valid, or if a further claim is one that the issuer sets
 */
export function readTokenClaims({ subject, roles = [], claims = {} }: IssuedToken): Record<string, unknown> {
  if (typeof subject !== 'string' || subject === '')
    throw new TypeError(`subject of issueToken() is ${JSON.stringify(subject)}; expected the id of the user`);
  if (!Array.isArray(roles) || !roles.every((role) => typeof role === 'string'))
    throw new TypeError(`roles of issueToken() is ${JSON.stringify(roles)}; expected a list of names`);
  if (!isObject(claims))
    throw new TypeError(`claims of issueToken() is ${JSON.stringify(claims)}; expected an object of claims`);
  for (const [name, fix] of Object.entries(RESERVED))
    if (Object.hasOwn(claims, name)) throw new TypeError(`claims of issueToken() contains "${name}"; ${fix}`);
  return { ...claims, sub: subject, roles: [...roles] };
}

const SET_BY_ISSUER = 'the issuer sets it, remove it';
const RESERVED: Readonly<Record<string, string>> = {
  sub: 'use subject instead',
  roles: 'use roles of the token instead',
  exp: 'use expiresIn instead',
  iss: 'use issuer of tokenIssuer() instead',
  aud: 'use audience of tokenIssuer() instead',
  iat: SET_BY_ISSUER,
  jti: SET_BY_ISSUER,
  nbf: 'a token is valid from now, remove it',
};
