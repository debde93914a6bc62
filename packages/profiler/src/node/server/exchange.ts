import type { CallSite, ListenerCall, TraceOrigin } from 'oriel-core/trace';
import { formatCallSite } from '../../record/format-call-site.ts';
import { RequestTrace } from 'oriel-core/trace';
import { parseTarget, parseTraceparent } from 'oriel-core/http';
import type { RequestHeaders } from 'oriel-core/http';
import type { RecordedPause } from '../../profile/recorded-features.ts';
import type { RecordedExchange } from '../../record/recorded-exchange.ts';
import { setForwardedClient } from '../frameworks/forwarded-client.ts';
import type { ForwardedClient } from '../frameworks/forwarded-client.ts';
import { claimRoute } from '../routes/claim-route.ts';
import { BodyCapture } from '../../record/body-capture.ts';
import { performance } from 'oriel-core/builtins';

/** A request as a server of Node.js received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly scheme: 'http' | 'https';
  readonly headers: RequestHeaders;
  readonly peer: string | undefined;
  /** The port that the connection was accepted at; undefined without a connection. */
  readonly localPort?: number | undefined;
  /** The URL of the profile; default from scheme, host and target. */
  readonly url?: string;
  /** The trace of what started it; default that of the header. */
  readonly parent?: TraceOrigin | undefined;
}

/** A recorded request of any server of the process. Frameworks add what they know: the route, the error, the user. */
export class Exchange implements RecordedExchange {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly headers: RequestHeaders;
  /** The address of the client: that of the connection, or the one that the framework reports. */
  ip: string;
  readonly incoming: RecordedExchange['incoming'];
  readonly trace: ExchangeTrace;
  /** The request object of Node.js, which frameworks add members to. */
  readonly message: object;
  readonly requestBody: BodyCapture;
  readonly responseBody: BodyCapture;
  params: Readonly<Record<string, unknown>> = NOTHING;
  attributes: ReadonlyMap<string, unknown> = NO_ATTRIBUTES;
  route: { readonly name: string; readonly data?: unknown } | undefined = undefined;
  /** The operations of a GraphQL or JSON-RPC request, such as `query GetUser`. */
  operations: readonly string[] | undefined = undefined;
  error: unknown = undefined;
  profileToken: string | undefined = undefined;
  profileBodies: unknown = undefined;
  profileError: unknown = undefined;
  profilePlace = -1;
  /** The framework that handles the request and its version, such as `Express 5.1.0`. */
  framework: string | undefined = undefined;
  /** How the framework finds the address of a client behind a proxy. */
  forwarded: ForwardedClient | undefined = undefined;
  /** A time before this request in which nothing was recorded. */
  pause: RecordedPause | undefined = undefined;
  #call: OpenCall | undefined = undefined;
  #context: object | undefined = undefined;
  #readContext: ((context: object) => object) | undefined = undefined;
  /** When the head of the response was sent, in milliseconds since the start; undefined before. */
  firstByte: number | undefined = undefined;

  constructor(received: ReceivedRequest, message: object, bodyCap: number) {
    this.message = message;
    const { path, query, authority } = parseTarget(received.target);
    this.trace = new ExchangeTrace(this, received.parent ?? parseTraceparent(received.headers.get('traceparent')));
    this.id = received.headers.get('x-request-id') ?? '';
    this.method = received.method;
    this.host = authority ?? received.headers.get('host') ?? '';
    this.path = path;
    this.query = query;
    // A target in origin form as it was received, also with an empty query.
    const target = received.target.startsWith('/') ? received.target : path + (query === '' ? '' : `?${query}`);
    this.url = received.url ?? `${received.scheme}://${this.host}${target}`;
    this.headers = received.headers;
    this.ip = received.peer ?? '';
    this.incoming = { version: received.version, peer: received.peer, localPort: received.localPort };
    this.requestBody = new BodyCapture(bodyCap);
    this.responseBody = new BodyCapture(bodyCap);
  }

  get attributeCount(): number {
    return this.attributes.size;
  }

  /**
   * Sets the framework that handles the request. The first framework that does so is used.
   *
   * @param framework its name and version, such as `Express 5.1.0`
   * @param context its request or context, which may have the user that the application has logged in
   * @param read returns the object that has the user. All requests share it: with a function for each request, the memory of the
   * requests was kept until the next full garbage collection.
   */
  setFramework<Context extends object>(framework: string, context: Context, read?: (context: Context) => object): this {
    this.framework ??= framework;
    if (this.#context === undefined) {
      this.#context = context;
      setForwardedClient(this, context);
      this.#readContext = read as ((context: object) => object) | undefined;
    }
    return this;
  }

  /** Sets the framework that runs in the one that was set before, such as NestJS on Express. */
  setOuterFramework(framework: string): this {
    const inner = this.framework;
    if (inner === undefined) this.framework = framework;
    else if (!inner.startsWith(framework)) this.framework = `${framework} on ${inner}`;
    return this;
  }

  /** The objects that may have the user. Read when the response is complete. */
  get userSources(): readonly object[] {
    const context = this.#context;
    if (context === undefined || context === this.message) return [this.message];
    return [this.#readContext?.(context) ?? context, this.message];
  }

  /** Milliseconds since the start of the request. */
  get elapsed(): number {
    return performance.now() - this.trace.began;
  }

  /**
   * Records that a middleware, a hook or a handler is called. It lasts until the next call, or until the response is complete.
   *
   * @param kind what is called: `middleware`, `handler` …
   * @param declaration where the application declares it, which is shown if it has no name
   */
  enterCall(kind: string, name: string, declaration?: CallSite): void {
    this.leaveCall();
    this.#call = {
      event: kind,
      listener: name === '' ? describeAnonymous(declaration) : name,
      priority: 0,
      outcome: 'called',
      start: rounded(this.elapsed),
      duration: 0,
    };
    this.trace.listener(this.#call);
  }

  /** Ends the call of {@link enterCall}. */
  leaveCall(outcome: ListenerCall['outcome'] = 'called'): void {
    if (this.#call === undefined) return;
    this.#call.outcome = outcome;
    this.#call.duration = rounded(this.elapsed - this.#call.start);
    this.#call = undefined;
  }

  /**
   * Removes the open call, because what was called is a part of the framework.
   *
   * @param kind only if it is of this kind
   */
  withdrawCall(kind?: string): void {
    if (this.#call === undefined || (kind !== undefined && this.#call.event !== kind)) return;
    const list = this.trace.listeners;
    if (list.at(-1) === this.#call) list.pop();
    this.#call = undefined;
  }

  /**
   * Sets the route that a framework matched, if its template matches the path. A nested router replaces the route of its parent.
   *
   * @param seen the path that the router matched, if it may differ from that of the request
   */
  setRoute(template: string, handler?: CallSite, seen?: string): void {
    const route = claimRoute(template, this.path, seen);
    if (route !== undefined) this.setName(route, handler);
  }

  /** Sets the name of what handles the request, and where the application declares it. */
  setName(name: string, handler?: CallSite): void {
    this.route = { name, data: handler === undefined ? undefined : { declaration: { at: handler } } };
  }

  /** Sets what a framework or the application threw. The first error is the cause, so later ones are ignored. */
  fail(error: unknown): void {
    if (this.error !== undefined) return;
    this.error = error;
    this.leaveCall('threw');
  }
}

/** The trace of an exchange. The code that runs for a request finds its exchange by it. */
export class ExchangeTrace extends RequestTrace {
  /** Undefined once its profile was created. */
  exchange: Exchange | undefined;

  constructor(exchange: Exchange, parent: TraceOrigin | undefined) {
    super(undefined, parent);
    this.exchange = exchange;
  }

  override release(): void {
    super.release();
    this.exchange = undefined;
  }
}

function describeAnonymous(declaration: CallSite | undefined): string {
  return declaration === undefined ? '<anonymous>' : formatCallSite(declaration);
}

type OpenCall = { -readonly [Key in keyof ListenerCall]: ListenerCall[Key] };

// The resolution of the clock; further digits would only take space.
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

const NOTHING = Object.freeze({});
const NO_ATTRIBUTES: ReadonlyMap<string, unknown> = new Map();
