import type { HttpContext } from './context.ts';
import type { RequestHeaders } from './incoming-request.ts';
import type { Session } from './session.ts';
import type { User } from './user.ts';

/** What every function of an application gets to see of its request. Costs arise when something is asked for. */
export class RequestView<Context extends HttpContext = HttpContext> {
  readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  get headers(): RequestHeaders {
    return this.context.headers;
  }

  /** Aborted when the client goes away or the time is up. */
  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** Address of the client. */
  get ip(): string {
    return this.context.ip;
  }

  /** The host name the request was sent to. */
  get host(): string {
    return this.context.host;
  }

  /** Whoever was authenticated; null for anonymous requests. Whoever looks makes the answer one for this reader alone. */
  get user(): User | null {
    return this.context.user;
  }

  /** Do the voters let this user do something, to a subject if need be? @throws {TypeError} when the host has none */
  isGranted(attribute: string, subject?: unknown): boolean | PromiseLike<boolean> {
    this.context.personal = true;
    const { access } = this.context;
    if (access) return access.isGranted(this, attribute, subject);
    throw new TypeError('This host has no voters; add `security: { voters: [voter(…)] }` to its configuration');
  }

  /** The language of the answer, as a BCP 47 tag. */
  get locale(): string {
    return this.context.locale;
  }

  /** What this visitor keeps between requests. @throws {TypeError} when the host keeps no sessions */
  get session(): Session {
    const { session } = this.context;
    if (session) return session;
    throw new TypeError('This host keeps no sessions; add `sessions: {}` to its configuration');
  }
}
