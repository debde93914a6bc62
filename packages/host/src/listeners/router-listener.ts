import type { Plan } from '../events/dispatcher.ts';
import type { Subscriber } from '../events/subscriber.ts';
import { HttpResponse, MethodNotAllowedError, NotFoundError, andThen } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { FinishRequestEvent, RequestContext, RequestEvent } from '../kernel/events.ts';
import {
  MethodNotAllowedError as RoutingMethodNotAllowedError,
  ResourceNotFoundError,
} from '../routing/routing-errors.ts';
import type { RedirectableUrlMatcher } from '../routing/redirectable-url-matcher.ts';
import type { RouteMatch, RouteRedirect, Route } from '../routing/route-definition.ts';
import type { Logger } from 'oriel-core/trace';
import {
  createConcealedError,
  createErrorFactory,
  routeNotFound,
  createUnroutedError,
  matchReason,
  methodNotAllowedMessage,
  missReason,
} from './route-not-found.ts';
import type { ErrorFactory } from './route-not-found.ts';
import { message } from 'oriel-core/messages';

/** The data of routes that the kernel uses. */
export interface Routed {
  readonly plan: Plan;
  /** The maximum size of the body in bytes; undefined for the limit of the host. */
  readonly bodyLimit?: number | undefined;
}

/** A route that the router found for a request. */
export interface FoundRoute {
  readonly route: NonNullable<RequestContext['route']>;
  readonly params: RequestContext['params'];
  /** The method of the route, if it differs from that of the request. */
  readonly method?: string;
}

export interface RouteVisibility {
  /** Returns the routes that may be revealed to the request. */
  visible<Found extends FoundRoute>(context: RequestContext, found: readonly Found[]): MaybePromise<readonly Found[]>;
}

/** Finds the route, or the redirect, of a path. */
export type Matcher = Pick<RedirectableUrlMatcher, 'find' | 'search'>;

/**
 * Finds the route of a request, and translates routing errors to 404 and 405. The first error is kept as
 * the cause.
 */
export class RouterListener implements Subscriber {
  readonly name = 'RouterListener';
  readonly on = {
    'kernel.request': (event: RequestEvent) => this.onRequest(event),
    'kernel.finish_request': (event: FinishRequestEvent) => this.onFinishRequest(event),
  };
  readonly #matcher: Matcher;
  readonly #logger: Logger;
  readonly #allMethods: readonly string[];
  readonly #miss: ErrorFactory;
  readonly #stacks: boolean;
  readonly #concealment: RouteVisibility | undefined;

  /**
   * @param stacks whether routing errors have a stack, as in development
   * @param concealment decides which routes 405, `Allow` and redirects may reveal
   */
  constructor(
    matcher: Matcher,
    logger: Logger,
    allMethods: readonly string[],
    stacks = false,
    concealment?: RouteVisibility,
  ) {
    this.#matcher = matcher;
    this.#logger = logger;
    this.#allMethods = allMethods;
    this.#miss = createErrorFactory(stacks);
    this.#stacks = stacks;
    this.#concealment = concealment;
  }

  onRequest(event: RequestEvent): MaybePromise<void> {
    const { context } = event;
    if (context.path === '*') return this.#answerForServer(event);
    const match = this.#matcher.search(context);
    if (typeof match === 'string') return this.#explainMiss(event, match);
    if (!('route' in match)) {
      // Matchers create their errors without a stack.
      if (this.#stacks) Error.captureStackTrace(match);
      return this.#explain(event, match);
    }
    if (!('redirect' in match) || this.#concealment === undefined) return this.#take(event, match);
    return andThen(this.#concealment.visible(context, [match]), (visible) =>
      visible.length === 0 ? event.fail(createConcealedError(context, this.#miss)) : this.#take(event, match),
    );
  }

  #take(event: RequestEvent, match: RouteMatch | RouteRedirect): void {
    const { context } = event;
    context.route = match.route;
    context.params = match.params;
    context.trace.enter(match.route.name);
    this.#logMatch(context, match.route);
    if (context.trace.recording) context.trace.decide('routing', match.route.name, matchReason(context, match));
    if ('redirect' in match) return event.respond(redirection(match.status, match.redirect));
    const { plan, bodyLimit } = match.route.data as Routed;
    if (bodyLimit !== undefined) context.incoming.body.limitTo?.(bodyLimit);
    context.plan = plan;
  }

  /** Assigns further records to the route of the parent request, if there is one. */
  onFinishRequest({ context }: FinishRequestEvent): void {
    context.trace.enter(context.parent?.route?.name);
  }

  #logMatch(context: RequestContext, route: Route): void {
    if (!this.#logger.wants('info', context.trace)) return;
    const details = {
      route: route.name,
      route_parameters: { _route: route.name, ...context.params },
      request_uri: context.url,
      method: context.method,
    };
    this.#logger.log('info', 'request', `Matched route "${route.name}".`, details, context);
  }

  #explainMiss(event: RequestEvent, path: string): MaybePromise<void> {
    const { context } = event;
    if (!this.#stacks && !context.trace.recording) return event.fail(createUnroutedError(context, path));
    return this.#explain(
      event,
      this.#miss(() => new ResourceNotFoundError(path)),
    );
  }

  #explain(event: RequestEvent, error: Error): MaybePromise<void> {
    const { context } = event;
    if (context.trace.recording) context.trace.decide('routing', 'no route', missReason(context, error));
    if (error instanceof RoutingMethodNotAllowedError)
      return andThen(this.#visibleMethods(context, error.allowedMethods), (methods) =>
        this.#refuseMethod(event, methods, error),
      );
    if (error instanceof ResourceNotFoundError) {
      return event.fail(routeNotFound(context, this.#miss, error));
    }
    throw error;
  }

  #refuseMethod(event: RequestEvent, methods: readonly string[], error: Error): void {
    const { context } = event;
    if (methods.length === 0) return event.fail(createConcealedError(context, this.#miss));
    const allow = completeAllow(methods);
    if (context.method === 'OPTIONS') return event.respond(this.#options(context, allow));
    const message = methodNotAllowedMessage(context, methods);
    event.fail(this.#miss(() => new MethodNotAllowedError(allow, message, { cause: error })));
  }

  // The methods of the path, except those whose routes are hidden from the user.
  #visibleMethods(context: RequestContext, methods: readonly string[]): MaybePromise<readonly string[]> {
    if (this.#concealment === undefined) return methods;
    const found = methods.flatMap((method) => {
      const match = this.#getMatch(context, method);
      return match instanceof Error ? [] : [{ ...match, method }];
    });
    return andThen(this.#concealment.visible(context, found), (visible) =>
      visible.length === found.length ? methods : visible.map(({ method }) => method),
    );
  }

  // The media types that a resource accepts come from the routes of its other methods (RFC 5789 §3.1, RFC 9110 §9.3.7).
  #options(context: RequestContext, allow: readonly string[]): HttpResponse {
    const response = new HttpResponse(204, ['Allow', allow.join(', ')]);
    for (const method of ['PATCH', 'POST', 'QUERY'] as const) {
      if (!allow.includes(method)) continue;
      const accepts = this.#acceptedBy(context, method);
      if (accepts) response.headers.append(ACCEPTED[method], accepts);
    }
    return response;
  }

  #acceptedBy(context: RequestContext, method: string): string | undefined {
    const match = this.#getMatch(context, method);
    return match instanceof Error ? undefined : (match.route.data as { accepts?: string } | undefined)?.accepts;
  }

  #getMatch(
    { host, scheme, path, query, httpPort, httpsPort }: RequestContext,
    method: string,
  ): ReturnType<Matcher['find']> {
    return this.#matcher.find({ method, host, scheme, path, query, httpPort, httpsPort });
  }

  #answerForServer(event: RequestEvent): void {
    if (event.context.method !== 'OPTIONS') throw new NotFoundError(message('request.asterisk-target'));
    event.respond(new HttpResponse(204, ['Allow', completeAllow(this.#allMethods).join(', ')]));
  }
}

// The header is complete: routes for GET also handle HEAD, and OPTIONS is always supported.
function completeAllow(declared: readonly string[]): string[] {
  const allow = [...declared];
  if (allow.includes('GET') && !allow.includes('HEAD')) allow.splice(allow.indexOf('GET') + 1, 0, 'HEAD');
  if (!allow.includes('OPTIONS')) allow.push('OPTIONS');
  return allow;
}

function redirection(status: number, location: string): HttpResponse {
  const target = location.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const body = `<!doctype html>\n<title>Redirecting</title>\n<p>Redirecting to <a href="${target}">${target}</a>.\n`;
  return new HttpResponse(status, ['Location', location, 'Content-Type', 'text/html; charset=utf-8'], body);
}

const ACCEPTED = { PATCH: 'Accept-Patch', POST: 'Accept-Post', QUERY: 'Accept-Query' } as const;
