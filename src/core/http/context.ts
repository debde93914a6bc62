import type { AccessDecider } from './access-rule.ts';
import type { Authentication } from './authentication.ts';
import { parseAuthority } from './authority.ts';
import type { Authority } from './authority.ts';
import type { HttpError } from './errors.ts';
import { hostProblem } from './host-problem.ts';
import type { IncomingRequest, RequestBody, RequestHeaders } from './incoming-request.ts';
import type { Language } from './language.ts';
import { originOf, portOf } from './origin.ts';
import { parseRequestId, createRequestId } from './request-id.ts';
import type { HttpResponse } from './response.ts';
import { parseTraceparent } from './headers/traceparent.ts';
import type { Traceparent } from './headers/traceparent.ts';
import type { Session } from './session.ts';
import { parseTarget } from './target.ts';
import type { User } from './user.ts';

/**
 * The notebook of one request. Everything that is true of a request and of no other is written here and nowhere else,
 * because many requests run at once.
 */
export class HttpContext<Plan = unknown, Trace = unknown> {
  readonly incoming: IncomingRequest;
  /** The method that counts; `incoming.method` is the one that was sent, should a host take another from a header. */
  method: string;
  readonly scheme: 'http' | 'https';
  /** The path as sent, still percent-encoded, without the query. */
  readonly path: string;
  /** The query as sent, without its question mark. */
  readonly query: string;
  /** Set when target or Host cannot be believed; the host listener throws it, inside the pipeline. */
  readonly malformed: HttpError | undefined;
  readonly #authority: Authority | undefined;

  /** The route that matched; `params` are its defaults and captures. */
  route: RouteInfo | undefined = undefined;
  params: Readonly<Record<string, unknown>> = NO_PARAMS;
  /** What validation made of the parameters, the query and the body. */
  input: RequestInput = NO_INPUT;
  /** What the listeners of a resource's operation hand on to each other (`OperationRun` of the api room). */
  operation: object | undefined = undefined;
  /** Whoever was authenticated, for those whose answer does not depend on it; null for anonymous requests. */
  principal: User | null = null;
  /** How that was found out, for those whose answer does not depend on it; `authentication` is for all others. */
  proof: Authentication | undefined = undefined;
  /** The language that was chosen, and why; undefined when the host was told of no languages. */
  language: Language | undefined = undefined;
  /** Has anybody asked for the locale? Then the answer depends on it, and says so. */
  localeAsked = false;
  /** Who decides about rules; undefined where the host has none. */
  access: AccessDecider | undefined = undefined;
  /** Did somebody look who is asking, or how that is known? Then the answer is for this reader alone, and no shared cache may keep it. */
  personal = false;
  /** Whether a route matched that the client must not learn of. */
  concealed = false;
  /** What this visitor keeps between requests, when the host keeps sessions. */
  session: Session | undefined = undefined;
  /** The listeners that can matter to this request, per event. */
  plan: Plan;
  /** The plan that holds before a route is known. */
  readonly firstPlan: Plan;
  readonly trace: Trace;
  /** The request this one was forwarded from, and how deep. */
  readonly parent: HttpContext<Plan, Trace> | undefined;
  readonly depth: number;
  response: HttpResponse | undefined = undefined;
  /** What was thrown first, if anything was. */
  error: unknown = undefined;
  /** The name under which this request is recorded, once it is known that it will be. */
  profileToken: string | undefined = undefined;
  /** What the profiler sees of the bodies while they pass; a map of contexts would cost more than all that it holds. */
  profileBodies: unknown = undefined;
  #body: RequestBody | undefined = undefined;
  #id: string | undefined = undefined;
  #url: string | undefined = undefined;
  #attributes: Map<string, unknown> | undefined = undefined;
  #request: Request | undefined = undefined;
  #work: AbortController | undefined = undefined;
  #signal: AbortSignal | undefined = undefined;

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
    const usual = this.#authority !== undefined && lines.length === 1 && line === lines[0];
    this.malformed = incoming.problem ?? target.problem ?? (usual ? undefined : hostProblem(incoming, line));
    this.plan = plan;
    this.firstPlan = plan;
    this.trace = trace;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  /** Continues as a request whose path has no route: nothing in its response is due to a route that matched. */
  unroute(): void {
    this.route = undefined;
    this.params = NO_PARAMS;
    this.input = NO_INPUT;
    this.operation = undefined;
    this.plan = this.firstPlan;
    this.localeAsked = false;
  }

  get headers(): RequestHeaders {
    return this.incoming.headers;
  }

  get body(): RequestBody {
    return this.#body ?? this.incoming.body;
  }

  /** Puts something in front of the body, such as a recorder that sees what is read. */
  watchBody(watch: (body: RequestBody) => RequestBody): void {
    this.#body = watch(this.body);
  }

  /** Aborted when the client goes away, the time is up or the host stops; made when it is asked for. */
  get signal(): AbortSignal {
    this.#work ??= new AbortController();
    return (this.#signal ??= AbortSignal.any([(this.parent ?? this.incoming).signal, this.#work.signal]));
  }

  /** Tells whoever still works on this request that nobody waits for it any more. */
  abandon(reason: unknown): void {
    this.#work ??= new AbortController();
    this.#work.abort(reason);
  }

  get ip(): string {
    return this.incoming.ip;
  }

  /** Lower-case host name without the port; empty when the request names none that is valid. */
  get host(): string {
    return this.#authority?.name ?? '';
  }

  /** The port the request names, or its scheme's. */
  get port(): number {
    return portOf(this.scheme, this.#authority);
  }

  get httpPort(): number {
    return this.scheme === 'http' ? this.port : 80;
  }

  get httpsPort(): number {
    return this.scheme === 'https' ? this.port : 443;
  }

  /** `scheme://host[:port]`, without a default port; a valid origin also when no valid host was named. */
  get origin(): string {
    return originOf(this.scheme, this.#authority);
  }

  /** The absolute URL, path and query as sent; of `*`, the server alone (RFC 9110 §7.1). */
  get url(): string {
    return (this.#url ??= this.#writeUrl());
  }

  #writeUrl(): string {
    if (this.path === '*') return this.origin;
    return this.query === '' ? this.origin + this.path : `${this.origin}${this.path}?${this.query}`;
  }

  /** Whoever was authenticated; null for anonymous requests. Whoever looks makes the answer one for this reader alone. */
  get user(): User | null {
    this.personal = true;
    return this.principal;
  }

  set user(user: User | null) {
    this.principal = user;
  }

  /**
   * How that was found out; undefined before a firewall was asked, and where there is none. Whoever looks makes the answer
   * one for this reader alone: that nobody is logged in is told to nobody who is.
   */
  get authentication(): Authentication | undefined {
    this.personal = true;
    return this.proof;
  }

  /** The language of the answer, as a BCP 47 tag. */
  get locale(): string {
    this.localeAsked = true;
    return this.language === undefined ? 'en' : this.language.tag;
  }

  /** For applications that know better, by the profile of a user say. */
  set locale(tag: string) {
    const { language } = this;
    const because = 'the application set it';
    this.language = { ...language, tag, source: 'application', because, vary: language?.vary ?? '', considered: [] };
  }

  /** The request id: the client's `X-Request-Id` when it is a sane one, else one made here. */
  get id(): string {
    return (this.#id ??= this.parent?.id ?? parseRequestId(this.headers.get('x-request-id')) ?? createRequestId());
  }

  /** The trace this request belongs to, when the client sent a valid `traceparent`. */
  get traceparent(): Traceparent | undefined {
    return parseTraceparent(this.headers.get('traceparent'));
  }

  /** Whatever listeners and controllers want to hand on; by name. */
  get attributes(): Map<string, unknown> {
    return (this.#attributes ??= new Map());
  }

  /** How many attributes there are, without making room for any. */
  get attributeCount(): number {
    return this.#attributes?.size ?? 0;
  }

  /** The request as a web `Request`; built on first demand. */
  get request(): Request {
    return (this.#request ??= this.#toRequest());
  }

  #toRequest(): Request {
    const request = this.incoming.toRequest(this.url);
    return this.method === this.incoming.method ? request : new Request(request, { method: this.method });
  }
}

/** What the rest of the house knows of a route. */
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
