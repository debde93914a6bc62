import { ParamsBuilder } from './params-builder.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import type { Pattern } from '../matching/pattern.ts';
import type { RequestContext, RouteMatch } from './request-context.ts';
import type { Route } from './route.ts';
import { SegmentParams } from './segment-params.ts';

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
