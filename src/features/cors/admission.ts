import { RequestView } from '../../core/http/request-view.ts';
import { isPromise } from '../../core/http/promises.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { OriginRule, OriginTest } from './cors-config.ts';
import { isOrigin } from './origin.ts';
import { originPattern } from './origin-pattern.ts';

/** Makes a test of a regular expression that must fit the whole origin; the host has one that never takes long. */
export type PatternCompiler = (pattern: RegExp) => (text: string) => boolean;

/** Why an origin is admitted, in the words of the profiler; undefined when it is not. */
export type Reason = string | undefined;

/** Whom a rule admits. Names are looked up, patterns tried, functions asked in order; the first yes counts. */
export class Admission {
  /** Is it everybody, whoever they are? */
  readonly everybody: boolean;
  readonly #names: ReadonlySet<string>;
  readonly #patterns: readonly Pattern[];
  readonly #functions: readonly Asked[];
  // Most ask many times in a row, and to look a text up that is fresh from a socket takes hashing it.
  #lastListed: string | undefined = undefined;

  /** @param guarded whether a function that admits everybody is found out, because admission means much here */
  constructor(origins: readonly OriginRule[], guarded: boolean, compile: PatternCompiler) {
    this.everybody = origins.includes('*');
    this.#names = new Set(origins.filter((each) => typeof each === 'string' && !each.includes('*')) as string[]);
    this.#patterns = origins.flatMap((each) => {
      if (each instanceof RegExp) return { fits: compile(each), reason: `it fits ${String(each)}` };
      if (typeof each === 'string' && each.includes('://') && each.includes('*'))
        return { fits: originPattern(each), reason: `it fits "${each}"` };
      return [];
    });
    this.#functions = origins
      .filter((each) => typeof each === 'function')
      .map((test) => new Asked(test, guarded, `${test.name || 'a function'} said yes`));
  }

  /** Is this origin admitted, and why? A promise only when a function gives one. */
  of(origin: string, context: HttpContext): Reason | Promise<Reason> {
    if (origin === this.#lastListed) return LISTED;
    if (this.#names.has(origin)) {
      this.#lastListed = origin;
      return LISTED;
    }
    if ((this.#patterns.length === 0 && this.#functions.length === 0) || !isOrigin(origin)) return undefined;
    for (const { fits, reason } of this.#patterns) if (fits(origin)) return reason;
    return this.#functions.length === 0 ? undefined : this.#ask(0, origin, new RequestView(context));
  }

  #ask(from: number, origin: string, request: RequestView): Reason | Promise<Reason> {
    for (let index = from; index < this.#functions.length; index++) {
      const asked = this.#functions[index]!;
      const answer = asked.admits(origin, request);
      if (isPromise(answer)) {
        return Promise.resolve(answer).then((yes) => (yes ? asked.reason : this.#ask(index + 1, origin, request)));
      }
      if (answer) return asked.reason;
    }
    return undefined;
  }
}

interface Pattern {
  readonly fits: (origin: string) => boolean;
  readonly reason: string;
}

const LISTED = 'it is listed';

/**
 * A function of the application. Where cookies are at stake one that says yes to everybody is as bad as `*`, and a promise
 * cannot be looked into when the host starts: before its first yes counts, it is asked about an origin that nobody has.
 */
class Asked {
  readonly reason: string;
  readonly #test: OriginTest;
  #guarded: boolean;

  constructor(test: OriginTest, guarded: boolean, reason: string) {
    this.#test = test;
    this.#guarded = guarded;
    this.reason = reason;
  }

  admits(origin: string, request: RequestView): boolean | Promise<boolean> {
    const answer: unknown = this.#test(origin, request);
    if (isPromise(answer)) return this.#wait(answer, request);
    if (answer !== true) return false;
    return this.#guarded ? this.#wait(Promise.resolve(true), request) : true;
  }

  async #wait(answer: PromiseLike<unknown>, request: RequestView): Promise<boolean> {
    if ((await answer) !== true) return false;
    if (!this.#guarded) return true;
    if ((await this.#test(nobodysOrigin(), request)) === true) throw new TypeError(ADMITS_EVERYBODY);
    this.#guarded = false;
    return true;
  }
}

/** An origin that nobody can have: `.invalid` is never registered (RFC 2606 §2). */
export function nobodysOrigin(): string {
  return `https://${crypto.randomUUID()}.invalid`;
}

const ADMITS_EVERYBODY =
  'A function in cors.origins admits every origin, and with credentials that opens every account to every page; let it compare with names it knows';
