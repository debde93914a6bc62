import type { HttpContext } from '../../core/http/context.ts';
import type { HttpResponse } from '../../core/http/response.ts';
import type { User } from '../../core/http/user.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import type { UserProvider } from './users/user-provider.ts';

/**
 * Proves who is asking. It looks at one kind of credentials and says what it makes of them: undefined when there are none
 * of its kind, the user when they are right, and {@link refuse} with the reason when they are not.
 */
export interface Authenticator {
  /** Shown in the profiler, and as `context.authentication.by`. */
  readonly name: string;
  /** Is its proof sent by browsers without being asked to, as cookies are? Default whether it needs sessions. */
  readonly ambient?: boolean;
  /** What `WWW-Authenticate` asks for (RFC 9110 §11.6.1), such as `Bearer`; `realm` is added, and `error` after a refusal. */
  readonly scheme?: string;
  /**
   * Its security scheme in OpenAPI documents. Default: `{ type: 'http' }` with its scheme; the cookie of the session if it is ambient
   * and needs sessions; otherwise it is not described.
   */
  readonly openapi?: Readonly<Record<string, unknown>>;
  /** Further parameters of the challenge, such as `{ charset: 'UTF-8' }`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The header its proof comes in, when that is neither `Authorization` nor `Cookie`: answers to users vary by it. */
  readonly header?: string;
  /** What it cannot do without; the host checks it when it starts. */
  readonly needs?: readonly ('users' | 'sessions' | 'tls')[];
  /** The routes that lead in and out; anonymous requests may come there. */
  readonly routes?: readonly EntryRoute[];
  /** What is wrong with how it was made; the host does not start with any. */
  readonly issues?: readonly AuthenticatorIssue[];
  /** Whether it accepts what is signed with this secret. The host does not start when the hub has the same one. */
  readonly hasSecret?: (secret: string | Uint8Array) => boolean;
  authenticate(context: HttpContext, security: SecurityServices): Authenticated | PromiseLike<Authenticated>;
}

/** Something wrong with a configuration, and how to mend it. */
export interface AuthenticatorIssue {
  readonly reason: string;
  readonly fix: string;
}

/** A route that an authenticator brings along, such as a login. */
export interface EntryRoute {
  readonly name: string;
  /** Method and path. */
  readonly line: string;
  readonly handle: (context: HttpContext, security: SecurityServices) => HttpResponse | PromiseLike<HttpResponse>;
}

/** What authenticators share: the accounts and passwords of the host. */
export interface SecurityServices {
  readonly users: UserProvider;
  readonly passwords: Passwords;
  readonly throttle: LoginThrottle;
}

export type Authenticated = User | Refusal | undefined;

/** Credentials that are not right, and why. */
export class Refusal {
  /** Told to the client, as `detail`: helps whoever is honest and nobody else. */
  readonly detail: string;
  /** Told to the developer, in the profiler; the same when left out. */
  readonly because: string;
  /** `error` of the challenge, where its scheme has such words (RFC 6750 §3.1). */
  readonly error: string | undefined;

  constructor(detail: string, options: RefusalOptions = {}) {
    this.detail = detail;
    this.because = options.because ?? detail;
    this.error = options.error;
  }
}

export interface RefusalOptions {
  readonly because?: string;
  readonly error?: string;
}

/**
 * Says in an authenticator that the credentials are not right.
 *
 * @param detail what the client is told
 * @param options `because` for the profiler, where more may be said
 *
 * @example
 * ```ts
 * import { refuse } from 'oriel/security';
 * import type { Authenticator } from 'oriel/security';
 * const badges = new Map([['b-7', { id: 'ada', roles: ['staff'] }]]);
 * const badge: Authenticator = {
 *   name: 'badge',
 *   scheme: 'Badge',
 *   authenticate({ headers }) {
 *     const shown = headers.get('x-badge');
 *     return shown === undefined ? undefined : (badges.get(shown) ?? refuse('Nobody has this badge'));
 *   },
 * };
 * ```
 */
export function refuse(detail: string, options?: RefusalOptions): Refusal {
  return new Refusal(detail, options);
}
