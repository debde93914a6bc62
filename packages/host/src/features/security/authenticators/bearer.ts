import { assertKnownNames, isPromise } from 'oriel-core/http';
import type { User } from 'oriel-core/http';
import { refuse } from '../authenticator.ts';
import type { Authenticated, Authenticator, Refusal } from '../authenticator.ts';
import type { Claims } from '../jwt/parse-token.ts';
import { TokenMemo } from '../jwt/token-memo.ts';
import type { TokenRules } from '../jwt/token-rules.ts';
import { createTokenVerifier } from '../jwt/token-verifier.ts';
import type { VerifiedToken } from '../jwt/token-verifier.ts';
import { validateTokenRules } from '../jwt/validate-token-rules.ts';
import { Message, message } from 'oriel-core/messages';

/** Which bearer tokens are accepted, and which users they identify. */
export interface BearerOptions extends TokenRules {
  /**
   * Returns the user of a token; undefined rejects the token. A returned user is cached with the token; a function that
   * returns a promise is called for each request.
   * @default `sub` is the id, `roles` are the roles
   */
  readonly user?: (claims: Claims) => User | undefined | PromiseLike<User | undefined>;
}

/**
 * Authenticates JSON Web Tokens in `Authorization: Bearer` (RFC 6750, RFC 7519). It needs the package `jose`.
 *
 * @param options the allowed algorithms, keys of one type, and the claims that tokens must have
 * @throws {TypeError} if an option is unknown
 * @throws {Error} if `jose` is not installed
 *
 * @example
 * ```ts
 * import { randomBytes } from 'node:crypto';
 * import { bearer } from 'oriel-host/security';
 * const tokens = bearer({ algorithms: ['HS256'], secret: randomBytes(32), issuer: 'harbour' });
 * tokens.scheme; // => 'Bearer'
 * ```
 */
export function bearer(options: BearerOptions): Authenticator {
  assertKnownNames(Object.keys(options), OPTIONS, 'option of bearer()');
  return createBearer(options);
}

const OPTIONS: readonly string[] = [
  'algorithms',
  'secret',
  'key',
  'keys',
  'jwks',
  'issuer',
  'audience',
  'clockSkew',
  'maxAge',
  'type',
  'user',
] satisfies (keyof BearerOptions)[];

/** Creates the authenticator of {@link bearer}. @param clock returns the time in milliseconds */
export function createBearer(options: BearerOptions, clock: () => number = Date.now): Authenticator {
  const issues = validateTokenRules(options);
  if (issues.length > 0) return { name: 'bearer', issues, authenticate: () => undefined };
  const ownSecret = options.secret === undefined ? undefined : Buffer.from(options.secret);
  const verifier = createTokenVerifier({ ...options, clock }, 'bearer()');
  const findUser = options.user ?? defaultUser;
  const memo = new TokenMemo<CachedToken>(REMEMBER_BYTES);
  const findAgain = async (claims: Claims): Promise<Authenticated> => userOrRefusal(await findUser(claims));
  const verify = async (sent: string): Promise<Authenticated> => {
    const verified = await verifier.verify(sent.slice(SCHEME.length).replace(/^ +/, ''));
    if (verified instanceof Message) return reject(verified);
    const { until, version, claims } = verified;
    const user = findUser(claims);
    if (isPromise(user)) {
      memo.add({ sent, until, version, claims, user: undefined });
      return userOrRefusal(await user);
    }
    if (user !== undefined) memo.add({ sent, until, version, claims: undefined, user: Object.freeze(user) });
    return userOrRefusal(user);
  };
  return {
    name: 'bearer',
    scheme: 'Bearer',
    openapi: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    hasSecret: (secret) => ownSecret?.equals(Buffer.from(secret)) === true,
    authenticate({ headers }) {
      const sent = headers.get('authorization');
      if (sent === undefined || !isBearer(sent)) return undefined;
      const known = memo.get(sent);
      if (known) {
        if (verifier.isStillValid(known, clock())) return known.user ?? findAgain(known.claims!);
        memo.delete(sent);
      }
      return verify(sent);
    },
  };
}

/** A verified token, and the user it identifies. */
interface CachedToken extends Pick<VerifiedToken, 'until' | 'version'> {
  /** The Authorization header as it was received. */
  readonly sent: string;
  /** Undefined if the user is known. */
  readonly claims: Claims | undefined;
  /** Undefined if the application looks up the user for each request. */
  readonly user: User | undefined;
}

const SCHEME = 'Bearer ';
// Enough for 20,000 tokens of up to 1,100 characters.
const REMEMBER_BYTES = 32 * 1024 * 1024;

function isBearer(sent: string): boolean {
  return sent.startsWith(SCHEME) || /^bearer(?: |$)/i.test(sent);
}

function defaultUser({ sub, roles }: Claims): User | undefined {
  if (typeof sub !== 'string' || sub === '') return undefined;
  const list = Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
  // An application that registers a user type of its own sets `user`.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application may have registered its users
  return { id: sub, roles: Object.freeze(list) } as User;
}

function userOrRefusal(user: User | undefined): User | Refusal {
  return user ?? reject(message('token.no-user'));
}

function reject(reason: Message): Refusal {
  const because = String(reason).replace(/^it /, 'the token ').replace(/^its /, 'the token’s ');
  return refuse(message('token.refused', { why: reason }), { because, error: 'invalid_token' });
}
