import { RequestView } from '../http/request-view.ts';
import { parseQuery } from '../http/query.ts';
import type { HttpResponse } from '../http/response.ts';
import type { RequestBody } from '../http/incoming-request.ts';
import type { LogLevel } from '../trace/trace.ts';
import type { RequestContext } from './events.ts';

/** What the host lends to every handler. */
export interface HandlerServices {
  /** Makes a sub-request: "GET /path" handled by the same host. */
  forward(context: RequestContext, target: string, body?: unknown): Promise<HttpResponse>;
  /** Makes the URL of a route. */
  urlFor(context: RequestContext, name: string, params: Readonly<Record<string, unknown>>, absolute: boolean): string;
  log(context: RequestContext, level: LogLevel, message: string, details: Readonly<Record<string, unknown>>): void;
}

/** Makes the URL of a route, absolute unless `absolute` is false. @throws {UrlGenerationError} */
export type UrlFor = (name: string, params?: Readonly<Record<string, unknown>>, absolute?: boolean) => string;

/** What a `handle` function is called with. Everything that costs something is made when it is asked for. */
export class HandlerInput extends RequestView<RequestContext> {
  readonly #services: HandlerServices;

  constructor(context: RequestContext, services: HandlerServices) {
    super(context);
    this.#services = services;
  }

  /** The path parameters, validated when the route has a `params` schema. */
  get params(): unknown {
    return this.context.input.params ?? this.context.params;
  }

  /** The query parameters, validated when the route has a `query` schema. */
  get query(): unknown {
    return this.context.input.query ?? parseQuery(this.context.query);
  }

  /** The validated body, when the route has a `body` schema. */
  get body(): unknown {
    return this.context.input.body;
  }

  /** The body as it arrives, for routes without a `body` schema. */
  get payload(): RequestBody {
    return this.context.body;
  }

  /** The web `Request`. */
  get request(): Request {
    return this.context.request;
  }

  /** The URL of a route, absolute unless `absolute` is false. @throws {UrlGenerationError} */
  get urlFor(): UrlFor {
    return (name, params = {}, absolute = true) => this.#services.urlFor(this.context, name, params, absolute);
  }

  /** Lets the same host answer another request, such as "GET /cities/7", and gives its response. */
  get forward(): (target: string, body?: unknown) => Promise<HttpResponse> {
    return (target, body) => this.#services.forward(this.context, target, body);
  }

  /** Writes to the log of this request, in the channel "app". */
  get log(): (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void {
    return (level, message, details = {}) => this.#services.log(this.context, level, message, details);
  }

  /** Sends a 103 Early Hints with these `Link` values, where the protocol can (RFC 8297). */
  get earlyHints(): (...links: string[]) => void {
    return (...links) => this.context.incoming.earlyHints(links);
  }
}
