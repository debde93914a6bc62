import type { Plan, Subscriber } from '../events/index.ts';
import { HttpResponse, MethodNotAllowedError, NotFoundError, withoutStack } from '../http/index.ts';
import type { FinishRequestEvent, RequestContext, RequestEvent } from '../kernel/index.ts';
import * as routing from '../routing/index.ts';
import type { Route, RouteMatch, RouteRedirect } from '../routing/index.ts';
import type { Logger } from '../trace/index.ts';
import { matchReason, methodNotAllowedMessage, missReason, notFoundMessage } from './routing-words.ts';

/** What routes carry for the kernel. */
export interface Routed {
  readonly plan: Plan;
}

/** Path to route or redirect. */
export interface Matcher {
  find(request: routing.RequestContext): RouteMatch | RouteRedirect | Error;
}

/**
 * Finds the route of a request, and translates: routing knows paths, HTTP knows 404 and 405. The first error is kept as
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
  readonly #miss: <E extends Error>(create: () => E) => E;

  /** @param stacks whether misses carry a stack: in development, where somebody looks at it */
  constructor(matcher: Matcher, logger: Logger, allMethods: readonly string[], stacks = false) {
    this.#matcher = matcher;
    this.#logger = logger;
    this.#allMethods = allMethods;
    this.#miss = stacks ? (create) => create() : withoutStack;
  }

  onRequest(event: RequestEvent): void {
    const { context } = event;
    if (context.path === '*') return this.#answerForServer(event);
    const match = this.#matcher.find(context);
    if (!('route' in match)) return this.#explain(event, match);
    context.route = match.route;
    context.params = match.params;
    context.trace.enter(match.route.name);
    this.#logMatch(context, match.route);
    if (context.trace.recording) context.trace.decide('routing', match.route.name, matchReason(context, match));
    if ('redirect' in match) return event.respond(redirection(match.status, match.redirect));
    context.plan = (match.route.data as Routed).plan;
  }

  /** What is recorded from here on belongs to the request this one was forwarded from, if there is one. */
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

  #explain(event: RequestEvent, error: Error): void {
    const { context } = event;
    if (context.trace.recording) context.trace.decide('routing', 'no route', missReason(context, error));
    if (error instanceof routing.MethodNotAllowedError) {
      const allow = completeAllow(error.allowedMethods);
      if (context.method === 'OPTIONS') return event.respond(this.#options(context, allow));
      const message = methodNotAllowedMessage(context, error.allowedMethods);
      return event.fail(this.#miss(() => new MethodNotAllowedError(allow, message, { cause: error })));
    }
    if (error instanceof routing.ResourceNotFoundError) {
      const cause =
        error.message === ''
          ? this.#miss(() => new routing.ResourceNotFoundError(context.path, { cause: error }))
          : error;
      const message = notFoundMessage(context, context.headers.get('referer'));
      return event.fail(this.#miss(() => new NotFoundError(message, { cause })));
    }
    throw error;
  }

  // What a resource accepts is told by the routes behind its other methods (RFC 5789 §3.1, RFC 9110 §9.3.7).
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
    const { host, scheme, path, query, httpPort, httpsPort } = context;
    const match = this.#matcher.find({ method, host, scheme, path, query, httpPort, httpsPort });
    return match instanceof Error ? undefined : (match.route.data as { accepts?: string } | undefined)?.accepts;
  }

  #answerForServer(event: RequestEvent): void {
    if (event.context.method !== 'OPTIONS')
      throw new NotFoundError(`"*" stands for the whole server and is understood with OPTIONS only`);
    event.respond(new HttpResponse(204, ['Allow', completeAllow(this.#allMethods).join(', ')]));
  }
}

// The header is complete: GET answers HEAD too, and OPTIONS is always answered.
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
