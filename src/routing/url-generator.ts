import { InvalidParameterError, MissingMandatoryParametersError, RouteNotFoundError } from './errors.ts';
import type { PathToken, VariableToken } from './path-tokens.ts';
import { encodePath, percentEncode } from './percent-encoding.ts';
import { decodeHarmless, scalarText, toQueryString } from './query-string.ts';
import { relativePath } from './relative-path.ts';
import { createRequirementCheck } from './requirement-check.ts';
import type { RouteCollection } from './route-collection.ts';
import type { Route } from './route.ts';

export type UrlReference = 'absolute-path' | 'absolute-url' | 'network-path' | 'relative-path';

/** Where the URL is going to stand. */
export interface UrlContext {
  readonly scheme: string;
  readonly host: string;
  readonly path?: string;
  readonly httpPort?: number;
  readonly httpsPort?: number;
  /** A prefix under which the whole program is served, already encoded. */
  readonly basePath?: string;
  /** Values for parameters that are not given, such as the locale of the request. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly defaultLocale?: string;
}

export interface UrlOptions {
  readonly reference?: UrlReference;
  readonly context?: UrlContext;
  /** `true` throws for a value that breaks its requirement, `false` gives an empty URL, `null` does not look. */
  readonly strictRequirements?: boolean | null;
}

type Values = ReadonlyMap<string, unknown>;

/**
 * Writes the URL of a route.
 *
 * @throws {RouteNotFoundError} for a name that no route has
 * @throws {MissingMandatoryParametersError} when a parameter has neither a value nor a default
 * @throws {InvalidParameterError} when a value breaks its requirement
 * @example
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
    const values: Values = new Map([...entriesOf(route.defaults), ...entriesOf(context.parameters ?? {}), ...given]);

    const missing = [...variables].filter((variable) => !values.has(variable));
    if (missing.length > 0) throw new MissingMandatoryParametersError(route.name, missing);

    const check = this.#createCheck(route, values, options.strictRequirements);
    const path = writePath(route, values, check);
    const host = path === undefined ? undefined : writeHost(route.compiled.hostTokens, values, check);
    // The caller asked for an empty URL rather than an error.
    if (path === undefined || host === undefined) return '';
    const target = place(encodePath(path), host, route, context, options.reference ?? 'absolute-path');
    return target + writeQuery(route, variables, given);
  }

  /** A route named `home.fr` stands in for `home` when the locale is French. */
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

  /** Says whether a value may be written; throws instead when requirements are strict. */
  #createCheck(route: Route, values: Values, strict: boolean | null = true): Check {
    return (token) => {
      if (strict === null) return true;
      let matches = this.#checks.get(token);
      if (!matches) this.#checks.set(token, (matches = createRequirementCheck(token.requirement, route.isUtf8)));
      const value = valueText(values.get(token.name));
      if (matches(value)) return true;
      if (strict) throw new InvalidParameterError(route.name, token.name, token.requirement, value);
      return false;
    };
  }
}

type Check = (token: VariableToken) => boolean;

/** From the end to the beginning: a parameter at its default is left out as long as nothing has been written behind it. */
function writePath({ compiled, defaults }: Route, values: Values, check: Check): string | undefined {
  let path = '';
  let mayLeaveOut = true;
  for (const token of [...compiled.tokens].reverse()) {
    if (token.kind === 'variable') {
      const value = values.get(token.name);
      const isDefault =
        Object.hasOwn(defaults, token.name) && (value == null || valueText(value) === valueText(defaults[token.name]));
      if (mayLeaveOut && isDefault && !token.important) continue;
      if (!check(token)) return undefined;
      path = token.separator + valueText(value) + path;
    } else {
      path = token.text + path;
    }
    mayLeaveOut = false;
  }
  return path === '' ? '/' : path;
}

function writeHost(tokens: readonly PathToken[], values: Values, check: Check): string | undefined {
  let host = '';
  for (const token of tokens) {
    if (token.kind === 'variable' && !check(token)) return undefined;
    host += token.kind === 'variable' ? token.separator + valueText(values.get(token.name)) : token.text;
  }
  return host;
}

/** Adds as much in front of the path as is asked for, or more where the route lives elsewhere. */
function place(path: string, routeHost: string, route: Route, context: UrlContext, asked: UrlReference): string {
  let reference = asked;
  let { scheme, host } = context;
  const [firstScheme] = route.schemes;
  if (firstScheme !== undefined && !route.schemes.includes(scheme)) {
    reference = 'absolute-url';
    scheme = firstScheme;
  }
  if (routeHost !== '' && routeHost !== host) {
    host = routeHost;
    if (reference !== 'absolute-url') reference = 'network-path';
  }
  if (reference === 'relative-path') return relativePath(context.path ?? '/', path);
  const base = context.basePath ?? '';
  if (reference === 'absolute-path' || host === '') return base + path;
  const authority = `//${host}${portOf(scheme, context)}`;
  return `${reference === 'network-path' || scheme === '' ? '' : `${scheme}:`}${authority}${base}${path}`;
}

function portOf(scheme: string, { httpPort = 80, httpsPort = 443 }: UrlContext): string {
  if (scheme === 'http' && httpPort !== 80) return `:${httpPort}`;
  return scheme === 'https' && httpsPort !== 443 ? `:${httpsPort}` : '';
}

/** What the path did not take goes to the query, unless it only repeats a default. */
function writeQuery({ defaults }: Route, variables: ReadonlySet<string>, given: Values): string {
  const extra = [...given].filter(([key, value]) => !variables.has(key) && !repeatsDefault(defaults, key, value));
  const own = extra.find(([key, value]) => key === '_fragment' && value != null)?.[1];
  const fragment = valueText(own ?? ownValue(defaults, '_fragment'));
  const query = toQueryString(extra.filter(([key]) => key !== '_fragment'));
  return `${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${decodeHarmless(percentEncode(fragment))}`}`;
}

function repeatsDefault(defaults: Readonly<Record<string, unknown>>, key: string, value: unknown): boolean {
  if (!Object.hasOwn(defaults, key)) return false;
  const other = defaults[key];
  if (typeof value === 'object' || typeof other === 'object') return JSON.stringify(value) === JSON.stringify(other);
  return valueText(value) === valueText(other);
}

/** A translated route knows its locale: it neither needs it nor shows it in the query. */
function withLocale(route: Route, variables: ReadonlySet<string>, params: Readonly<Record<string, unknown>>): Values {
  const given = new Map(entriesOf(params));
  const { _canonical_route: canonical, _locale: locale } = route.defaults;
  if (canonical == null || locale == null) return given;
  if (!variables.has('_locale')) given.delete('_locale');
  else if (given.get('_locale') == null) given.set('_locale', locale);
  return given;
}

function entriesOf(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}

function ownValue(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function valueText(value: unknown): string {
  return value === null || value === undefined ? '' : scalarText(value);
}
