import { RouteDefinitionError } from './errors.ts';
import { compileRoute } from './route-compiler.ts';
import type { CompiledRoute } from './route-compiler.ts';
import { normalizeRequirement, escapePattern } from './requirement.ts';
import { parseInlineParameters } from './inline-parameters.ts';
import type { RequestContext } from './request-context.ts';

/** Decides in code what a path cannot say; it sees the live request and the parameters the path gave. */
export type RouteCondition = (request: RequestContext, params: Readonly<Record<string, unknown>>) => boolean;

/** What one writes to declare a route. */
export interface RouteDefinition {
  readonly name: string;
  /** `/posts/{id<\d+>?1}`; `{!page}` is always written, `{slug:post}` is mapped to something called `post`. */
  readonly path: string;
  /** None means all. A route for GET answers HEAD too. */
  readonly methods?: readonly string[];
  readonly host?: string;
  readonly schemes?: readonly string[];
  readonly requirements?: Readonly<Record<string, string | RegExp>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Higher goes first; among equals the order of declaration holds. */
  readonly priority?: number;
  readonly condition?: RouteCondition;
  readonly options?: RouteOptions;
  /** Anything the host wants to find again on the route that matched. */
  readonly data?: unknown;
}

export type RouteOptions = { readonly utf8?: boolean } & Readonly<Record<string, unknown>>;

/**
 * A route, checked and compiled once.
 *
 * @throws {RouteDefinitionError} when the definition cannot work; the message says how to mend it
 * @example
 * const route = new Route({ name: 'post', path: '/posts/{id<\\d+>?1}' });
 * route.path; // '/posts/{id}'
 * route.defaults.id; // '1'
 */
export class Route {
  readonly name: string;
  readonly path: string;
  readonly methods: readonly string[];
  readonly host: string;
  readonly schemes: readonly string[];
  readonly requirements: Readonly<Record<string, string>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly priority: number;
  readonly condition: RouteCondition | undefined;
  readonly options: RouteOptions;
  readonly data: unknown;
  readonly compiled: CompiledRoute;

  constructor(definition: RouteDefinition) {
    const name = checkName(definition.name);
    this.name = name;
    this.methods = checkList(definition.methods, (method) => checkMethod(name, method));
    this.schemes = checkList(definition.schemes, (scheme) => checkScheme(name, scheme));
    this.priority = checkPriority(name, definition.priority ?? 0);
    this.condition = definition.condition;
    this.options = Object.freeze({ ...definition.options });
    this.data = definition.data;

    const path = parseInlineParameters(checkText(name, definition.path, 'ORIEL_ROUTE_PATH', 'path'));
    const host = parseInlineParameters(checkText(name, definition.host ?? '', 'ORIEL_ROUTE_HOST', 'host'));
    const given = Object.entries({ ...path.requirements, ...host.requirements, ...definition.requirements });
    const requirements = safeRecord(given.map(([key, value]) => [key, normalizeRequirement(name, key, value)]));
    const mapping = { ...path.mapping, ...host.mapping };
    this.defaults = safeRecord([
      ...(Object.keys(mapping).length > 0 ? [['_route_mapping', mapping] as const] : []),
      ...Object.entries({ ...path.defaults, ...host.defaults, ...definition.defaults }),
    ]);
    this.host = host.pattern;
    const localised = localise(`/${path.pattern.trim().replace(/^\/+/, '')}`, requirements, this.defaults);
    this.path = localised.path;
    this.requirements = localised.requirements;
    this.compiled = compileRoute({ ...this, utf8: this.isUtf8 });
  }

  /** Characters are Unicode unless the option `utf8` says `false`; then they are bytes. */
  get isUtf8(): boolean {
    return this.options.utf8 !== false;
  }

  /** The name shared by the translations of one route: `home` for `home.en` and `home.fr`. */
  get canonicalName(): string {
    const { _canonical_route: canonical } = this.defaults;
    return typeof canonical === 'string' ? canonical : this.name;
  }
}

/** The path of a translated route may hold its locale as plain text. */
function localise(
  path: string,
  requirements: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, unknown>>,
): { path: string; requirements: Readonly<Record<string, string>> } {
  const { _locale: locale, _canonical_route: canonical } = defaults;
  if (typeof locale !== 'string' || canonical == null || escapePattern(locale) !== requirements._locale) {
    return { path, requirements };
  }
  const others = Object.entries(requirements).filter(([key]) => key !== '_locale');
  return { path: path.replaceAll('{_locale}', locale), requirements: safeRecord(others) };
}

/** `Object.fromEntries` defines rather than assigns, so a key such as `__proto__` is a key like any other. */
function safeRecord<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  return Object.freeze(Object.fromEntries(entries));
}

function checkName(name: string): string {
  if (typeof name === 'string' && name !== '') return name;
  throw new RouteDefinitionError('ORIEL_ROUTE_NAME', String(name), `A route needs a name, "${String(name)}" is none`);
}

function checkText(route: string, value: string, code: 'ORIEL_ROUTE_PATH' | 'ORIEL_ROUTE_HOST', what: string): string {
  if (typeof value === 'string') return value;
  throw new RouteDefinitionError(code, route, `Route "${route}" needs its ${what} as text, not "${String(value)}"`);
}

function checkPriority(route: string, priority: number): number {
  if (Number.isFinite(priority)) return priority;
  throw new RouteDefinitionError(
    'ORIEL_ROUTE_PATH',
    route,
    `Route "${route}" has the priority "${String(priority)}"; use a number`,
  );
}

function checkMethod(route: string, method: string): string {
  if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method)) return method.toUpperCase();
  const message = `Route "${route}" has the method "${method}", which is no HTTP method; use names such as "GET"`;
  throw new RouteDefinitionError('ORIEL_ROUTE_METHOD', route, message);
}

function checkScheme(route: string, scheme: string): string {
  if (/^[a-z][a-z0-9+.-]*$/i.test(scheme)) return scheme.toLowerCase();
  const message = `Route "${route}" has the scheme "${scheme}"; use "http" or "https" without a colon`;
  throw new RouteDefinitionError('ORIEL_ROUTE_SCHEME', route, message);
}

function checkList(values: readonly string[] | undefined, check: (value: string) => string): readonly string[] {
  return Object.freeze([...new Set((values ?? []).map(check))]);
}
