import { isPromise } from '../../../core/http/promises.ts';
import { lowerFirst } from '../../../core/http/first-letter.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { User } from '../../../core/http/user.ts';
import { refuse } from '../authenticator.ts';
import type { Authenticated, Authenticator, Refusal } from '../authenticator.ts';
import { TokenVerifier } from '../jwt/token-verifier.ts';
import type { Claims } from '../jwt/parse-token.ts';
import { TokenMemo } from '../jwt/token-memo.ts';
import type { VerifiedToken } from '../jwt/token-verifier.ts';
import type { TokenRules } from '../jwt/token-rules.ts';
import { flawsOfRules } from '../jwt/token-flaws.ts';

/** How bearer tokens are verified, and who their bearers are. */
export interface BearerOptions extends TokenRules {
  /** Default `bearer`. */
  readonly name?: string;
  /**
   * Who is meant; undefined when there is nobody. Left out, `sub` is the id and `roles` are the roles. What it gives is
   * remembered with the token; what it promises is asked for with each request.
   */
  readonly user?: (claims: Claims) => User | undefined | PromiseLike<User | undefined>;
  /**
   * Bytes of memory for tokens that were verified and need not be verified again. Default 32 MiB, enough for 20,000 tokens of
   * up to 1,100 characters; 0 remembers none.
   */
  readonly rememberBytes?: number;
}

/**
 * Believes JSON Web Tokens in `Authorization: Bearer` (RFC 6750, RFC 7519).
 *
 * @param options the algorithms that are allowed, keys of one kind, and what tokens must say
 *
 * @example
 * ```ts
 * import { randomBytes } from 'node:crypto';
 * import { bearer } from 'oriel/security';
 * const tokens = bearer({ algorithms: ['HS256'], secret: randomBytes(32), issuer: 'harbour' });
 * tokens.scheme; // => 'Bearer'
 * ```
 */
export function bearer(options: BearerOptions): Authenticator {
  const flaws = flawsOfRules(options);
  return flaws.length > 0 ? { name: 'bearer', flaws, authenticate: () => undefined } : new BearerAuthenticator(options);
}

class BearerAuthenticator implements Authenticator {
  readonly name: string;
  readonly scheme = 'Bearer';
  readonly openapi = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const;
  readonly #verifier: TokenVerifier;
  readonly #userOf: NonNullable<BearerOptions['user']>;
  readonly #memo: TokenMemo;
  readonly #clock: () => number;
  readonly #secret: Buffer | undefined;

  constructor(options: BearerOptions) {
    this.#secret = options.secret === undefined ? undefined : Buffer.from(options.secret);
    this.name = options.name ?? 'bearer';
    this.#verifier = new TokenVerifier(options);
    this.#userOf = options.user ?? usualUser;
    this.#memo = new TokenMemo(options.rememberBytes ?? REMEMBER_BYTES);
    this.#clock = options.clock ?? Date.now;
  }

  hasSecret(secret: string | Uint8Array): boolean {
    return this.#secret?.equals(Buffer.from(secret)) === true;
  }

  authenticate({ headers }: HttpContext): Authenticated | PromiseLike<Authenticated> {
    const sent = headers.get('authorization');
    if (sent === undefined || !isBearer(sent)) return undefined;
    const known = this.#memo.get(sent);
    if (known) {
      if (this.#verifier.stillHolds(known, this.#clock())) return known.user ?? this.#ask(known.claims!);
      this.#memo.delete(sent);
    }
    const verified = this.#verifier.verify(sent.slice(SCHEME.length).replace(/^ +/, ''));
    return isPromise(verified) ? verified.then((late) => this.#take(sent, late)) : this.#take(sent, verified);
  }

  #take(sent: string, verified: VerifiedToken | string): Authenticated | PromiseLike<Authenticated> {
    if (typeof verified === 'string') return invalid(verified);
    const { until, key, claims } = verified;
    const user = this.#userOf(claims);
    if (isPromise(user)) {
      this.#memo.add({ sent, until, key, claims, user: undefined });
      return user.then(orNobody);
    }
    if (user !== undefined) this.#memo.add({ sent, until, key, claims: undefined, user: Object.freeze(user) });
    return orNobody(user);
  }

  async #ask(claims: Claims): Promise<Authenticated> {
    return orNobody(await this.#userOf(claims));
  }
}

const SCHEME = 'Bearer ';
const REMEMBER_BYTES = 32 * 1024 * 1024;

function isBearer(sent: string): boolean {
  return sent.startsWith(SCHEME) || /^bearer(?: |$)/i.test(sent);
}

function usualUser({ sub, roles }: Claims): User | undefined {
  if (typeof sub !== 'string' || sub === '') return undefined;
  const list = Array.isArray(roles) ? roles.filter((each) => typeof each === 'string') : [];
  // Where an application registered a user of its own, it says with `user` what becomes of the claims.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application may have registered its users
  return { id: sub, roles: Object.freeze(list) } as User;
}

function orNobody(user: User | undefined): User | Refusal {
  return user ?? invalid('Nobody is meant by it');
}

function invalid(flaw: string): Refusal {
  const because = flaw.replace(/^It /, 'the token ').replace(/^Its /, 'the token’s ');
  return refuse(`The token is refused: ${lowerFirst(flaw)}`, { because, error: 'invalid_token' });
}
