import { randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type * as Jose from 'jose';
import { PEERS } from '../../../peer-packages.ts';
import { assertKnownNames, parseDuration, isObject } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';
import type { Algorithm } from './verification-key.ts';
import { signingKey } from './signing-key.ts';
import type { PrivateKeyInput } from './signing-key.ts';
import type { TokenRules } from './token-rules.ts';

/** How tokens are signed, and the claims that all of them have. */
export interface TokenIssuerOptions {
  /** The only algorithm that the tokens are signed and verified with: HS… with `secret`, all others with `key`. */
  readonly algorithm: Algorithm;
  /**
   * The secret of HS…: random, at least as long as the hash.
   * @default –
   */
  readonly secret?: string | Uint8Array;
  /**
   * A private key: PEM, JWK or KeyObject. `kid` of a JWK is the `kid` of the tokens.
   * @default –
   */
  readonly key?: PrivateKeyInput;
  /** `iss` of the tokens: the name or the URL of this host. */
  readonly issuer: string;
  /**
   * `aud` of the tokens: the hosts that accept them. A list must not be empty.
   * @default the issuer
   */
  readonly audience?: string | readonly string[];
  /**
   * How long a token is valid, from `'1 s'` to `'30 d'`. A token cannot be revoked before that.
   * @default '15 min'
   */
  readonly expiresIn?: Duration;
  /**
   * `typ` of the header. Another type keeps tokens for another purpose, signed with the same key, from being accepted.
   * @default 'JWT'
   */
  readonly type?: string;
}

/** Signs tokens, and has the rules that verify them. */
export interface TokenIssuer {
  /** The options of `bearer()` that accept the tokens: the algorithm, the key, the issuer, the audience and the type. */
  readonly rules: TokenRules;
  /**
   * Signs a token.
   *
   * @param token `subject` is the id of the user, `roles` are the roles, `claims` are further claims, and `expiresIn` replaces
   *   that of the issuer
   * @returns the token in compact form, for `Authorization: Bearer`
   * @throws {TypeError} if a value is not valid, or if the token would be longer than `bearer()` accepts
   */
  issueToken(token: IssuedToken): Promise<string>;
}

/**
 * Creates an issuer of JSON Web Tokens (RFC 7519) for the logins of this host. `bearer(issuer.rules)` accepts them. It needs the
 * package `jose`.
 *
 * @param options the algorithm, its secret or private key, the issuer, the audience and the lifetime
 * @returns `issueToken()`, which signs a token, and `rules` for `bearer()`
 * @throws {TypeError} if an option is missing or not valid; the message contains no key
 * @throws {Error} if `jose` is not installed
 *
 * @example
 * ```ts
 * import { randomBytes } from 'node:crypto';
 * import { bearer, tokenIssuer } from 'oriel-host/security';
 * const tokens = tokenIssuer({ algorithm: 'HS256', secret: randomBytes(32), issuer: 'harbour', expiresIn: '15 min' });
 * const token = await tokens.issueToken({ subject: 'ada', roles: ['editor'] });
 * token.split('.').length; // => 3
 * const authenticator = bearer(tokens.rules);
 * authenticator.issues; // => undefined
 * ```
 */
export function tokenIssuer(options: TokenIssuerOptions): TokenIssuer {
  assertKnownNames(Object.keys(options), OPTIONS, 'option of tokenIssuer()');
  return createTokenIssuer(options);
}

const OPTIONS: readonly string[] = [
  'algorithm',
  'secret',
  'key',
  'issuer',
  'audience',
  'expiresIn',
  'type',
] satisfies (keyof TokenIssuerOptions)[];

/** Creates the issuer of {@link tokenIssuer}. @param clock returns the time in milliseconds */
export function createTokenIssuer(options: TokenIssuerOptions, clock: () => number = Date.now): TokenIssuer {
  const { algorithm, issuer, type = 'JWT' } = options;
  const audience = readAudience(options);
  const lifetime = readLifetime(options.expiresIn ?? '15 min', 'expiresIn of tokenIssuer()');
  if (typeof type !== 'string' || !TYPE.test(type))
    throw new TypeError(`type of tokenIssuer() is ${JSON.stringify(type)}; expected a media type such as "at+jwt"`);
  const { key, id, rules } = signingKey(options);
  const jose = PEERS.load<typeof Jose>('jose', 'tokenIssuer()');
  const header = { alg: algorithm, typ: type, ...(id === undefined ? {} : { kid: id }) };
  return Object.freeze({
    rules: Object.freeze({ algorithms: [algorithm], ...rules, issuer, audience, type }),
    async issueToken(token: IssuedToken) {
      const claims = readTokenClaims(token);
      const period =
        token.expiresIn === undefined ? lifetime : readLifetime(token.expiresIn, 'expiresIn of issueToken()');
      const iat = Math.floor(clock() / 1_000);
      const times = { iat, exp: iat + period / 1_000, jti: randomUUID() };
      return sign(jose(), header, { ...claims, iss: issuer, aud: audience, ...times }, key);
    },
  });
}

async function sign(
  { SignJWT }: typeof Jose,
  header: Jose.JWTHeaderParameters,
  claims: Jose.JWTPayload,
  key: KeyObject,
): Promise<string> {
  const token = await new SignJWT(claims).setProtectedHeader(header).sign(key);
  if (token.length > LONGEST)
    throw new TypeError(
      `The token of "${claims.sub}" has ${token.length} characters, and bearer() accepts ${LONGEST}; put fewer roles or claims into it`,
    );
  return token;
}

function readAudience({ issuer, audience = issuer }: TokenIssuerOptions): string | string[] {
  if (typeof issuer !== 'string' || issuer === '')
    throw new TypeError(
      `issuer of tokenIssuer() is ${JSON.stringify(issuer)}; expected the name or the URL of this host, such as "https://api.example.com"`,
    );
  const list = [audience].flat();
  if (list.length === 0 || !list.every((text) => typeof text === 'string' && text !== ''))
    throw new TypeError(
      `audience of tokenIssuer() is ${JSON.stringify(audience)}; expected a name, or a list of names that is not empty`,
    );
  return typeof audience === 'string' ? audience : list;
}

function readLifetime(value: Duration, option: string): number {
  return parseDuration(value, option, { minimum: 1_000, maximum: 30 * 86_400_000, wholeSeconds: true });
}

const TYPE = /^[\w.+/-]{1,64}$/;
// The default of `longest` of bearer().
const LONGEST = 8_192;

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
function readTokenClaims({ subject, roles = [], claims = {} }: IssuedToken): Record<string, unknown> {
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
