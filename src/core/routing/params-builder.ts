import { decodeBytes } from './request-path.ts';
import type { PatternMatcher } from './pattern-matcher.ts';
import type { Route } from './route.ts';

/**
 * Builds the parameters of a match: the defaults, overridden by the parameters of the host and the path.
 *
 * Keys are always written in the same order, so that all objects of a route have the same hidden class.
 */
export class ParamsBuilder {
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
