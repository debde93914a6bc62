import type { AccessInput } from '../http/access-input.ts';
import type { AnyRule, Rule } from '../http/access-rule.ts';
import type { HttpResponse } from '../http/response.ts';
import type { InferInput, InferOutput, StandardSchema } from '../http/standard-schema.ts';
import type { RequestBody } from '../http/incoming-request.ts';
import type { RequestLimits } from '../http/request-limit.ts';
import type { RequestView } from '../http/request-view.ts';
import type { RequestContext } from '../kernel/events.ts';
import type { UrlFor } from '../kernel/handler-input.ts';
import { Reply } from '../listeners/serialize-listener.ts';
import type { RouteCondition } from '../routing/route.ts';
import type { LogLevel } from '../trace/trace.ts';
import { callSite } from '../trace/call-site.ts';
import type { CallSite } from '../trace/call-site.ts';
import type { PathOf, PathParams } from './route-params.ts';

/** What a `handle` function is called with; see `HandlerInput`, which does it. */
export interface RouteInput<Params, Query, Body> extends RequestView<RequestContext> {
  /** The path parameters; strings, unless a `params` schema made something else of them. */
  readonly params: Params;
  /** The query parameters; a name that came twice is a list. With a `query` schema, what it made of them. */
  readonly query: Query;
  /** The validated body, when there is a `body` schema. */
  readonly body: Body;
  /** The body as it arrives, for routes without a `body` schema. */
  readonly payload: RequestBody;
  /** The web `Request`, built on first use. */
  readonly request: Request;
  /** The URL of a route, absolute unless `absolute` is false. */
  readonly urlFor: UrlFor;
  /** Lets the same host answer another request, such as "GET /cities/7", and gives its response. */
  readonly forward: (target: string, body?: unknown) => Promise<HttpResponse>;
  /** Writes to the log of this request. */
  readonly log: (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void;
  /** Sends a 103 Early Hints with these `Link` values, where the protocol can (RFC 8297). */
  readonly earlyHints: (...links: string[]) => void;
}

/** The replies a route declares: a schema per status. */
export type Replies = { readonly [status: number]: StandardSchema };

/** Reply data for one of the declared statuses. Mapped over the whole of R: only then is a handler's `status: 201` taken literally. */
export type DeclaredReply<R extends Replies> = {
  [Status in keyof R]: R[Status] extends StandardSchema
    ? {
        readonly status: Status;
        readonly body: InferInput<R[Status]>;
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }
    : never;
}[keyof R];

/** What a route may say beside its handler. */
export interface RouteOptions {
  /** A host pattern such as `{tenant}.example.com`; its parameters join `params`. */
  readonly host?: string;
  readonly schemes?: readonly ('http' | 'https')[];
  /** Regular expressions for parameters, whole match. */
  readonly requirements?: Readonly<Record<string, string | RegExp>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Higher is tried earlier; equal ones in the order declared. */
  readonly priority?: number;
  /** A further condition on the request. */
  readonly condition?: RouteCondition;
  /** Uses no session: a route that does all the same fails in development, and warns in production. Default false. */
  readonly stateless?: boolean;
  /** How many requests one address, or one user, may send to it. Default as many as come. */
  readonly limit?: RequestLimits;
  /** Bytes that the body may have; 413 beyond. Default `limits.body` of the host. */
  readonly bodyLimit?: number;
}

/** A declared route: a plain value for `defineHost({ routes: [...] })`. */
/** An operation of a resource, as far as the listeners of all routes know it. */
export interface RouteOperation {
  readonly name: string;
  readonly baseName: string;
  readonly options: {
    readonly limit?: RequestLimits | undefined;
    readonly stateless?: boolean | undefined;
    readonly bodyLimit?: number | undefined;
  };
  readonly resource: { readonly definition: { readonly stateless?: boolean | undefined } };
  readonly readers: ReadonlyMap<string, unknown>;
}

export interface RouteDeclaration {
  readonly name: string;
  /** Empty for any method. */
  readonly methods: readonly string[];
  readonly path: string;
  readonly options: RouteOptions;
  readonly params: StandardSchema | undefined;
  readonly query: StandardSchema | undefined;
  readonly body: StandardSchema | undefined;
  readonly replies: Replies | undefined;
  /** Who may use it. */
  readonly access?: AnyRule | undefined;
  readonly handle: (input: never) => unknown;
  /** The operation of a resource that the route is for. */
  readonly operation?: RouteOperation;
  /** Where it was declared. */
  readonly at: CallSite | undefined;
}

/** The schemas and options of a route. */
export interface RouteSchemas<Params, Query, Body> extends RouteOptions {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Who may use it. Left out, what the host says holds. */
  readonly access?: Rule<AccessInput<undefined, unknown>>;
}

type Later<T> = T | PromiseLike<T>;

/**
 * Declares a route.
 *
 * @param name what people, logs and `urlFor` call it; unique in its host
 * @param line method and path: `'GET /cities/{id<\d+>}'`, `'GET|POST /x'`, or the path alone for any method
 * @param definition schemas (any Standard Schema), options, and `handle`
 * @returns a plain value; nothing is registered until `defineHost` gets it, and wrong declarations are told there
 *
 * @example
 * ```ts
 * import { route } from 'oriel';
 * const hello = route('hello', 'GET /hello/{name}', { handle: ({ params }) => ({ hello: params.name }) });
 * ```
 */
export function route<
  const Line extends string,
  const R extends Replies,
  Params extends StandardSchema = StandardSchema<unknown, PathParams<PathOf<Line>>>,
  Query extends StandardSchema = StandardSchema<unknown, Readonly<Record<string, string | string[]>>>,
  Body extends StandardSchema = StandardSchema<unknown, undefined>,
>(
  name: string,
  line: Line,
  definition: RouteSchemas<Params, Query, Body> & {
    readonly replies: R;
    readonly handle: (
      input: RouteInput<InferOutput<Params>, InferOutput<Query>, InferOutput<Body>>,
    ) => Later<DeclaredReply<R> | Response | HttpResponse>;
  },
): RouteDeclaration;
export function route<
  const Line extends string,
  Params extends StandardSchema = StandardSchema<unknown, PathParams<PathOf<Line>>>,
  Query extends StandardSchema = StandardSchema<unknown, Readonly<Record<string, string | string[]>>>,
  Body extends StandardSchema = StandardSchema<unknown, undefined>,
>(
  name: string,
  line: Line,
  definition: RouteSchemas<Params, Query, Body> & {
    readonly replies?: undefined;
    readonly handle: (input: RouteInput<InferOutput<Params>, InferOutput<Query>, InferOutput<Body>>) => unknown;
  },
): RouteDeclaration;
export function route(
  name: string,
  line: string,
  definition: RouteSchemas<StandardSchema, StandardSchema, StandardSchema> & {
    readonly replies?: Replies | undefined;
    readonly handle: RouteDeclaration['handle'];
  },
): RouteDeclaration {
  const { params, query, body, replies, access, handle, ...options } = definition;
  const space = line.indexOf(' ');
  const methods = space < 0 ? [] : line.slice(0, space).split('|').filter(Boolean);
  const path = space < 0 ? line : line.slice(space + 1).trim();
  return Object.freeze({
    ...{ name, methods, path, options, params, query, body, replies, handle, at: callSite(route) },
    ...(access === undefined ? {} : { access }),
  });
}

/**
 * Reply data for a handler: a status and headers beside the data.
 *
 * @example
 * ```ts
 * import { reply, route } from 'oriel';
 * route('make', 'POST /things', { handle: ({ urlFor }) => reply(201, { id: 1 }, { Location: urlFor('thing', { id: 1 }) }) });
 * ```
 */
export function reply<const Status extends number, Body>(
  status: Status,
  body?: Body,
  headers?: Readonly<Record<string, string>>,
): Reply & { readonly status: Status; readonly body: Body } {
  return new Reply(status, body, headers) as Reply & { readonly status: Status; readonly body: Body };
}
