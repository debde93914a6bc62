import type { InferInput, NoReplies, ParamValue, PathInput, PathOf, RouteTypes, StandardSchema } from './host-types.ts';
import type { Failure, Success } from './result.ts';

/** The routes of a host by name. Routes without a method in their line are not part of the API. */
export type RouteClients<R extends NamedRoute> = { readonly [Each in R as Each['name']]: RouteClient<Each['~']> };

/** Calls a route. */
export interface RouteClient<T extends RouteTypes> {
  (
    ...input: {} extends RouteCallInput<T> ? [input?: RouteCallInput<T>] : [input: RouteCallInput<T>]
  ): Promise<RouteResult<T['replies']>>;
}

/** The values that a call of a route sends. */
export type RouteCallInput<T extends RouteTypes> = RouteCallOptions &
  Part<'params', ParamsOf<T>> &
  Part<'query', QueryOf<T['query']>> &
  BodyPart<T['body']>;

/** The options of all calls of routes. */
export interface RouteCallOptions {
  readonly signal?: AbortSignal;
  /** Further headers of the request. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Part<Name extends string, Value> = {} extends Value
  ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value };

// The path has the names of the parameters, and the schema their types.
type ParamsOf<T extends RouteTypes> = Typed<PathInput<PathOf<T['line']>>, InferInput<Schema<T['params']>>>;
type Typed<Path, Input> = {
  readonly [Key in keyof Path]: Key extends keyof Input
    ? unknown extends Input[Key]
      ? Path[Key]
      : Input[Key]
    : Path[Key];
};
type QueryOf<Query> = unknown extends InferInput<Schema<Query>> ? AnyQuery : Sent<InferInput<Schema<Query>>>;
type BodyPart<Body> =
  unknown extends InferInput<Schema<Body>>
    ? { readonly body?: RawBody }
    : undefined extends InferInput<Schema<Body>>
      ? { readonly body?: InferInput<Schema<Body>> }
      : { readonly body: InferInput<Schema<Body>> };

type Schema<S> = S extends StandardSchema ? S : never;

/** A body of a route without a schema, sent as it is. */
export type RawBody = Blob | FormData | URLSearchParams | Uint8Array | ReadableStream<Uint8Array>;

type AnyQuery = Readonly<Record<string, ParamValue | readonly ParamValue[] | undefined>>;

// A coercing schema accepts any value.
type Sent<Input> = {
  readonly [Key in keyof Input]: unknown extends Input[Key] ? ParamValue | readonly ParamValue[] : Input[Key];
};

/** The result of a call: one type for each declared reply, and a failure with the problem document of the host. */
export type RouteResult<R> = R extends NoReplies
  ? Success<unknown> | Failure
  : { readonly [Status in keyof R]: DeclaredResult<Status, R[Status]> }[keyof R] | UndeclaredFailure<keyof R>;

type DeclaredResult<Status, Reply> = Status extends SuccessStatus
  ? DeclaredSuccess<Status, InferInput<Schema<Reply>>>
  : DeclaredFailure<Status, InferInput<Schema<Reply>>>;

/** A declared reply whose status is below 300. */
export interface DeclaredSuccess<Status, Data> {
  readonly ok: true;
  readonly status: Status;
  readonly data: Data;
  readonly headers: Headers;
  readonly etag: string | undefined;
}

/** A declared reply whose status is 300 or above; `problem` has the same body if it is a problem document. */
export interface DeclaredFailure<Status, Data> {
  readonly ok: false;
  readonly status: Status;
  readonly data: Data;
  readonly headers: Headers;
  readonly problem: Failure['problem'];
}

/** A response that the route does not declare, such as a 422 for an invalid body. */
export interface UndeclaredFailure<Declared> extends Omit<Failure, 'status'> {
  readonly status: Exclude<FailureStatus, Declared>;
}

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
type FailureStatus =
  | (300 | 301 | 302 | 303 | 304 | 307 | 308)
  | (400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 410 | 412 | 413 | 414 | 415 | 421 | 422 | 428 | 429 | 431)
  | (500 | 501 | 502 | 503 | 504);

/** The part of a route that a client uses. */
export interface NamedRoute {
  readonly name: string;
  readonly '~': RouteTypes;
}

/** The union of the routes of a host. Routes without types, such as mounted handlers, cannot be called. */
export type RoutesOf<Routes> =
  NonNullable<Routes> extends readonly (infer Each extends NamedRoute)[] ? Each : TypedRoutes<Routes>;
// Slower for the compiler.
type TypedRoutes<Routes> = NonNullable<Routes> extends readonly (infer Each)[] ? Extract<Each, NamedRoute> : never;

/** The union of the routes for login and logout of a host. */
export type LoginRoutes<Logins> =
  NonNullable<Logins> extends { readonly '~routes'?: infer Each } ? Extract<Each, NamedRoute> : never;
