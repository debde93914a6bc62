import { assertKnownNames, isPromise } from 'oriel-core/http';
import type { HttpContext, User } from 'oriel-core/http';
import { refuse } from '../authenticator.ts';
import type { Authenticated, Authenticator, Refusal } from '../authenticator.ts';
import type { Claims } from '../jwt/parse-token.ts';
import { TokenMemo } from '../jwt/token-memo.ts';
import type { TokenRules } from '../jwt/token-rules.ts';
import { TokenVerifier } from '../jwt/token-verifier.ts';
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
  return issues.length > 0
    ? { name: 'bearer', issues, authenticate: () => undefined }
    : new BearerAuthenticator(options, clock);
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

class BearerAuthenticator implements Authenticator {
  readonly name = 'bearer';
  readonly scheme = 'Bearer';
  readonly openapi = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const;
  readonly #verifier: TokenVerifier;
  readonly #findUser: NonNullable<BearerOptions['user']>;
  readonly #memo: TokenMemo<CachedToken>;
  readonly #clock: () => number;
  readonly #secret: Buffer | undefined;

  constructor(options: BearerOptions, clock: () => number) {
    this.#secret = options.secret === undefined ? undefined : Buffer.from(options.secret);
    this.#verifier = new TokenVerifier({ ...options, clock }, 'bearer()');
    this.#findUser = options.user ?? defaultUser;
    this.#memo = new TokenMemo(REMEMBER_BYTES);
    this.#clock = clock;
  }

  hasSecret(secret: string | Uint8Array): boolean {
    return this.#secret?.equals(Buffer.from(secret)) === true;
  }

  authenticate({ headers }: HttpContext): Authenticated | PromiseLike<Authenticated> {
    const sent = headers.get('authorization');
    if (sent === undefined || !isBearer(sent)) return undefined;
    const known = this.#memo.get(sent);
    if (known) {
      if (this.#verifier.isStillValid(known, this.#clock())) return known.user ?? this.#findAgain(known.claims!);
      this.#memo.delete(sent);
    }
    return this.#verify(sent);
  }

  async #verify(sent: string): Promise<Authenticated> {
    const verified = await this.#verifier.verify(sent.slice(SCHEME.length).replace(/^ +/, ''));
    if (verified instanceof Message) return reject(verified);
    const { until, version, claims } = verified;
    const user = this.#findUser(claims);
    if (isPromise(user)) {
      this.#memo.add({ sent, until, version, claims, user: undefined });
      return userOrRefusal(await user);
    }
    if (user !== undefined) this.#memo.add({ sent, until, version, claims: undefined, user: Object.freeze(user) });
    return userOrRefusal(user);
  }

  async #findAgain(claims: Claims): Promise<Authenticated> {
    return userOrRefusal(await this.#findUser(claims));
  }
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
