import type { Operation } from '../api/index.ts';
import type { InferOutput, StandardSchema } from '../http/index.ts';
import type { RouteCondition } from '../routing/index.ts';
import { callSite } from '../trace/index.ts';
import type { CallSite } from '../trace/index.ts';
import type { RouteInput } from './route-input.ts';
import type { PathOf, PathParams } from './route-params.ts';
import type { Answer, DeclaredReply, NoReplies, Replies } from './route-replies.ts';

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
  readonly handle: (input: never) => unknown;
  /** The operation of a resource that the route is for. */
  readonly operation?: Operation;
  /** Where it was declared. */
  readonly at: CallSite | undefined;
}

/** The schemas and options of a route. */
export interface RouteSchemas<Params, Query, Body> extends RouteOptions {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
}

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
  const R extends Replies | NoReplies = NoReplies,
  Params extends StandardSchema = StandardSchema<unknown, PathParams<PathOf<Line>>>,
  Query extends StandardSchema = StandardSchema<unknown, Readonly<Record<string, string | string[]>>>,
  Body extends StandardSchema = StandardSchema<unknown, undefined>,
>(
  name: string,
  line: Line,
  definition: RouteSchemas<Params, Query, Body> & {
    readonly replies?: R | undefined;
    readonly handle: (
      input: RouteInput<InferOutput<Params>, InferOutput<Query>, InferOutput<Body>>,
    ) => Answer<R> | DeclaredReply<R>;
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
  const { params, query, body, replies, handle, ...options } = definition;
  const space = line.indexOf(' ');
  const methods = space < 0 ? [] : line.slice(0, space).split('|').filter(Boolean);
  const path = space < 0 ? line : line.slice(space + 1).trim();
  return Object.freeze({ name, methods, path, options, params, query, body, replies, handle, at: callSite(route) });
}
