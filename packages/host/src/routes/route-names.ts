import type { Register } from 'oriel-core/http';
import type { PathInput, PathOf } from '../http/route-params.ts';
import type { UrlFor } from '../kernel/handler-input.ts';

/**
 * The type of `urlFor`. If the application registers its routes, the compiler checks their names and parameters. Names with a
 * dot are those of operations, such as `cities.get`.
 */
export type RegisteredUrlFor = Register extends { readonly routes: infer Lines extends RouteLines }
  ? CheckedUrlFor<Lines>
  : UrlFor;

/** The method and path of each route by name. */
export type RouteLines = Readonly<Record<string, string>>;

/** `urlFor` of an application that registered its routes. */
export type CheckedUrlFor<Lines extends RouteLines> = <Name extends (keyof Lines & string) | `${string}.${string}`>(
  name: Name,
  ...values: Name extends keyof Lines ? UrlValues<PathInput<PathOf<Lines[Name]>>> : UrlValues<{}>
) => string;

// Other names than those of the path are added to the query.
type UrlValues<Input> = {} extends Input
  ? [params?: Input & MoreParams, absolute?: boolean]
  : [params: Input & MoreParams, absolute?: boolean];
type MoreParams = Readonly<Record<string, unknown>>;
