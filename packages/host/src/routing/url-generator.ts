import { InvalidParameterError, MissingMandatoryParametersError, RouteNotFoundError } from './routing-errors.ts';
import type { PathToken, VariableToken } from './path-tokens.ts';
import { decodeUnreserved, encodePath, percentEncode, scalarText, toQueryString } from './percent-encoding.ts';
import { createRequirementTest } from './requirement.ts';
import type { RouteCollection } from './route-collection.ts';
import type { Route } from './route-definition.ts';
import { buildReference } from './url-reference.ts';
import type { UrlContext, UrlReference } from './url-reference.ts';

export interface UrlOptions {
  readonly reference?: UrlReference;
  readonly context?: UrlContext;
  /** For a value that does not match its requirement: `true` throws, `false` returns an empty URL, `null` skips the check. */
  readonly strictRequirements?: boolean | null;
}

/**
 * Generates URLs of routes.
 *
 * @throws {RouteNotFoundError} if no route has the name
 * @throws {MissingMandatoryParametersError} if a parameter has neither a value nor a default
 * @throws {InvalidParameterError} if a value does not match its requirement
 * @example
 * import { RouteCollection } from './route-collection.ts';
 * const urls = new UrlGenerator(new RouteCollection([{ name: 'post', path: '/posts/{id}' }]));
 * urls.generate('post', { id: 7, page: 2 }); // '/posts/7?page=2'
 */
export class UrlGenerator {
  readonly #routes: RouteCollection;
  readonly #checks = new WeakMap<PathToken, (value: string) => boolean>();

  constructor(routes: RouteCollection) {
    this.#routes = routes;
  }

  generate(name: string, params: Readonly<Record<string, unknown>> = {}, options: UrlOptions = {}): string {
    const context = options.context ?? { scheme: 'http', host: 'localhost' };
    const route = this.#find(name, params, context);
    const { pathVariables, hostVariables } = route.compiled;
    const variables = new Set([...hostVariables, ...pathVariables]);
    const given = withLocale(route, variables, params);
    const values: Values = new Map([...getEntries(route.defaults), ...getEntries(context.parameters ?? {}), ...given]);

    const missing = [...variables].filter((variable) => !values.has(variable));
    if (missing.length > 0) throw new MissingMandatoryParametersError(route.name, missing);

    const check = this.#createCheck(route, values, options.strictRequirements);
    const path = buildPath(route, values, check);
    const host = path === undefined ? undefined : buildHost(route.compiled.hostTokens, values, check);
    // Requirements are not strict.
    if (path === undefined || host === undefined) return '';
    const target = buildReference(encodePath(path), host, route, context, options.reference ?? 'absolute-path');
    return target + buildQuery(route, variables, given);
  }

  /** Returns the translation of a route for the locale, such as `home.fr` for `home`, or the route itself. */
  #find(name: string, params: Readonly<Record<string, unknown>>, context: UrlContext): Route {
    const wanted =
      ownValue(params, '_locale') ?? (ownValue(context.parameters ?? {}, '_locale') || context.defaultLocale);
    let locale = typeof wanted === 'string' ? wanted : '';
    while (locale !== '') {
      const localised = this.#routes.get(`${name}.${locale}`);
      if (localised && ownValue(localised.defaults, '_canonical_route') === name) return localised;
      const end = locale.indexOf('_');
      locale = end < 0 ? '' : locale.slice(0, end);
    }
    const route = this.#routes.get(name);
    if (!route) throw new RouteNotFoundError(name);
    return route;
  }

  /** Returns a function that checks parameters against their requirements; it throws if requirements are strict. */
  #createCheck(route: Route, values: Values, strict: boolean | null = true): ValueCheck {
    return (token) => {
      if (strict === null) return true;
      let matches = this.#checks.get(token);
      if (!matches) this.#checks.set(token, (matches = createRequirementTest(token.requirement, route.isUtf8)));
      const value = valueText(values.get(token.name));
      if (matches(value)) return true;
      if (strict) throw new InvalidParameterError(route.name, token.name, token.requirement, value);
      return false;
    };
  }
}

/** Builds the query and fragment from the parameters that are not in the path, except those that equal their defaults. */
function buildQuery({ defaults }: Route, variables: ReadonlySet<string>, given: Values): string {
  const extra = [...given].filter(([key, value]) => !variables.has(key) && !repeatsDefault(defaults, key, value));
  const givenFragment = extra.find(([key, value]) => key === '_fragment' && value != null)?.[1];
  const fragment = valueText(givenFragment ?? ownValue(defaults, '_fragment'));
  const query = toQueryString(extra.filter(([key]) => key !== '_fragment'));
  return `${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${decodeUnreserved(percentEncode(fragment))}`}`;
}

function repeatsDefault(defaults: Readonly<Record<string, unknown>>, key: string, value: unknown): boolean {
  if (!Object.hasOwn(defaults, key)) return false;
  return looselyEquals(value, defaults[key]);
}

/**
 * Compares two parameter values like the reference router, where `0`, `'0'`, `''`, `null` and `false` equal a default of `false`.
 * Numeric texts are compared as numbers, lists and objects member by member.
 */
function looselyEquals(one: unknown, other: unknown): boolean {
  if (typeof one === 'boolean' || typeof other === 'boolean') return isTruthy(one) === isTruthy(other);
  if (one == null || other == null) return isEmpty(one) && isEmpty(other);
  if (typeof one === 'object' || typeof other === 'object') return equalMembers(one, other);
  const numbers = [one, other].map(getNumber);
  if (numbers.every((number) => number !== undefined)) return numbers[0] === numbers[1];
  return String(one) === String(other);
}

function isTruthy(value: unknown): boolean {
  return Boolean(value) && value !== '0' && !(Array.isArray(value) && value.length === 0);
}

// These equal null: undefined, false, '', 0 and an empty array, but not '0'.
function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

function getNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : undefined;
}

const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

function equalMembers(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && looselyEquals(value, other[key as keyof typeof other]))
  );
}

/** Whether a parameter matches its requirement; throws if requirements are strict. */
type ValueCheck = (token: VariableToken) => boolean;

/**
 * Builds the path of a route; returns undefined if a value does not match its requirement. Trailing parameters that equal
 * their defaults are omitted.
 */
function buildPath({ compiled, defaults }: Route, values: Values, check: ValueCheck): string | undefined {
  let path = '';
  let canOmit = true;
  for (const token of [...compiled.tokens].reverse()) {
    if (token.kind === 'variable') {
      const value = values.get(token.name);
      const isDefault =
        Object.hasOwn(defaults, token.name) && (value == null || valueText(value) === valueText(defaults[token.name]));
      if (canOmit && isDefault && !token.important) continue;
      if (!check(token)) return undefined;
      path = token.separator + valueText(value) + path;
    } else {
      path = token.text + path;
    }
    canOmit = false;
  }
  return path === '' ? '/' : path;
}

/** Builds the host of a route; returns undefined if a value does not match its requirement. */
function buildHost(tokens: readonly PathToken[], values: Values, check: ValueCheck): string | undefined {
  let host = '';
  for (const token of tokens) {
    if (token.kind === 'variable' && !check(token)) return undefined;
    host += token.kind === 'variable' ? token.separator + valueText(values.get(token.name)) : token.text;
  }
  return host;
}

/** The values for the parameters of a URL, by name. */
type Values = ReadonlyMap<string, unknown>;

/** Sets or removes `_locale` for a translated route, which has a fixed locale. */
function withLocale(route: Route, variables: ReadonlySet<string>, params: Readonly<Record<string, unknown>>): Values {
  const given = new Map(getEntries(params));
  const { _canonical_route: canonical, _locale: locale } = route.defaults;
  if (canonical == null || locale == null) return given;
  if (!variables.has('_locale')) given.delete('_locale');
  else if (given.get('_locale') == null) given.set('_locale', locale);
  return given;
}

/** Returns the entries of a record that are not undefined. */
function getEntries(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}

/** Returns an own property, ignoring the prototype. */
function ownValue(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns a value as text in a path, a host or a fragment; `null` and `false` are empty, as in the reference system. */
function valueText(value: unknown): string {
  return value === null || value === undefined || value === false ? '' : scalarText(value);
}
