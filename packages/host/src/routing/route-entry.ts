import type { RoutePattern } from './route-pattern.ts';
import type { RequestContext, RouteMatch, Route } from './route-definition.ts';
import { decodeBytes } from './request-path.ts';

/** A route with everything that a lookup reads, on one object. */
export class RouteEntry {
  readonly route: Route;
  readonly order: number;
  readonly path: RoutePattern;
  readonly host: RoutePattern | undefined;
  readonly hasTrailingSlash: boolean;
  readonly hasTrailingVariable: boolean;
  readonly isUtf8: boolean;
  /** The number of the run of consecutive UTF-8 or byte routes; the reference router matches each run as one expression. */
  readonly run: number;
  /** All keys of the parameters in order, with the defaults. Copying them gives all matches the same hidden class. */
  readonly #template: Readonly<Record<string, unknown>>;
  /** The match of a route without parameters, shared by all requests. */
  readonly #fixed: RouteMatch | undefined;

  constructor(route: Route, order: number, run: number) {
    const { compiled } = route;
    this.route = route;
    this.order = order;
    this.run = run;
    this.path = compiled.pathPattern;
    this.host = compiled.hostPattern;
    this.hasTrailingSlash = compiled.hasTrailingSlash;
    this.hasTrailingVariable = compiled.hasTrailingVariable;
    this.isUtf8 = route.isUtf8;
    const names = [...compiled.hostVariables, ...compiled.pathVariables];
    const defaults = Object.entries(route.defaults).filter(([key]) => key !== '_canonical_route');
    this.#template = Object.fromEntries([...names.map((name) => [name, undefined]), ...defaults]);
    const params = names.length === 0 ? (Object.freeze({ ...this.#template }) as Record<string, unknown>) : undefined;
    this.#fixed = params && Object.freeze({ route, params });
  }

  /**
   * Returns the match with the parameters: the defaults, overridden by the values in the host and in the path.
   *
   * @param path the values in the path; undefined for a route without parameters in its path
   */
  toMatch(path: RegExpExecArray | undefined, host: string): RouteMatch {
    if (this.#fixed !== undefined) return this.#fixed;
    const { route } = this;
    const params: Record<string, unknown> = { ...this.#template };
    const { hostVariables, pathVariables } = route.compiled;
    if (this.host && hostVariables.length > 0) this.#setValues(params, hostVariables, this.host.match(host)!);
    if (path !== undefined) this.#setValues(params, pathVariables, path);
    return { route, params };
  }

  isRefusedByCondition(request: RequestContext, params: Readonly<Record<string, unknown>>): boolean {
    return this.route.condition !== undefined && !this.route.condition(request, params);
  }

  allows(method: string): boolean {
    return allowsMethod(this.route, method);
  }

  hasScheme(scheme: string): boolean {
    const { schemes } = this.route;
    return schemes.length === 0 || schemes.includes(scheme);
  }

  matchesHost(host: string): boolean {
    return this.host === undefined || this.host.test(host);
  }

  #setValues(params: Record<string, unknown>, names: readonly string[], captures: RegExpExecArray): void {
    let last = names.length;
    while (last > 0 && captures[last] === undefined) last--;
    for (let index = 1; index <= last; index++) {
      // An omitted parameter before one that is present is empty, not absent.
      const value = captures[index] ?? '';
      setValue(params, names[index - 1]!, this.isUtf8 ? value : decodeBytes(value));
    }
  }
}

/** Whether a route accepts a method. GET includes HEAD. */
export function allowsMethod({ methods }: Route, method: string): boolean {
  return methods.length === 0 || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'));
}

// Assigning `__proto__` would call a setter instead of replacing the key.
function setValue(params: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(params, name, { value });
  else params[name] = value;
}
