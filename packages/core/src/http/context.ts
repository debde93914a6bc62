import type { Authentication, User, UserAccess } from './user.ts';
import { parseAuthority, hostProblem, getOrigin, getPort } from './authority.ts';
import type { Authority } from './authority.ts';
import type { HttpError } from './http-errors.ts';
import type { IncomingRequest, RequestBody, RequestHeaders } from './incoming-request.ts';
import type { Language } from './language.ts';
import { parseRequestId, createRequestId } from './request-id.ts';
import type { HttpResponse } from './response.ts';
import { parseTraceparent } from './headers/traceparent.ts';
import type { Traceparent } from './headers/traceparent.ts';
import type { Session } from './session.ts';
import { parseTarget } from './target.ts';

/**
 * The context of one request. All state of a request is stored here and nowhere else,
 * because many requests run at once. Fields are in the order of the phases that set them. State of one feature is not a field,
 * but a member of that feature's object, such as `session`, or an attribute.
 */
export class HttpContext<Plan = unknown, Trace = unknown> {
  // The request.
  readonly incoming: IncomingRequest;
  /** The effective method; `incoming.method` is the one that was sent, if the host supports an override header. */
  method: string;
  readonly scheme: 'http' | 'https';
  /** The path as sent, still percent-encoded, without the query. */
  readonly path: string;
  /** The query as sent, without its question mark. */
  readonly query: string;
  /** Set if the target or Host is invalid; the host listener throws it, inside the pipeline. */
  readonly malformed: HttpError | undefined;
  readonly #authority: Authority | undefined;
  /** The request that forwarded this one. */
  readonly parent: HttpContext<Plan, Trace> | undefined;

  // Routing and validation.
  /** The matched route; `params` are its defaults and captured values. */
  route: RouteInfo | undefined = undefined;
  params: Readonly<Record<string, unknown>> = NO_PARAMS;
  /** The validated parameters, query and body. */
  input: RequestInput = NO_INPUT;
  /** The shared state of the listeners of a resource operation (`OperationRun`). */
  operation: object | undefined = undefined;
  /** The listeners that apply to this request, per event. */
  plan: Plan;
  /** The plan that applies before routing. */
  readonly firstPlan: Plan;
  /** Whether a route matched that must not be revealed to the client. */
  concealed = false;

  // The user and the session.
  /** The authenticated user, for code whose response does not depend on it; null for anonymous requests. */
  principal: User | null = null;
  /** How the user was authenticated, for code whose response does not depend on it; other code uses `authentication`. */
  principalAuthentication: Authentication | undefined = undefined;
  /** Whether the user or the authentication was read. The response is then private, and no shared cache may store it. */
  variesByUser = false;
  /** Evaluates access rules; undefined if the host has none. `accessDeciderOf` returns the complete interface. */
  access: UserAccess | undefined = undefined;
  /** The tenant of the request, `ALL_TENANTS`, or null for none; undefined until `api.tenant` is called. */
  tenant: unknown = undefined;
  /** The session of the visitor, if sessions are configured. */
  session: Session | undefined = undefined;

  // The language.
  /** The negotiated language and the reason; undefined if no languages are configured. */
  language: Language | undefined = undefined;
  /** Whether the locale was read. The response then depends on it and has a `Vary` header. */
  variesByLocale = false;

  // The result and its records.
  response: HttpResponse | undefined = undefined;
  /** The first thrown value. */
  error: unknown = undefined;
  readonly trace: Trace;
  /** The token of the profile of this request, once it is known that it will be recorded. */
  profileToken: string | undefined = undefined;
  /** The profiler's recording of the bodies. A field, because a map keyed by context would be too expensive. */
  profileBodies: unknown = undefined;
  /** The profiler's view of the error. */
  profileError: unknown = undefined;
  /** The place in the recorder's list of running requests; -1 if the request is not in it. */
  profilePlace = -1;

  #body: RequestBody | undefined = undefined;
  #id: string | undefined = undefined;
  #url: string | undefined = undefined;
  #attributes: Map<string, unknown> | undefined = undefined;
  #request: Request | undefined = undefined;
  #work: AbortController | undefined = undefined;
  /** The signal of `#work`, once it follows that of the client. */
  #followed: AbortSignal | undefined = undefined;

  constructor(incoming: IncomingRequest, plan: Plan, trace: Trace, parent?: HttpContext<Plan, Trace>) {
    this.incoming = incoming;
    this.method = incoming.method;
    this.scheme = incoming.scheme;
    const target = parseTarget(incoming.target);
    this.path = target.path;
    this.query = target.query;
    const lines = incoming.hostLines;
    const line = target.authority ?? lines[0];
    this.#authority = line === undefined ? undefined : parseAuthority(line);
    const hasOneHost = this.#authority !== undefined && lines.length === 1 && line === lines[0];
    this.malformed = incoming.problem ?? target.problem ?? (hasOneHost ? undefined : hostProblem(incoming, line));
    this.plan = plan;
    this.firstPlan = plan;
    this.trace = trace;
    this.parent = parent;
  }

  /** Continues as a request whose path has no route: the response then does not depend on the matched route. */
  unroute(): void {
    this.route = undefined;
    this.params = NO_PARAMS;
    this.input = NO_INPUT;
    this.operation = undefined;
    this.plan = this.firstPlan;
    this.variesByLocale = false;
  }

  get headers(): RequestHeaders {
    return this.incoming.headers;
  }

  get body(): RequestBody {
    return this.#body ?? this.incoming.body;
  }

  /** Wraps the body, for example with a recorder of the bytes that are read. */
  watchBody(watch: (body: RequestBody) => RequestBody): void {
    this.#body = watch(this.body);
  }

  /** Aborted when the client disconnects, the time limit is exceeded, or the server ends an event stream; created on first use. */
  get signal(): AbortSignal {
    if (this.#followed) return this.#followed;
    const work = (this.#work ??= new AbortController());
    const { signal } = this.parent ?? this.incoming;
    // AbortSignal.any() would take thirty times as long.
    if (signal.aborted) work.abort(signal.reason);
    else signal.addEventListener('abort', () => work.abort(signal.reason), { once: true });
    return (this.#followed = work.signal);
  }

  /** Aborts the signal, so that work on this request that no client waits for can stop. */
  abandon(reason: unknown): void {
    this.#work ??= new AbortController();
    this.#work.abort(reason);
  }

  get ip(): string {
    return this.incoming.ip;
  }

  /** The host name in lower case without the port; empty if the request has no valid host. */
  get host(): string {
    return this.#authority?.name ?? '';
  }

  /** The port of the request, or the default port of its scheme. */
  get port(): number {
    return getPort(this.scheme, this.#authority);
  }

  get httpPort(): number {
    return this.scheme === 'http' ? this.port : 80;
  }

  get httpsPort(): number {
    return this.scheme === 'https' ? this.port : 443;
  }

  /** `scheme://host[:port]` without a default port; a valid origin even if the request has no valid host. */
  get origin(): string {
    return getOrigin(this.scheme, this.#authority);
  }

  /** The absolute URL with path and query as sent; for `*`, the server only (RFC 9110 §7.1). */
  get url(): string {
    return (this.#url ??= this.#writeUrl());
  }

  #writeUrl(): string {
    if (this.path === '*') return this.origin;
    return this.query === '' ? this.origin + this.path : `${this.origin}${this.path}?${this.query}`;
  }

  /** The authenticated user; null for anonymous requests. Reading it makes the response private. */
  get user(): User | null {
    this.variesByUser = true;
    return this.principal;
  }

  set user(user: User | null) {
    this.principal = user;
  }

  /**
   * How the request was authenticated; undefined before authentication and without firewalls. Reading it makes the response
   * private, because the response to an anonymous client must not be sent to an authenticated one.
   */
  get authentication(): Authentication | undefined {
    this.variesByUser = true;
    return this.principalAuthentication;
  }

  /** The language of the response, as a BCP 47 tag. */
  get locale(): string {
    this.variesByLocale = true;
    return this.language === undefined ? 'en' : this.language.tag;
  }

  /** Overrides the negotiated language, for example with the language in the user's profile. */
  set locale(tag: string) {
    const { language } = this;
    const because = 'set by the application';
    this.language = { ...language, tag, source: 'application', because, vary: language?.vary ?? '', considered: [] };
  }

  /** The request id: the client's `X-Request-Id` if it is valid, or else a generated one. */
  get id(): string {
    return (this.#id ??= this.parent?.id ?? parseRequestId(this.headers.get('x-request-id')) ?? createRequestId());
  }

  /** The distributed trace of this request, if the client sent a valid `traceparent`. */
  get traceparent(): Traceparent | undefined {
    return parseTraceparent(this.headers.get('traceparent'));
  }

  /** Values by name that listeners and controllers share. */
  get attributes(): Map<string, unknown> {
    return (this.#attributes ??= new Map());
  }

  /** The number of attributes. Does not allocate the map. */
  get attributeCount(): number {
    return this.#attributes?.size ?? 0;
  }

  /** The request as a web `Request`; created on first use. */
  get request(): Request {
    return (this.#request ??= this.#toRequest());
  }

  #toRequest(): Request {
    const request = this.incoming.toRequest(this.url);
    return this.method === this.incoming.method ? request : new Request(request, { method: this.method });
  }
}

/** The parts of a route that other modules use. */
export interface RouteInfo {
  readonly name: string;
  readonly path: string;
  readonly data?: unknown;
}

export interface RequestInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const NO_PARAMS: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null) as Record<string, unknown>);
const NO_INPUT: RequestInput = Object.freeze({ params: undefined, query: undefined, body: undefined });
