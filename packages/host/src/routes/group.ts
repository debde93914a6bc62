import type { AccessInput } from '../http/access-input.ts';
import type { AnyRule, Rule } from '../http/access-rule.ts';
import { listRuleParts } from '../http/access-rule.ts';
import type { RouteTypes } from '../http/route-params.ts';
import type { Route, RouteDeclaration, RouteOptions } from './route.ts';

/** What the routes of a group share. */
export interface GroupOptions extends Pick<
  RouteOptions,
  'host' | 'schemes' | 'limit' | 'bodyLimit' | 'stateless' | 'tags'
> {
  /**
   * The beginning of the paths, such as `/admin`; it may contain parameters.
   * @default none
   */
  readonly prefix?: string;
  /**
   * The beginning of the names, such as `admin.`.
   * @default none
   */
  readonly name?: string;
  /**
   * An access rule that applies together with those of the routes: all of them must grant access.
   * @default –
   */
  readonly access?: Rule<AccessInput<undefined, unknown>>;
}

/** The members of a group: routes, and the results of other groups. */
export type GroupedRoutes = readonly (RouteDeclaration | readonly RouteDeclaration[])[];

/**
 * Adds a prefix, an access rule and options to routes. A group may contain other groups. An option that a route has itself
 * takes precedence; access rules are combined, so a route of a group is never more open than the group.
 *
 * @param options the shared prefix, access rule, tags and options; `bodyLimit` is in bytes
 * @param routes routes and groups
 * @returns routes for `defineHost({ routes: [...group(…)] })`, with the types that a typed client needs
 * @throws {TypeError} if the prefix does not begin with a slash, or ends with one
 *
 * @example
 * ```ts
 * import { defineHost, group, route } from 'oriel-host';
 * const admin = group({ prefix: '/admin', name: 'admin.', access: 'role:admin' }, [
 *   route('users', 'GET /users', { handle: () => [] }),
 * ]);
 * admin.map(({ name, path, access }) => [name, path, access]); // => [['admin.users', '/admin/users', ['role:admin']]]
 * ```
 */
export function group<const Options extends GroupOptions, const Routes extends GroupedRoutes>(
  options: Options,
  routes: Routes,
): readonly Grouped<Options, Member<Routes>>[] {
  const { prefix = '', name = '', access, ...shared } = options as GroupOptions;
  if (prefix !== '' && !/^\/.*[^/]$/s.test(prefix))
    throw new TypeError(`group(): the prefix ${JSON.stringify(prefix)} must begin with a slash and not end with one`);
  return (routes.flat() as RouteDeclaration[]).map((route) => {
    const rule = combine(access, route.access);
    return Object.freeze({
      ...route,
      name: name + route.name,
      path: prefix !== '' && route.path === '/' ? prefix : prefix + route.path,
      options: { ...shared, ...route.options },
      ...(rule === undefined ? {} : { access: rule }),
    }) as never;
  });
}

/** A route with the name and the path that it has in a group. Routes without types, such as mounted handlers, have none. */
type Grouped<Options, Each> = Each extends { readonly name: infer Name extends string; readonly '~': infer Types }
  ? Types extends RouteTypes
    ? Route<`${Text<Options, 'name'>}${Name}`, InGroup<Types, Text<Options, 'prefix'>>>
    : never
  : RouteDeclaration;

type Member<Routes extends GroupedRoutes> = Routes[number] extends infer Each
  ? Each extends readonly (infer Inner)[]
    ? Inner
    : Each
  : never;

type Text<Options, Key extends string> = Options extends { readonly [K in Key]: infer Value extends string }
  ? Value
  : '';

type InGroup<Types extends RouteTypes, Prefix extends string> = {
  [Key in keyof Types]: Key extends 'line' ? LineInGroup<Types['line'], Prefix> : Types[Key];
};

type LineInGroup<Line extends string, Prefix extends string> = Line extends `${infer Methods} ${infer Path}`
  ? `${Methods} ${PathInGroup<Path, Prefix>}`
  : PathInGroup<Line, Prefix>;

type PathInGroup<Path extends string, Prefix extends string> = Prefix extends ''
  ? Path
  : Path extends '/'
    ? Prefix
    : `${Prefix}${Path}`;

// 'public' has no effect beside other rules, and 'never' overrides them.
function combine(...given: readonly (AnyRule | undefined)[]): AnyRule | undefined {
  const parts = [...new Set(given.flatMap((rule) => (rule === undefined ? [] : listRuleParts(rule))))];
  if (parts.includes('never')) return 'never';
  const effective = parts.filter((part) => part !== 'public');
  return effective.length > 0 ? effective : parts[0];
}
