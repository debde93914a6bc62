import { HttpResponse, assertKnownNames } from 'oriel-core/http';
import type { User } from 'oriel-core/http';
import type { Authenticator, AuthenticatorIssue } from '../authenticator.ts';
import type { Claims } from '../jwt/parse-token.ts';
import { validateOptionTypes, isSecureUrl } from '../jwt/validate-token-rules.ts';
import { beginAttempt, takeAttempt, returnPath } from '../oidc/login-attempt.ts';
import { OidcIssuer, rejected } from '../oidc/oidc-issuer.ts';
import type { OidcClient } from '../oidc/oidc-issuer.ts';
import { logIn, readUser } from '../session-user.ts';
import { message } from 'oriel-core/messages';

/** The issuer that authenticates users, and the users of this host. */
export interface OidcLoginOptions extends OidcClient {
  /**
   * The path that starts a login, for GET; `?return=/path` sets the path where it ends.
   * @default '/login/oidc'
   */
  readonly start?: string;
  /**
   * The path to which the issuer redirects users.
   * @default '/login/oidc/callback'
   */
  readonly callback?: string;
  /**
   * The public origin of this host, `https://www.example.com`.
   * @default the origin of the request
   */
  readonly origin?: string;
  /**
   * The scopes that are requested.
   * @default ['openid', 'profile']
   */
  readonly scopes?: readonly string[];
  /**
   * Returns the user; undefined rejects the login. The user is stored in the session as JSON.
   * @default `sub`, without roles
   */
  readonly user?: (claims: Claims) => User | undefined | PromiseLike<User | undefined>;
}

/**
 * Logs users in at an OpenID Connect issuer (authorization code with PKCE) and recognizes them by their session. It needs the
 * package `openid-client`.
 *
 * @param options the issuer, and how this host is registered with it
 * @throws {TypeError} if an option is unknown
 * @throws {Error} if `openid-client` is not installed
 *
 * @example
 * ```ts
 * import { oidcLogin } from 'oriel-host/security';
 * const login = oidcLogin({ issuer: 'https://accounts.example.com', clientId: 'harbour' });
 * login.routes?.map(({ line }) => line); // => ['GET /login/oidc', 'GET /login/oidc/callback']
 * ```
 */
export function oidcLogin(options: OidcLoginOptions): Authenticator {
  assertKnownNames(Object.keys(options), OPTIONS, 'option of oidcLogin()');
  const { start = START, callback = '/login/oidc/callback', scopes = ['openid', 'profile'] } = options;
  // A host may have several issuers, whose logins start at different paths.
  const name = start === START ? 'oidc' : `oidc${start.replaceAll('/', '.')}`;
  const issuer = new OidcIssuer(options, ALGORITHMS);
  return {
    name,
    ambient: true,
    needs: ['sessions'],
    issues: [...validate(options)],
    routes: [
      {
        name: `security.${name}.start`,
        line: `GET ${start}`,
        async handle({ session, query, origin }) {
          const back = returnPath(new URLSearchParams(query).get('return'), '/');
          const attempt = await beginAttempt(session!, (options.origin ?? origin) + callback, back);
          return redirect(await issuer.authorizationUrl(attempt, scopes));
        },
      },
      {
        name: `security.${name}.callback`,
        line: `GET ${callback}`,
        async handle({ query, session }) {
          const attempt = await takeAttempt(session!, new URLSearchParams(query).get('state'));
          if (attempt === undefined) throw rejected(message('oidc.unknown-login'));
          const claims = await issuer.exchange(query, attempt);
          const user = await (options.user ?? defaultUser)(claims);
          if (user === undefined) throw rejected(message('oidc.no-account'));
          await logIn(session!, { by: name, id: user.id, user });
          return redirect(attempt.back);
        },
      },
    ],
    authenticate({ session }) {
      if (session?.hasCookie !== true) return undefined;
      return readUser(session, name).then((stored) => stored?.user);
    },
  };
}

const OPTIONS: readonly string[] = [
  'issuer',
  'clientId',
  'clientSecret',
  'start',
  'callback',
  'origin',
  'scopes',
  'user',
] satisfies (keyof OidcLoginOptions)[];
const START = '/login/oidc';

// Those that prove the issuer.
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

function* validate({ issuer, clientId, origin, scopes, user }: OidcLoginOptions): Generator<AuthenticatorIssue> {
  const url = URL.parse(issuer);
  if (url === null || !isSecureUrl(url))
    yield {
      reason: 'The issuer is not an https URL',
      fix: 'Use the name in its metadata: https://accounts.example.com',
    };
  if (typeof clientId !== 'string' || clientId === '')
    yield { reason: 'There is no clientId', fix: 'Register this host with the issuer' };
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.includes('openid')))
    yield { reason: 'The scopes are not a list with "openid"', fix: "List them: scopes: ['openid', 'profile']" };
  yield* validateOptionTypes({ user });
  if (origin !== undefined && URL.parse(origin)?.origin !== origin)
    yield { reason: 'The origin is not valid', fix: 'Use only scheme and host: https://www.example.com' };
}

const NO_ROLES: readonly string[] = Object.freeze([]);

function defaultUser({ sub }: Claims): User | undefined {
  if (typeof sub !== 'string' || sub === '') return undefined;
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application may have registered its users
  return { id: sub, roles: NO_ROLES } as User;
}

// The address has the code in it, so the response must not be stored and the next page must not get a referrer.
function redirect(location: string): HttpResponse {
  const headers = ['Location', location, 'Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer'];
  return new HttpResponse(303, headers);
}
