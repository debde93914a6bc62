import type { HttpContext, RequestHeaders, Session, User } from 'oriel-core/http';

/** The part of a request that application functions can read. Values are computed on first use. */
export class RequestView<Context extends HttpContext = HttpContext> {
  readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  get headers(): RequestHeaders {
    return this.context.headers;
  }

  /** Aborted when the client disconnects or the time limit is exceeded. */
  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** The address of the client. */
  get ip(): string {
    return this.context.ip;
  }

  /** The host name the request was sent to. */
  get host(): string {
    return this.context.host;
  }

  /** The authenticated user; null for anonymous requests. Reading it makes the response private. */
  get user(): User | null {
    return this.context.user;
  }

  /** Returns whether the voters grant an attribute to the user, for a subject if given. @throws {TypeError} without voters */
  get isGranted(): (attribute: string, subject?: unknown) => boolean | PromiseLike<boolean> {
    return (attribute, subject) => {
      this.context.variesByUser = true;
      const { access } = this.context;
      if (access) return access.isGranted(this, attribute, subject);
      throw new TypeError('This host has no voters; add `security: { voters: [voter(…)] }` to its configuration');
    };
  }

  /** The language of the response, as a BCP 47 tag. */
  get locale(): string {
    return this.context.locale;
  }

  /** The session of the visitor. @throws {TypeError} if no sessions are configured */
  get session(): Session {
    const { session } = this.context;
    if (session) return session;
    throw new TypeError('This host has no sessions; add `sessions: {}` to its configuration');
  }
}

/** The same as properties: TypeScript omits the getters of a class in the type of a spread. */
export type RequestMembers<Context extends HttpContext = HttpContext> = Pick<
  RequestView<Context>,
  keyof RequestView<Context>
>;
