import { hash } from 'node:crypto';
import {
  HttpResponse,
  assertKnownNames,
  Memo,
  UnauthorizedError,
  BadRequestError,
  ContentTooLargeError,
  UnsupportedMediaTypeError,
  isPromise,
  parseMediaType,
} from 'oriel-core/http';
import type { HttpContext, Session, StandardSchema } from 'oriel-core/http';
import type { Authenticated, Authenticator, EntryDescription, EntryRoute, SecurityServices } from '../authenticator.ts';
import type { Trace } from 'oriel-core/trace';
import { checkPassword } from '../login-throttle.ts';
import type { Account } from '../users/user-provider.ts';
import { logIn, logOut, readUser } from '../session-user.ts';
import { message } from 'oriel-core/messages';
import { parseJson } from '../../../http/json.ts';

/** The routes for login and logout. */
export interface SessionLoginOptions<Login extends string = string, Logout extends string = string> {
  /**
   * Method and path of the login.
   * @default 'POST /login'
   */
  readonly login?: Login;
  /**
   * Method and path of the logout.
   * @default 'POST /logout'
   */
  readonly logout?: Logout;
}

/**
 * Logs users in with name and password in JSON and recognizes them by their session. Later requests load the account again: a
 * user whose account is deleted, or has another password, is logged out.
 *
 * @param options the routes
 * @returns an authenticator for `firewalls`
 * @throws {TypeError} if an option is unknown
 *
 * @example
 * ```ts
 * import { sessionLogin } from 'oriel-host/security';
 * const login = sessionLogin({ login: 'POST /session', logout: 'DELETE /session' });
 * login.routes?.map(({ line }) => line); // => ['POST /session', 'DELETE /session']
 * ```
 */
export function sessionLogin<const Login extends string = 'POST /login', const Logout extends string = 'POST /logout'>(
  options: SessionLoginOptions<Login, Logout> = {},
): SessionAuthenticator<Login, Logout> {
  assertKnownNames(Object.keys(options), ['login', 'logout'], 'option of sessionLogin()');
  return new SessionLogin(options);
}

/** An authenticator with routes for login and logout, which a typed client can call. `~routes` exists only as a type. */
export interface SessionAuthenticator<Login extends string, Logout extends string> extends Authenticator {
  readonly '~routes'?:
    | LoginRoute<
        'security.session.login',
        Login,
        { readonly username: string; readonly password: string },
        200,
        SignedIn
      >
    | LoginRoute<'security.session.logout', Logout, unknown, 204, undefined>;
}

export interface LoginRoute<Name, Line, Body, Status extends number, Sent> {
  readonly name: Name;
  readonly '~': {
    readonly line: Line;
    readonly params: StandardSchema;
    readonly query: StandardSchema<{}>;
    readonly body: StandardSchema<Body>;
    readonly replies: { readonly [Key in Status]: StandardSchema<Sent> };
  };
}

/** The response to a login. */
export interface SignedIn {
  readonly id: string;
  readonly roles: readonly string[];
}

/** The authenticator of `sessionLogin`, with the lifetime of its cache for tests. */
export class SessionLogin implements Authenticator {
  readonly name = 'session';
  readonly ambient = true;
  readonly needs = ['users', 'sessions'] as const;
  readonly routes: readonly EntryRoute[];
  readonly #refresh: number;
  readonly #accounts = new Memo<Loaded>(1_000);

  /** @param refresh the milliseconds for which an account from an asynchronous provider is cached */
  constructor({ login = 'POST /login', logout = 'POST /logout' }: SessionLoginOptions, refresh = 5_000) {
    this.#refresh = refresh;
    this.routes = [
      {
        name: 'security.session.login',
        line: login,
        describe: LOGIN,
        handle: (context, services) => this.#login(context, services),
      },
      {
        name: 'security.session.logout',
        line: logout,
        describe: LOGOUT,
        handle: (context) => this.#logout(context),
      },
    ];
  }

  authenticate({ session }: HttpContext, services: SecurityServices): Authenticated | PromiseLike<Authenticated> {
    // Without a cookie there is no session, and none is created.
    return session?.hasCookie === true ? this.#recognize(session, services) : undefined;
  }

  async #recognize(session: Session, services: SecurityServices): Promise<Authenticated> {
    const stored = await readUser(session, this.name);
    if (stored === undefined) return undefined;
    const account = await this.#load(stored.id, services);
    if (account !== undefined && getFingerprint(account) === stored.proof) return account.user;
    await logOut(session);
    return undefined;
  }

  #load(id: string, { users }: SecurityServices): Account | undefined | PromiseLike<Account | undefined> {
    const known = this.#accounts.get(id);
    if (known !== undefined && Date.now() < known.until) return known.account;
    const account = users.load ? users.load(id) : users.find(id);
    if (!isPromise(account)) return account;
    return account.then((loaded) => {
      this.#accounts.set(id, { account: loaded, until: Date.now() + this.#refresh });
      return loaded;
    });
  }

  async #login(context: HttpContext, services: SecurityServices): Promise<HttpResponse> {
    const { name, password } = await readLogin(context);
    const account = await checkPassword(services, context, name, password);
    if (account === undefined) {
      const trace = context.trace as Trace;
      if (trace.recording) trace.decide('user', 'refused', `no account "${name}" with this password`);
      throw new UnauthorizedError(message('authentication.wrong-password'), { type: '/problems/unauthorized' });
    }
    await logIn(context.session!, { by: this.name, id: account.user.id, proof: getFingerprint(account) });
    this.#accounts.delete(account.user.id);
    const { id, roles } = account.user;
    return new HttpResponse(200, ['Content-Type', 'application/json; charset=utf-8'], JSON.stringify({ id, roles }));
  }

  async #logout({ session }: HttpContext): Promise<HttpResponse> {
    if (session!.hasCookie) {
      const stored = await readUser(session!, this.name);
      if (stored !== undefined) this.#accounts.delete(stored.id);
      await session!.destroy();
    }
    return new HttpResponse(204);
  }
}

const LOGIN: EntryDescription = {
  summary: 'Log in',
  body: {
    type: 'object',
    properties: { username: { type: 'string', minLength: 1 }, password: { type: 'string', minLength: 1 } },
    required: ['username', 'password'],
  },
  replies: {
    200: {
      type: 'object',
      properties: { id: { type: 'string' }, roles: { type: 'array', items: { type: 'string' } } },
      required: ['id', 'roles'],
    },
  },
};
const LOGOUT: EntryDescription = { summary: 'Log out', replies: { 204: undefined } };

interface Loaded {
  readonly account: Account | undefined;
  readonly until: number;
}

// Changes with the password, so that sessions of the previous password end.
function getFingerprint({ password }: Account): string {
  return hash('sha256', password ?? '', 'base64url').slice(0, 16);
}

interface Login {
  readonly name: string;
  readonly password: string;
}

/**
 * Reads `{"username": "ada", "password": "…"}`. Only JSON is accepted: forms of other sites can send all other types, and could
 * log a user in to the account of an attacker.
 *
 * @throws {HttpError} 400, 413 or 415
 */
async function readLogin({ headers, body }: HttpContext): Promise<Login> {
  const type = parseMediaType(headers.get('content-type') ?? '');
  if (type?.type !== 'application' || type.subtype !== 'json')
    throw new UnsupportedMediaTypeError(message('login.unsupported-type'));
  if ((body.length ?? 0) > MAX_BYTES) throw new ContentTooLargeError(message('login.too-large', { bytes: MAX_BYTES }));
  const text = await body.text();
  if (text.length > MAX_BYTES) throw new ContentTooLargeError(message('login.too-large', { bytes: MAX_BYTES }));
  const { username, password } = (parseJson(text) ?? {}) as Record<string, unknown>;
  if (typeof username !== 'string' || username === '' || typeof password !== 'string' || password === '')
    throw new BadRequestError(message('login.fields-missing'), { type: '/problems/login' });
  return { name: username, password };
}

const MAX_BYTES = 4_096;
