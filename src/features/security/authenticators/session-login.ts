import { createHash } from 'node:crypto';
import { HttpResponse } from '../../../core/http/response.ts';
import { Memo } from '../../../core/http/memo.ts';
import { UnauthorizedError } from '../../../core/http/errors.ts';
import { isPromise } from '../../../core/http/promises.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { Session } from '../../../core/http/session.ts';
import type { User } from '../../../core/http/user.ts';
import type { Authenticated, Authenticator, EntryRoute, SecurityServices } from '../authenticator.ts';
import type { Trace } from '../../../core/trace/trace.ts';
import { checkPassword } from '../check-password.ts';
import { readLogin } from '../read-login.ts';
import type { Account } from '../users/user-provider.ts';
import { logIn, logOut, readUser } from '../session-user.ts';

/** The routes for login and logout, and how often accounts are loaded. */
export interface SessionLoginOptions {
  /** Default `session`. */
  readonly name?: string;
  /** Default `POST /login`. */
  readonly login?: string;
  /** Default `POST /logout`. */
  readonly logout?: string;
  /** Seconds that an account from an asynchronous provider is cached. Default 5; 0 loads it for each request. */
  readonly refresh?: number;
}

/**
 * Logs users in with name and password in JSON and recognizes them by their session. Later requests load the account again: a
 * user whose account is deleted, or has another password, is logged out.
 *
 * @param options the routes
 * @returns an authenticator for `firewalls`
 *
 * @example
 * ```ts
 * import { sessionLogin } from 'oriel/security';
 * const login = sessionLogin({ login: 'POST /session', logout: 'DELETE /session' });
 * login.routes?.map(({ line }) => line); // => ['POST /session', 'DELETE /session']
 * ```
 */
export function sessionLogin(options: SessionLoginOptions = {}): Authenticator {
  return new SessionLogin(options);
}

class SessionLogin implements Authenticator {
  readonly name: string;
  readonly ambient = true;
  readonly needs = ['users', 'sessions'] as const;
  readonly routes: readonly EntryRoute[];
  readonly #refresh: number;
  readonly #accounts = new Memo<Loaded>(1_000);

  constructor({ name = 'session', login = 'POST /login', logout = 'POST /logout', refresh = 5 }: SessionLoginOptions) {
    this.name = name;
    this.#refresh = refresh * 1000;
    this.routes = [
      { name: `security.${name}.login`, line: login, handle: (context, services) => this.#login(context, services) },
      { name: `security.${name}.logout`, line: logout, handle: (context) => this.#logout(context) },
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
    if (account !== undefined && fingerprintOf(account) === stored.proof) return account.user;
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
      recordRefusal(context, `no account "${name}" with this password`);
      throw new UnauthorizedError('Name or password is wrong', { type: '/problems/unauthorized' });
    }
    await logIn(context.session!, { by: this.name, id: account.user.id, proof: fingerprintOf(account) });
    this.#accounts.delete(account.user.id);
    return json(account.user);
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

interface Loaded {
  readonly account: Account | undefined;
  readonly until: number;
}

// Changes with the password, so that sessions of the previous password end.
function fingerprintOf({ password }: Account): string {
  return createHash('sha256')
    .update(password ?? '')
    .digest('base64url')
    .slice(0, 16);
}

function json({ id, roles }: User): HttpResponse {
  return new HttpResponse(200, ['Content-Type', 'application/json; charset=utf-8'], JSON.stringify({ id, roles }));
}

function recordRefusal({ trace }: HttpContext, because: string): void {
  const recorder = trace as Trace;
  if (recorder.recording) recorder.decide('user', 'refused', because);
}
