import type { PatternMatcher } from './pattern-matcher.ts';
import type { Pattern } from '../matching/pattern.ts';
import type { RequestContext, RouteMatch, Route } from './route.ts';
import { SegmentParams } from './segment-params.ts';
import { decodeBytes } from './request-path.ts';

/** A route with everything that a lookup reads, on one object. */
export class RouteEntry {
  readonly route: Route;
  readonly order: number;
  readonly pieces: readonly Pattern[];
  readonly optionalFrom: number;
  readonly path: PatternMatcher;
  readonly host: PatternMatcher | undefined;
  /** Whether the route depends on the path and the method alone. */
  readonly isPathOnly: boolean;
  /** Reads the parameters from the spans of the trie, if each is a whole segment. */
  readonly segments: SegmentParams | undefined;
  readonly hasTrailingSlash: boolean;
  readonly hasTrailingVariable: boolean;
  readonly isUtf8: boolean;
  /** The number of the run of consecutive UTF-8 or byte routes; the reference router matches each run as one expression. */
  readonly run: number;
  readonly #methods: readonly string[] | undefined;
  /** The first method. Most routes have one, and comparing it avoids reading the list. */
  readonly #method: string | undefined;
  readonly #schemes: readonly string[] | undefined;
  readonly #params: ParamsBuilder;
  /** The match of a route without parameters, shared by all requests. */
  readonly fixed: RouteMatch | undefined;

  constructor(route: Route, order: number, run: number) {
    const { compiled } = route;
    this.route = route;
    this.order = order;
    this.run = run;
    this.pieces = compiled.pieces;
    this.optionalFrom = compiled.optionalFrom;
    this.path = compiled.pathMatcher;
    this.host = compiled.hostMatcher;
    this.hasTrailingSlash = compiled.hasTrailingSlash;
    this.hasTrailingVariable = compiled.hasTrailingVariable;
    this.isUtf8 = route.isUtf8;
    this.#methods = route.methods.length > 0 ? [...route.methods] : undefined;
    this.#method = route.methods[0];
    this.#schemes = route.schemes.length > 0 ? route.schemes : undefined;
    this.#params = new ParamsBuilder(route);
    const params = this.#params.fixedParams;
    this.fixed = params && Object.freeze({ route, params });
    this.isPathOnly = route.isUtf8 && !this.host && !route.condition && !this.#schemes && !this.hasTrailingSlash;
    this.segments =
      this.isPathOnly && this.path.kind === 'scan' ? SegmentParams.of(route, this.#params.template) : undefined;
  }

  /** Builds the match from the captures of the last match of `path` and `host`. */
  toMatch(subject: string, host: string): RouteMatch {
    return this.fixed ?? { route: this.route, params: this.#params.build(subject, this.path, host, this.host) };
  }

  /**
   * Returns the match of a path without a percent sign and without a trailing slash. Only for routes that depend on the path
   * and the method alone; the caller checks the method.
   */
  matchFast(path: string, spans: readonly number[], given: number): RouteMatch | undefined {
    if (this.segments === undefined) return this.path.match(path) ? this.toMatch(path, '') : undefined;
    const params = this.segments.read(path, spans, given);
    return params && { route: this.route, params };
  }

  /** Builds the match of a static path. */
  toStaticMatch(host: string): RouteMatch {
    return this.fixed ?? { route: this.route, params: this.#params.build('', undefined, host, this.host) };
  }

  isRefusedByCondition(request: RequestContext, params: Readonly<Record<string, unknown>>): boolean {
    return this.route.condition !== undefined && !this.route.condition(request, params);
  }

  allows(method: string): boolean {
    if (this.#method === method || this.#method === undefined) return true;
    const methods = this.#methods as readonly string[];
    // `includes` is slow for frozen arrays.
    for (let index = 1; index < methods.length; index++) {
      if (methods[index] === method) return true;
    }
    return method === 'HEAD' && methods.includes('GET');
  }

  /** Whether GET is allowed; only GET and HEAD requests are redirected. */
  get allowsGet(): boolean {
    return this.#methods === undefined || this.#methods.includes('GET');
  }

  hasScheme(scheme: string): boolean {
    return this.#schemes === undefined || this.#schemes.includes(scheme);
  }

  matchesHost(host: string): boolean {
    return this.host === undefined || this.host.match(host);
  }
}

/**
 * Builds the parameters of a match: the defaults, overridden by the parameters of the host and the path.
 *
 * Keys are always written in the same order, so that all objects of a route have the same hidden class.
 */
class ParamsBuilder {
  /** The parameters of a route without path and host parameters, shared by all matches. */
  readonly fixedParams: Record<string, unknown> | undefined;
  /** All keys in order, with the defaults. Copying it is faster than adding keys. */
  readonly template: Record<string, unknown>;
  readonly #path: readonly string[];
  readonly #host: readonly string[];
  readonly #utf8: boolean;
  readonly #hasProtoKey: boolean;

  constructor(route: Route) {
    const { pathVariables, hostVariables } = route.compiled;
    const defaults = Object.entries(route.defaults).filter(([key]) => key !== '_canonical_route');
    const names = [...hostVariables, ...pathVariables];
    this.template = Object.fromEntries([...names.map((name) => [name, undefined]), ...defaults]);
    this.#path = pathVariables;
    this.#host = hostVariables;
    this.#utf8 = route.isUtf8;
    this.#hasProtoKey = Object.hasOwn(this.template, '__proto__');
    this.fixedParams = names.length === 0 ? Object.freeze(this.#copy()) : undefined;
  }

  /** Reads the captures of matchers whose last call returned true. */
  build(
    subject: string,
    path: PatternMatcher | undefined,
    host: string,
    hostMatcher: PatternMatcher | undefined,
  ): Record<string, unknown> {
    const params = this.#copy();
    if (hostMatcher) this.#capture(params, this.#host, host, hostMatcher.slots);
    if (path) this.#capture(params, this.#path, subject, path.slots);
    return params;
  }

  #copy(): Record<string, unknown> {
    // Assigning `__proto__` would call a setter instead of creating a key.
    return this.#hasProtoKey ? Object.fromEntries(Object.entries(this.template)) : Object.assign({}, this.template);
  }

  #capture(params: Record<string, unknown>, names: readonly string[], subject: string, slots: Int32Array): void {
    let last = names.length - 1;
    while (last >= 0 && (slots[last * 2] as number) < 0) last--;
    for (let index = 0; index <= last; index++) {
      const start = slots[index * 2] as number;
      // An omitted parameter before one that is present is empty, not absent.
      const value = start < 0 ? '' : subject.slice(start, slots[index * 2 + 1]);
      this.#set(params, names[index] as string, this.#utf8 ? value : decodeBytes(value));
    }
  }

  #set(params: Record<string, unknown>, name: string, value: unknown): void {
    if (this.#hasProtoKey) Object.defineProperty(params, name, { value });
    else params[name] = value;
  }
}
