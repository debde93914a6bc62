import { RequestView } from '../http/request-view.ts';
import { parseQuery } from '../http/query.ts';
import type { HttpResponse, RequestBody } from 'oriel-core/http';
import type { LogLevel } from 'oriel-core/trace';
import type { RequestContext } from './events.ts';

/** The functions of the host that every handler can use. */
export interface HandlerServices {
  /** Handles a sub-request, such as "GET /path", in the same host. */
  forward(context: RequestContext, target: string, body?: unknown): Promise<HttpResponse>;
  urlFor(context: RequestContext, name: string, params: Readonly<Record<string, unknown>>, absolute: boolean): string;
  log(context: RequestContext, level: LogLevel, message: string, details: Readonly<Record<string, unknown>>): void;
}

/** Returns the URL of a route, absolute unless `absolute` is false. @throws {UrlGenerationError} */
export type UrlFor = (name: string, params?: Readonly<Record<string, unknown>>, absolute?: boolean) => string;

/** The argument of a `handle` function, as `RouteInput` describes it. Values that are expensive to create are created on first use. */
export class HandlerInput extends RequestView<RequestContext> {
  readonly #services: HandlerServices;

  constructor(context: RequestContext, services: HandlerServices) {
    super(context);
    this.#services = services;
  }

  get params(): unknown {
    return this.context.input.params ?? this.context.params;
  }

  get query(): unknown {
    return this.context.input.query ?? parseQuery(this.context.query);
  }

  get body(): unknown {
    return this.context.input.body;
  }

  get payload(): RequestBody {
    return this.context.body;
  }

  get request(): Request {
    return this.context.request;
  }

  get urlFor(): UrlFor {
    return (name, params = {}, absolute = true) => this.#services.urlFor(this.context, name, params, absolute);
  }

  get forward(): (target: string, body?: unknown) => Promise<HttpResponse> {
    return (target, body) => this.#services.forward(this.context, target, body);
  }

  get log(): (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void {
    return (level, message, details = {}) => this.#services.log(this.context, level, message, details);
  }

  get earlyHints(): (...links: string[]) => void {
    return (...links) => this.context.incoming.earlyHints(links);
  }
}
