import { RouteDefinitionError } from './routing-errors.ts';
import { compileRoute } from './route-compiler.ts';
import type { CompiledRoute } from './route-compiler.ts';
import { normalizeRequirement, escapePattern } from './requirement.ts';

/** What the matchers read of a request. The object is never copied. */
export interface RequestContext {
  readonly method: string;
  readonly scheme: string;
  /** In lower case, without a port. */
  readonly host: string;
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly httpPort?: number;
  readonly httpsPort?: number;
}

/** A condition in code that a request must meet, called with the request and the path parameters. */
export type RouteCondition = (request: RequestContext, params: Readonly<Record<string, unknown>>) => boolean;

/** The definition of a route. */
export interface RouteDefinition {
  readonly name: string;
  /** For example `/posts/{id<\d+>?1}`. `{!page}` is always part of generated URLs; `{slug:post}` is mapped to `post`. */
  readonly path: string;
  /** All methods by default. GET includes HEAD. */
  readonly methods?: readonly string[];
  readonly host?: string;
  readonly schemes?: readonly string[];
  readonly requirements?: Readonly<Record<string, string | RegExp>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Routes with a higher priority are tried first; equal ones in the order of declaration. */
  readonly priority?: number;
  readonly condition?: RouteCondition;
  readonly options?: RouteOptions;
  /** Any value that the host reads from the matched route. */
  readonly data?: unknown;
}

export type RouteOptions = { readonly utf8?: boolean } & Readonly<Record<string, unknown>>;

/**
 * A validated and compiled route.
 *
 * @throws {RouteDefinitionError} for an invalid definition
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
    const name = validateName(definition.name);
    this.name = name;
    this.methods = validateList(definition.methods, (method) => validateMethod(name, method));
    this.schemes = validateList(definition.schemes, (scheme) => validateScheme(name, scheme));
    this.priority = validatePriority(name, definition.priority ?? 0);
    this.condition = definition.condition;
    this.options = Object.freeze({ ...definition.options });
    this.data = definition.data;

    const path = parseInlineParameters(validateText(name, definition.path, 'ORIEL_ROUTE_PATH', 'path'));
    const host = parseInlineParameters(validateText(name, definition.host ?? '', 'ORIEL_ROUTE_HOST', 'host'));
    const given = Object.entries({ ...path.requirements, ...host.requirements, ...definition.requirements });
    const requirements = safeRecord(given.map(([key, value]) => [key, normalizeRequirement(name, key, value)]));
    const mapping = { ...path.mapping, ...host.mapping };
    this.defaults = safeRecord([
      ...(Object.keys(mapping).length > 0 ? [['_route_mapping', mapping] as const] : []),
      ...Object.entries({ ...path.defaults, ...host.defaults, ...definition.defaults }),
    ]);
    this.host = host.pattern;
    const localized = localize(`/${path.pattern.trim().replace(/^\/+/, '')}`, requirements, this.defaults);
    this.path = localized.path;
    this.requirements = localized.requirements;
    this.compiled = compileRoute(this);
  }

  /** Whether patterns match Unicode characters; with the option `utf8: false` they match bytes. */
  get isUtf8(): boolean {
    return this.options.utf8 !== false;
  }

  /** The name that the translations of a route share: `home` for `home.en` and `home.fr`. */
  get canonicalName(): string {
    const { _canonical_route: canonical } = this.defaults;
    return typeof canonical === 'string' ? canonical : this.name;
  }
}

/** A matched route and its parameters: the defaults, overridden by the values in the path. `params` may be shared between requests; do not change it. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: Record<string, unknown>;
}

/** The request would match with or without a trailing slash, or with another scheme. */
export interface RouteRedirect extends RouteMatch {
  /** An absolute URL, with the query of the request. */
  readonly redirect: string;
  readonly status: 301;
}

/** Replaces `{_locale}` in the path of a translated route whose locale is fixed. */
function localize(
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

/** `Object.fromEntries` defines keys instead of assigning them, so `__proto__` is an ordinary key. */
function safeRecord<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  return Object.freeze(Object.fromEntries(entries));
}

function validateName(name: string): string {
  if (typeof name === 'string' && name !== '') return name;
  throw new RouteDefinitionError(
    'ORIEL_ROUTE_NAME',
    String(name),
    `Invalid route name "${String(name)}"; use a non-empty text`,
  );
}

function validateText(
  route: string,
  value: string,
  code: 'ORIEL_ROUTE_PATH' | 'ORIEL_ROUTE_HOST',
  what: string,
): string {
  if (typeof value === 'string') return value;
  throw new RouteDefinitionError(code, route, `Route "${route}" has an invalid ${what} "${String(value)}"; use a text`);
}

function validatePriority(route: string, priority: number): number {
  if (Number.isFinite(priority)) return priority;
  throw new RouteDefinitionError(
    'ORIEL_ROUTE_PATH',
    route,
    `Route "${route}" has the invalid priority "${String(priority)}"; use a number`,
  );
}

function validateMethod(route: string, method: string): string {
  if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method)) return method.toUpperCase();
  const message = `Route "${route}" has the invalid method "${method}"; use names such as "GET"`;
  throw new RouteDefinitionError('ORIEL_ROUTE_METHOD', route, message);
}

function validateScheme(route: string, scheme: string): string {
  if (/^[a-z][a-z0-9+.-]*$/i.test(scheme)) return scheme.toLowerCase();
  const message = `Route "${route}" has the invalid scheme "${scheme}"; use "http" or "https" without a colon`;
  throw new RouteDefinitionError('ORIEL_ROUTE_SCHEME', route, message);
}

function validateList(values: readonly string[] | undefined, check: (value: string) => string): readonly string[] {
  return Object.freeze([...new Set((values ?? []).map(check))]);
}

const parameter = /\{(!?)([\w\u{80}-\u{10ffff}]+)(:[\w\u{80}-\u{10ffff}]+)?(<.*?>)?(\?[^}]*)?\}/gu;

/**
 * Parses inline declarations such as `{slug:post<[a-z]+>?first}`: a mapping, a requirement and a default, all optional.
 *
 * `{id?}` has the default `null`. Other text in braces is kept.
 */
function parseInlineParameters(pattern: string) {
  const requirements: [string, string][] = [];
  const defaults: [string, string | null][] = [];
  const mapping: [string, string][] = [];
  const plain = pattern.replace(
    parameter,
    (_, important: string, name: string, mapped?: string, requirement?: string, fallback?: string) => {
      if (fallback !== undefined) defaults.push([name, fallback === '?' ? null : fallback.slice(1)]);
      if (requirement !== undefined) requirements.push([name, requirement.slice(1, -1)]);
      if (mapped !== undefined) mapping.push([name, mapped.slice(1)]);
      return `{${important}${name}}`;
    },
  );
  return {
    pattern: plain,
    requirements: Object.fromEntries(requirements),
    defaults: Object.fromEntries(defaults),
    mapping: Object.fromEntries(mapping),
  };
}
