import type { HttpContext, HttpResponse, User } from 'oriel-core/http';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import type { UserProvider } from './users/user-provider.ts';
import type { ClientText } from 'oriel-core/messages';

/**
 * Authenticates requests by one kind of credentials. `authenticate` returns undefined if the request has no credentials of this
 * kind, the user if they are valid, and the result of {@link refuse} if they are not.
 */
export interface Authenticator {
  /** Shown in the profiler, and as `context.authentication.by`. */
  readonly name: string;
  /** True if browsers send the credentials by themselves, as they do with cookies. Default: true if it needs sessions. */
  readonly ambient?: boolean;
  /** The scheme of the challenge in `WWW-Authenticate` (RFC 9110 §11.6.1), such as `Bearer`. `realm` and `error` are added. */
  readonly scheme?: string;
  /**
   * The security scheme in OpenAPI documents. Default: `{ type: 'http' }` with `scheme`; the cookie of the session if the
   * authenticator is ambient and needs sessions; otherwise none.
   */
  readonly openapi?: Readonly<Record<string, unknown>>;
  /** Further parameters of the challenge, such as `{ charset: 'UTF-8' }`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The header of the credentials if it is neither `Authorization` nor `Cookie`. Responses to users vary by it. */
  readonly header?: string;
  /** What the authenticator requires. The host checks it at start-up. */
  readonly needs?: readonly ('users' | 'sessions' | 'tls')[];
  /** Routes for login and logout. Anonymous requests may use them. */
  readonly routes?: readonly EntryRoute[];
  /** Issues of its options. The host does not start if there are any. */
  readonly issues?: readonly AuthenticatorIssue[];
  /** Returns true if it accepts tokens that this secret signed. The host does not start if the hub has the same secret. */
  readonly hasSecret?: (secret: string | Uint8Array) => boolean;
  authenticate(context: HttpContext, security: SecurityServices): Authenticated | PromiseLike<Authenticated>;
}

/** An issue of the options of an authenticator, and how to fix it. */
export interface AuthenticatorIssue {
  readonly reason: string;
  readonly fix: string;
}

/** A route of an authenticator, such as a login. */
export interface EntryRoute {
  readonly name: string;
  /** Method and path, such as `POST /login`. */
  readonly line: string;
  /**
   * Describes the route in API documents.
   * @default the documents omit the route
   */
  readonly describe?: EntryDescription;
  readonly handle: (context: HttpContext, security: SecurityServices) => HttpResponse | PromiseLike<HttpResponse>;
}

/** The description of a route of an authenticator. Schemas are JSON Schemas. */
export interface EntryDescription {
  readonly summary: string;
  /** The body, which is JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The content of each reply by status; undefined for none. */
  readonly replies: Readonly<Record<number, Readonly<Record<string, unknown>> | undefined>>;
}

/** The accounts, the passwords and the login throttle of the host, for its authenticators. */
export interface SecurityServices {
  readonly users: UserProvider;
  readonly passwords: Passwords;
  readonly throttle: LoginThrottle;
}

/** The result of an authenticator: the user, a refusal, or undefined without credentials. */
export type Authenticated = User | Refusal | undefined;

/** The result of an authenticator for invalid credentials. */
export class Refusal {
  /** The `detail` of the response. It must not help an attacker. */
  readonly detail: ClientText;
  /** The reason for the profiler. Default: `detail`. */
  readonly because: string;
  /** The `error` of the challenge, for schemes that define one (RFC 6750 §3.1). */
  readonly error: string | undefined;

  constructor(detail: ClientText, options: RefusalOptions = {}) {
    this.detail = detail;
    this.because = options.because ?? String(detail);
    this.error = options.error;
  }
}

/** Options of {@link refuse}. */
export interface RefusalOptions {
  /** The reason for the profiler, which may have more details. */
  readonly because?: string;
  /** The `error` of the challenge (RFC 6750 §3.1). */
  readonly error?: string;
}

/**
 * Creates the result of an authenticator for invalid credentials. The response has the status 401.
 *
 * @param detail a sentence for the client
 * @param options `because` is the reason for the profiler
 * @returns the value that `authenticate` returns
 *
 * @example
 * ```ts
 * import { refuse } from 'oriel-host/security';
 * import type { Authenticator } from 'oriel-host/security';
 * const badges = new Map([['b-7', { id: 'ada', roles: ['staff'] }]]);
 * const badge: Authenticator = {
 *   name: 'badge',
 *   scheme: 'Badge',
 *   authenticate({ headers }) {
 *     const shown = headers.get('x-badge');
 *     return shown === undefined ? undefined : (badges.get(shown) ?? refuse('The badge is not valid'));
 *   },
 * };
 * ```
 */
export function refuse(detail: ClientText, options?: RefusalOptions): Refusal {
  return new Refusal(detail, options);
}
