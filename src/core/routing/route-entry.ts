import { ParamsBuilder } from './params-builder.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import type { Pattern } from '../matching/pattern.ts';
import type { RequestContext, RouteMatch } from './request-context.ts';
import type { Route } from './route.ts';
import { SegmentParams } from './segment-params.ts';

/** A route as the table holds it: everything a match reads lies flat on one object. */
export class RouteEntry {
  readonly route: Route;
  readonly order: number;
  readonly pieces: readonly Pattern[];
  readonly optionalFrom: number;
  readonly path: PatternMatcher;
  readonly host: PatternMatcher | undefined;
  /** The path and the method alone decide. */
  readonly isPathOnly: boolean;
  /** The quick way to the parameters, for ordinary routes that have one. */
  readonly segments: SegmentParams | undefined;
  readonly hasTrailingSlash: boolean;
  readonly hasTrailingVariable: boolean;
  readonly isUtf8: boolean;
  /** Entries of one run of UTF-8 or of byte routes; the reference router tries each run as one expression. */
  readonly run: number;
  readonly #methods: readonly string[] | undefined;
  /** The only method, or the first: most routes have one, and a lookup should not have to fetch a list for it. */
  readonly #method: string | undefined;
  readonly #schemes: readonly string[] | undefined;
  readonly #params: ParamsBuilder;
  /** The match of a route without parameters. */
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

  /** The match, from captures that were taken a moment ago. */
  toMatch(subject: string, host: string): RouteMatch {
    return this.fixed ?? { route: this.route, params: this.#params.build(subject, this.path, host, this.host) };
  }

  /**
   * The match of a path without a percent sign and without a slash at its end, where path and method alone decide; whether
   * the method does is asked by the caller.
   */
  matchFast(path: string, spans: readonly number[], given: number): RouteMatch | undefined {
    if (this.segments === undefined) return this.path.match(path) ? this.toMatch(path, '') : undefined;
    const params = this.segments.read(path, spans, given);
    return params && { route: this.route, params };
  }

  /** A match by the path's text alone. */
  toStaticMatch(host: string): RouteMatch {
    return this.fixed ?? { route: this.route, params: this.#params.build('', undefined, host, this.host) };
  }

  isRefusedByCondition(request: RequestContext, params: Readonly<Record<string, unknown>>): boolean {
    return this.route.condition !== undefined && !this.route.condition(request, params);
  }

  allows(method: string): boolean {
    if (this.#method === method || this.#method === undefined) return true;
    const methods = this.#methods as readonly string[];
    // A loop, because searching a frozen array is slow.
    for (let index = 1; index < methods.length; index++) {
      if (methods[index] === method) return true;
    }
    return method === 'HEAD' && methods.includes('GET');
  }

  /** A redirect is only offered to who may fetch the page. */
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
