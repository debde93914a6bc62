import { HttpResponse } from '../../../core/http/response.ts';
import { UnauthorizedError } from '../../../core/http/errors.ts';
import { lowerFirst } from '../../../core/http/first-letter.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { Session } from '../../../core/http/session.ts';
import type { User } from '../../../core/http/user.ts';
import type { Authenticated, Authenticator, EntryRoute, Flaw } from '../authenticator.ts';
import { FetchError } from '../jwt/fetch-json.ts';
import type { Algorithm } from '../jwt/algorithms.ts';
import type { Claims } from '../jwt/parse-token.ts';
import { isSafe } from '../jwt/token-flaws.ts';
import { TokenVerifier } from '../jwt/token-verifier.ts';
import { exchangeCode } from '../oidc/exchange-code.ts';
import type { OidcClient } from '../oidc/exchange-code.ts';
import { beginAttempt, challengeOf, takeAttempt } from '../oidc/login-attempt.ts';
import type { LoginAttempt } from '../oidc/login-attempt.ts';
import { OidcIssuer, unreachable } from '../oidc/oidc-issuer.ts';
import { returnPath } from '../oidc/return-path.ts';
import { enter, userIn } from '../session-user.ts';

/** Who logs people in, and who they are here. */
export interface OidcLoginOptions extends OidcClient {
  /** Default `oidc`. */
  readonly name?: string;
  /** The issuer, exactly as it calls itself: `https://accounts.example.com`. */
  readonly issuer: string;
  /** The path that begins a login, as GET; `?return=/path` says where it ends. Default `/login/oidc`. */
  readonly start?: string;
  /** The path the issuer sends people back to. Default `/login/oidc/callback`. */
  readonly callback?: string;
  /** Where people see this host, `https://www.example.com`; left out, wherever they came. */
  readonly origin?: string;
  /** Default `['openid', 'profile']`. */
  readonly scopes?: readonly string[];
  /** How the issuer may sign. Default RS256, PS256, ES256 and EdDSA. */
  readonly algorithms?: readonly Algorithm[];
  /** Who is meant; undefined when they may not come in. Kept in the session, so it is JSON. Left out, `sub` without roles. */
  readonly user?: (claims: Claims) => User | undefined | PromiseLike<User | undefined>;
}

/**
 * Logs people in at an OpenID Connect issuer (authorization code with PKCE), and knows them again by their session.
 *
 * @param options the issuer, and who this host is to it
 *
 * @example
 * ```ts
 * import { oidcLogin } from 'oriel/security';
 * const login = oidcLogin({ issuer: 'https://accounts.example.com', clientId: 'harbour' });
 * login.routes?.map(({ line }) => line); // => ['GET /login/oidc', 'GET /login/oidc/callback']
 * ```
 */
export function oidcLogin(options: OidcLoginOptions): Authenticator {
  return new OidcLogin(options);
}

class OidcLogin implements Authenticator {
  readonly name: string;
  readonly ambient = true;
  readonly needs = ['sessions'] as const;
  readonly flaws: readonly Flaw[];
  readonly routes: readonly EntryRoute[];
  readonly #options: OidcLoginOptions;
  readonly #issuer: OidcIssuer;
  readonly #callback: string;
  #verifier: { readonly url: string; readonly tokens: TokenVerifier } | undefined = undefined;

  constructor(options: OidcLoginOptions) {
    const { name = 'oidc', start = '/login/oidc', callback = '/login/oidc/callback' } = options;
    this.name = name;
    this.#options = options;
    this.#issuer = new OidcIssuer(options.issuer);
    this.#callback = callback;
    this.flaws = [...flawsOf(options)];
    this.routes = [
      { name: `security.${name}.start`, line: `GET ${start}`, handle: (context) => this.#start(context) },
      { name: `security.${name}.callback`, line: `GET ${callback}`, handle: (context) => this.#end(context) },
    ];
  }

  authenticate({ session }: HttpContext): Authenticated | PromiseLike<Authenticated> {
    return session?.hasCookie === true ? this.#recognise(session) : undefined;
  }

  async #recognise(session: Session): Promise<Authenticated> {
    return (await userIn(session, this.name))?.user;
  }

  async #start(context: HttpContext): Promise<HttpResponse> {
    const { clientId, scopes = ['openid', 'profile'], origin = context.origin } = this.#options;
    const { authorization } = await this.#issuer.metadata();
    const back = returnPath(new URLSearchParams(context.query).get('return'), '/');
    const attempt = await beginAttempt(context.session!, origin + this.#callback, back);
    const url = new URL(authorization);
    const asked = {
      ...{ response_type: 'code', client_id: clientId, redirect_uri: attempt.redirect, scope: scopes.join(' ') },
      ...{ state: attempt.state, nonce: attempt.nonce },
      ...{ code_challenge: challengeOf(attempt.verifier), code_challenge_method: 'S256' },
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return redirection(url.href);
  }

  async #end({ query, session }: HttpContext): Promise<HttpResponse> {
    const answer = new URLSearchParams(query);
    const attempt = await takeAttempt(session!, answer.get('state'));
    if (attempt === undefined) throw refused('This login was not begun here, or too long ago');
    const issuer = answer.get('iss');
    // An answer of another issuer must not be taken to this one (RFC 9207).
    if (issuer !== null && issuer !== this.#options.issuer) throw refused('The answer is from another issuer');
    const code = answer.get('code');
    if (code === null) throw refused('The issuer has let nobody in');
    const claims = await this.#claims(code, attempt);
    const user = await (this.#options.user ?? usualUser)(claims);
    if (user === undefined) throw refused('Nobody here is known by this login');
    await enter(session!, { by: this.name, id: user.id, user });
    return redirection(attempt.back);
  }

  async #claims(code: string, attempt: LoginAttempt): Promise<Claims> {
    const { token: url, keys } = await this.#issuer.metadata();
    const token = await exchangeCode(url, this.#options, code, attempt).catch((cause: unknown) => {
      // 400 is about the code (RFC 6749 §5.2), everything else about the two of us.
      if (cause instanceof FetchError && cause.status === 400) throw refused('The issuer does not know this login');
      throw unreachable(this.#issuer.url, cause);
    });
    const verified = await this.#tokens(keys).verify(token);
    if (typeof verified === 'string') throw refused(`The token of the issuer is refused: ${lowerFirst(verified)}`);
    const { nonce, aud, azp } = verified.claims;
    if (nonce !== attempt.nonce) throw refused('The token belongs to another login');
    if ((Array.isArray(aud) && aud.length > 1) || azp !== undefined)
      if (azp !== this.#options.clientId) throw refused('The token was made for somebody else');
    return verified.claims;
  }

  #tokens(jwks: string): TokenVerifier {
    if (this.#verifier?.url === jwks) return this.#verifier.tokens;
    const { issuer, clientId: audience, algorithms = ALLOWED } = this.#options;
    const tokens = new TokenVerifier({ algorithms, jwks, issuer, audience, requiredClaims: ['iat', 'sub'] });
    this.#verifier = { url: jwks, tokens };
    return tokens;
  }
}

const ALLOWED = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

function* flawsOf({ issuer, clientId, algorithms = ALLOWED, origin }: OidcLoginOptions): Generator<Flaw> {
  const url = URL.parse(issuer);
  if (url === null || !isSafe(url))
    yield { reason: 'The issuer is no https URL', fix: 'Write it as it calls itself: https://accounts.example.com' };
  if (typeof clientId !== 'string' || clientId === '')
    yield { reason: 'There is no clientId', fix: 'Register this host with the issuer' };
  if (algorithms.length === 0 || algorithms.some((each) => /^(?:HS|none)/i.test(each)))
    yield { reason: 'These algorithms prove nothing about an issuer', fix: "Name its own, such as ['RS256']" };
  if (origin !== undefined && URL.parse(origin)?.origin !== origin)
    yield { reason: 'The origin is none', fix: 'Write scheme and host alone: https://www.example.com' };
}

const NO_ROLES: readonly string[] = Object.freeze([]);

function usualUser({ sub }: Claims): User | undefined {
  if (typeof sub !== 'string' || sub === '') return undefined;
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application may have registered its users
  return { id: sub, roles: NO_ROLES } as User;
}

function refused(detail: string): UnauthorizedError {
  return new UnauthorizedError(detail, { type: '/problems/unauthorized' });
}

// The answer to a GET that must not be kept, nor tell the next page where it came from: the address has the code in it.
function redirection(location: string): HttpResponse {
  const headers = ['Location', location, 'Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer'];
  return new HttpResponse(303, headers);
}
