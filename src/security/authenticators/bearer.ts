import { Memo, isPromise, lowerFirst } from '../../http/index.ts';
import type { HttpContext, User } from '../../http/index.ts';
import { refuse } from '../authenticator.ts';
import type { Authenticated, Authenticator, Refusal } from '../authenticator.ts';
import { TokenVerifier } from '../jwt/token-verifier.ts';
import type { Claims } from '../jwt/parse-token.ts';
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
  /** Verified tokens that are remembered. Default 1,000; 0 for none. */
  readonly remember?: number;
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
  readonly #verifier: TokenVerifier;
  readonly #userOf: NonNullable<BearerOptions['user']>;
  readonly #memo: Memo<Known, number>;
  readonly #clock: () => number;

  constructor(options: BearerOptions) {
    this.name = options.name ?? 'bearer';
    this.#verifier = new TokenVerifier(options);
    this.#userOf = options.user ?? usualUser;
    this.#memo = new Memo(options.remember ?? 1_000);
    this.#clock = options.clock ?? Date.now;
  }

  authenticate({ headers }: HttpContext): Authenticated | PromiseLike<Authenticated> {
    const sent = headers.get('authorization');
    if (sent === undefined || !isBearer(sent)) return undefined;
    // Found by its end, and then compared as a whole: to hash it, or even a part of it, would take longer.
    const end = endOf(sent);
    const known = this.#memo.get(end);
    if (known?.sent === sent) {
      if (this.#verifier.stillHolds(known.token, this.#clock())) return known.user ?? this.#ask(known.token);
      this.#memo.delete(end);
    }
    const verified = this.#verifier.verify(sent.slice(SCHEME.length).replace(/^ +/, ''));
    return isPromise(verified) ? verified.then((late) => this.#take(sent, late)) : this.#take(sent, verified);
  }

  #take(sent: string, verified: VerifiedToken | string): Authenticated | PromiseLike<Authenticated> {
    if (typeof verified === 'string') return invalid(verified);
    const user = this.#userOf(verified.claims);
    if (isPromise(user)) {
      this.#memo.set(endOf(sent), { sent, token: verified, user: undefined });
      return user.then(orNobody);
    }
    if (user !== undefined) this.#memo.set(endOf(sent), { sent, token: verified, user: Object.freeze(user) });
    return orNobody(user);
  }

  async #ask({ claims }: VerifiedToken): Promise<Authenticated> {
    return orNobody(await this.#userOf(claims));
  }
}

interface Known {
  /** The header as it came. */
  readonly sent: string;
  readonly token: VerifiedToken;
  /** Undefined when it has to be asked for each time. */
  readonly user: User | undefined;
}

const SCHEME = 'Bearer ';

// The last five characters of the signature, 30 bits of it, as one number.
function endOf(sent: string): number {
  let end = 0;
  for (let at = Math.max(sent.length - 5, 0); at < sent.length; at++) end = (end << 6) ^ sent.charCodeAt(at);
  return end;
}

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
