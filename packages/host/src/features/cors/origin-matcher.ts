import { RequestView } from '../../http/request-view.ts';
import { isPromise } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import type { OriginRule, OriginTest } from './cors-config.ts';
import { isOrigin, compileOriginPattern } from './origin.ts';

/** Why an origin is allowed, as the profiler shows it; undefined if it is not allowed. */
export type MatchReason = string | undefined;

/**
 * Matches origins against the `origins` of a CORS rule: listed origins first, then patterns, then functions in their
 * order. The first match decides.
 */
export class OriginMatcher {
  /** Whether the rule has `'*'`. */
  readonly matchesAll: boolean;
  readonly #listed: ReadonlySet<string>;
  readonly #patterns: readonly Pattern[];
  readonly #functions: readonly OriginFunction[];
  // Consecutive requests often have the same origin, and comparing it is cheaper than hashing it.
  #lastListed: string | undefined = undefined;

  /** @param rejectsMatchAll makes a function throw if it also allows an origin that cannot exist */
  constructor(origins: readonly OriginRule[], rejectsMatchAll: boolean) {
    this.matchesAll = origins.includes('*');
    this.#listed = new Set(origins.filter((origin) => typeof origin === 'string' && !origin.includes('*')) as string[]);
    this.#patterns = origins.flatMap((rule) => {
      if (rule instanceof RegExp)
        return { matches: (origin: string) => rule.test(origin), reason: `it matches ${String(rule)}` };
      if (typeof rule === 'string' && rule.includes('://') && rule.includes('*'))
        return { matches: compileOriginPattern(rule), reason: `it matches "${rule}"` };
      return [];
    });
    this.#functions = origins
      .filter((origin) => typeof origin === 'function')
      .map((test) => createOriginFunction(test, rejectsMatchAll));
  }

  /** Returns why the origin is allowed; a promise only if a function returns one. */
  match(origin: string, context: HttpContext): MatchReason | Promise<MatchReason> {
    if (origin === this.#lastListed) return LISTED;
    if (this.#listed.has(origin)) {
      this.#lastListed = origin;
      return LISTED;
    }
    if ((this.#patterns.length === 0 && this.#functions.length === 0) || !isOrigin(origin)) return undefined;
    for (const { matches, reason } of this.#patterns) if (matches(origin)) return reason;
    return this.#functions.length === 0 ? undefined : this.#matchFunctions(0, origin, new RequestView(context));
  }

  #matchFunctions(from: number, origin: string, request: RequestView): MatchReason | Promise<MatchReason> {
    for (let index = from; index < this.#functions.length; index++) {
      const callback = this.#functions[index]!;
      const result = callback.allows(origin, request);
      if (isPromise(result)) {
        return Promise.resolve(result).then((isAllowed) =>
          isAllowed ? callback.reason : this.#matchFunctions(index + 1, origin, request),
        );
      }
      if (result) return callback.reason;
    }
    return undefined;
  }
}

interface Pattern {
  readonly matches: (origin: string) => boolean;
  readonly reason: string;
}

interface OriginFunction {
  readonly allows: (origin: string, request: RequestView) => boolean | Promise<boolean>;
  readonly reason: string;
}

const LISTED = 'it is listed';

/**
 * A function of the application. With credentials, a function that allows every origin is as dangerous as `'*'`. Validation
 * cannot wait for a promise, so before the first `true` counts, the function is called with an origin that cannot exist.
 */
function createOriginFunction(test: OriginTest, rejectsMatchAll: boolean): OriginFunction {
  let needsCheck = rejectsMatchAll;
  const wait = async (result: PromiseLike<unknown>, request: RequestView): Promise<boolean> => {
    if ((await result) !== true) return false;
    if (!needsCheck) return true;
    if ((await test(createUnregisteredOrigin(), request)) === true) throw new TypeError(ALLOWS_ALL);
    needsCheck = false;
    return true;
  };
  return {
    reason: `${test.name || 'a function'} returned true`,
    allows(origin, request) {
      const result: unknown = test(origin, request);
      if (isPromise(result)) return wait(result, request);
      if (result !== true) return false;
      return needsCheck ? wait(Promise.resolve(true), request) : true;
    },
  };
}

/** Returns a random origin that cannot exist: `.invalid` is never registered (RFC 2606 §2). */
export function createUnregisteredOrigin(): string {
  return `https://${crypto.randomUUID()}.invalid`;
}

const ALLOWS_ALL =
  'A function in cors.origins allows every origin. With credentials, every page could act as the logged-in user; compare the origin with a list';
