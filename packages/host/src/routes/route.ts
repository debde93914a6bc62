import type { AccessInput } from '../http/access-input.ts';
import type { AnyRule, Rule } from '../http/access-rule.ts';
import type { HttpResponse, InferOutput, StandardSchema, RequestBody } from 'oriel-core/http';
import type { NoReplies, Replies, RouteTypes, PathOf, PathParams } from '../http/route-params.ts';
import type { RequestLimits } from '../http/request-limit.ts';
import type { RequestMembers } from '../http/request-view.ts';
import type { RequestContext } from '../kernel/events.ts';
import type { CheckedHandler, HandlerResult } from './reply.ts';
import type { RegisteredUrlFor } from './route-names.ts';
import type { RouteCondition } from '../routing/route-definition.ts';
import type { LogLevel, CallSite } from 'oriel-core/trace';
import { callSite } from 'oriel-core/trace';

/** The argument of a `handle` function; `HandlerInput` implements it. */
export interface RouteInput<Params, Query, Body> extends RequestMembers<RequestContext> {
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
  readonly urlFor: RegisteredUrlFor;
  /** Handles another request, such as "GET /cities/7", in the same host and returns its response. */
  readonly forward: (target: string, body?: unknown) => Promise<HttpResponse>;
  /** Writes to the log of this request. */
  readonly log: (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void;
  /** Sends a 103 Early Hints response with these `Link` values if the protocol supports it (RFC 8297). */
  readonly earlyHints: (...links: string[]) => void;
}

/** A tag of API documents. */
export type RouteTag = string | { readonly name: string; readonly description: string };

/** The options of a route, apart from its schemas and its handler. */
export interface RouteOptions {
  /**
   * A host pattern such as `{tenant}.example.com`; its parameters are added to `params`.
   * @default any host
   */
  readonly host?: string;
  /**
   * The schemes of the route.
   * @default both
   */
  readonly schemes?: readonly ('http' | 'https')[];
  /**
   * Regular expressions for parameters; each must match the whole value.
   * @default {}
   */
  readonly requirements?: Readonly<Record<string, string | RegExp>>;
  /**
   * Values of parameters that are not in the path.
   * @default {}
   */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /**
   * Routes with a higher priority are matched first; routes of equal priority in declaration order.
   * @default 0
   * @unit –
   */
  readonly priority?: number;
  /**
   * An additional condition on the request.
   * @default –
   */
  readonly condition?: RouteCondition;
  /**
   * Declares that the route uses no session. If it uses one, it fails in development and logs a warning in production.
   * @default false
   */
  readonly stateless?: boolean;
  /**
   * The summary in API documents.
   * @default derived from the name
   */
  readonly summary?: string;
  /**
   * The description in API documents.
   * @default the summary
   */
  readonly description?: string;
  /**
   * The tags in API documents, which group the routes: names, or `{ name, description }`.
   * @default ['routes']
   */
  readonly tags?: readonly RouteTag[];
  /**
   * Whether API documents describe the route. They omit routes for any method.
   * @default true
   */
  readonly docs?: boolean;
  /**
   * How many requests one address, or one user, may send to the route.
   * @default no limit
   */
  readonly limit?: RequestLimits;
  /**
   * The maximum size of the body; a larger body gets 413.
   * @default `limits.body` of the host
   * @unit bytes
   */
  readonly bodyLimit?: number;
}

/** The parts of a resource operation that the listeners of all routes use. */
export interface RouteOperation {
  readonly name: string;
  readonly baseName: string;
  readonly options: {
    readonly limit?: RequestLimits | undefined;
    readonly bodyLimit?: number | undefined;
  };
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

/** A declared route with its types, for `client<typeof host>()`. `~` exists only as a type. */
export interface Route<Name extends string, Types extends RouteTypes> extends RouteDeclaration {
  readonly name: Name;
  readonly '~': Types;
}

/** The schemas and options of a route. */
export interface RouteSchemas<Params, Query, Body> extends RouteOptions {
  /**
   * The schema of the path parameters.
   * @default none: strings
   */
  readonly params?: Params;
  /**
   * The schema of the query parameters.
   * @default –
   */
  readonly query?: Query;
  /**
   * The schema of the body.
   * @default none: `payload` has the unparsed body
   */
  readonly body?: Body;
  /**
   * The access rule of the route.
   * @default that of the host
   */
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
 * import { route } from 'oriel-host';
 * const hello = route('hello', 'GET /hello/{name}', { handle: ({ params }) => ({ hello: params.name }) });
 * ```
 */
export function route<
  const Name extends string,
  const Line extends string,
  const R extends Replies = NoReplies,
  Params extends StandardSchema = StandardSchema<unknown, PathParams<PathOf<Line>>>,
  Query extends StandardSchema = StandardSchema<unknown, Readonly<Record<string, string | string[]>>>,
  Body extends StandardSchema = StandardSchema<unknown, undefined>,
  Handler = unknown,
  Result = unknown,
>(
  name: Name,
  line: Line,
  definition: RouteSchemas<Params, Query, Body> & {
    readonly replies?: R;
    // Without an alias, which would more than double the types that the compiler creates for a route.
    readonly handle: Handler extends () => unknown
      ? CheckedHandler<Handler, RouteInput<InferOutput<Params>, InferOutput<Query>, InferOutput<Body>>, R>
      : (input: RouteInput<InferOutput<Params>, InferOutput<Query>, InferOutput<Body>>) => HandlerResult<R, Result>;
  },
): Route<Name, { line: Line; params: Params; query: Query; body: Body; replies: R }> {
  const { params, query, body, replies, access, handle, ...options } = definition;
  const space = line.indexOf(' ');
  const methods = space < 0 ? [] : line.slice(0, space).split('|').filter(Boolean);
  const path = space < 0 ? line : line.slice(space + 1).trim();
  return Object.freeze({
    name,
    methods,
    path,
    options,
    params,
    query,
    body,
    replies,
    handle,
    at: callSite(route),
    ...(access === undefined ? {} : { access }),
  }) as never;
}
