import type { AccessInput } from '../http/access-input.ts';
import type { AnyRule, Rule } from '../http/access-rule.ts';
import type { HttpResponse } from '../http/response.ts';
import type { InferInput, InferOutput, StandardSchema } from '../http/standard-schema.ts';
import type { MaybePromise } from '../http/promises.ts';
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

/** The argument of a `handle` function; `HandlerInput` implements it. */
export interface RouteInput<Params, Query, Body> extends RequestView<RequestContext> {
  /** The path parameters; strings, unless a `params` schema transforms them. */
  readonly params: Params;
  /** The query parameters; a repeated name has a list as its value. With a `query` schema, its output. */
  readonly query: Query;
  /** The validated body, if the route has a `body` schema. */
  readonly body: Body;
  /** The unparsed body, for routes without a `body` schema. */
  readonly payload: RequestBody;
  /** The request as a web `Request`, created on first use. */
  readonly request: Request;
  /** Returns the URL of a route, absolute unless `absolute` is false. */
  readonly urlFor: UrlFor;
  /** Handles another request, such as "GET /cities/7", in the same host and returns its response. */
  readonly forward: (target: string, body?: unknown) => Promise<HttpResponse>;
  /** Writes to the log of this request. */
  readonly log: (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void;
  /** Sends a 103 Early Hints response with these `Link` values if the protocol supports it (RFC 8297). */
  readonly earlyHints: (...links: string[]) => void;
}

/** The replies a route declares: a schema per status. */
export type Replies = { readonly [status: number]: StandardSchema };

/** Reply data for one of the declared statuses. Mapping over all of R makes TypeScript infer `status: 201` as a literal. */
export type DeclaredReply<R extends Replies> = {
  [Status in keyof R]: R[Status] extends StandardSchema
    ? {
        readonly status: Status;
        readonly body: InferInput<R[Status]>;
        readonly headers?: Readonly<Record<string, string>> | undefined;
      }
    : never;
}[keyof R];

/** The options of a route, apart from its schemas and its handler. */
export interface RouteOptions {
  /** A host pattern such as `{tenant}.example.com`; its parameters are added to `params`. */
  readonly host?: string;
  readonly schemes?: readonly ('http' | 'https')[];
  /** Regular expressions for parameters; each must match the whole value. */
  readonly requirements?: Readonly<Record<string, string | RegExp>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Routes with a higher priority are matched first; routes of equal priority in declaration order. */
  readonly priority?: number;
  /** An additional condition on the request. */
  readonly condition?: RouteCondition;
  /** Declares that the route uses no session. If it uses one, it fails in development and logs a warning in production. Default false. */
  readonly stateless?: boolean;
  /** How many requests one address, or one user, may send to the route. Unlimited by default. */
  readonly limit?: RequestLimits;
  /** The maximum size of the body in bytes; a larger body gets 413. Default: `limits.body` of the host. */
  readonly bodyLimit?: number;
}

/** The parts of a resource operation that the listeners of all routes use. */
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

/** A declared route: a plain value for `defineHost({ routes: [...] })`. */
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
  /** The access rule of the route. */
  readonly access?: AnyRule | undefined;
  readonly handle: (input: never) => unknown;
  /** The resource operation that the route belongs to. */
  readonly operation?: RouteOperation;
  /** Where it was declared. */
  readonly at: CallSite | undefined;
}

/** The schemas and options of a route. */
export interface RouteSchemas<Params, Query, Body> extends RouteOptions {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The access rule of the route; by default, that of the host. */
  readonly access?: Rule<AccessInput<undefined, unknown>>;
}

/**
 * Declares a route.
 *
 * @param name the name in logs, in the profiler and for `urlFor`; unique in its host
 * @param line method and path: `'GET /cities/{id<\d+>}'`, `'GET|POST /x'`, or the path alone for any method
 * @param definition schemas (any Standard Schema), options, and `handle`
 * @returns a plain value; `defineHost` registers the route and reports invalid declarations
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
    ) => MaybePromise<DeclaredReply<R> | Response | HttpResponse>;
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
