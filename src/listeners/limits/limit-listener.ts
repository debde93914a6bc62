import type { Subscriber } from '../../events/index.ts';
import { isPromise } from '../../http/index.ts';
import type { RequestContext, RequestEvent, ResponseEvent } from '../../kernel/index.ts';
import { addressKey, limitField, policyField, tooMany } from '../../security/limits/index.ts';
import type { Counted, Limiter, LimitRule, RateLimit } from '../../security/limits/index.ts';

/** What the host knows of a route: whether it is one of its own, and what it is called. */
export type NameOf = (route: unknown) => string | undefined;

/**
 * Counts requests, by address before anybody is asked who they are, or by user once that is known. The first limit that
 * has no room refuses; those before it have counted.
 */
export class LimitListener implements Subscriber {
  readonly name: string;
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #by: 'address' | 'user';
  readonly #limiter: Limiter;
  readonly #nameOf: NameOf;
  readonly #ofRoute = new WeakMap<object, readonly LimitRule[]>();

  constructor(by: 'address' | 'user', limiter: Limiter, nameOf: NameOf) {
    this.name = by === 'address' ? 'AddressLimitListener' : 'PrincipalLimitListener';
    this.#by = by;
    this.#limiter = limiter;
    this.#nameOf = nameOf;
  }

  readonly appliesTo = (route: unknown): boolean => {
    const name = this.#nameOf(route);
    if (name === undefined) return false;
    const rules = this.#limiter.limits
      .filter(({ limit }) => (limit.by ?? 'address') === this.#by && covers(limit, name))
      .map(({ rule }) => rule);
    this.#ofRoute.set(route as object, rules);
    return rules.length > 0;
  };

  onRequest(event: RequestEvent): void | Promise<void> {
    const { context } = event;
    // What is forwarded inside a request was counted with it.
    if (context.parent !== undefined) return;
    const rules = this.#ofRoute.get(context.route!.data as object)!;
    return this.#countFrom(event, rules, 0, keyOf(context, this.#by));
  }

  #countFrom(event: RequestEvent, rules: readonly LimitRule[], from: number, key: string): void | Promise<void> {
    for (let i = from; i < rules.length; i++) {
      const counted = this.#limiter.count(key, rules[i]!);
      if (isPromise(counted))
        return Promise.resolve(counted).then((settled) =>
          this.#take(event, settled, key) ? this.#countFrom(event, rules, i + 1, key) : undefined,
        );
      if (!this.#take(event, counted, key)) return;
    }
  }

  #take(event: RequestEvent, counted: Counted, key: string): boolean {
    const { context } = event;
    const { rule, taken } = counted;
    remember(context, counted);
    if (context.trace.recording) {
      const outcome = taken === undefined ? 'not counted' : taken.allowed ? 'has room' : 'has no room';
      const left = taken === undefined ? 'the store did not answer' : `${taken.remaining} of ${rule.limit} are left`;
      const who = `for ${key}, in ${rule.per / 1000} s by ${rule.algorithm}`;
      context.trace.decide(`limit ${rule.name}`, outcome, `${left} ${who}`);
    }
    if (taken === undefined || taken.allowed) return true;
    event.fail(tooMany(taken));
    return false;
  }
}

/** Tells clients how much is left, on every answer to a request that was counted. */
export class LimitHeadersListener implements Subscriber {
  readonly name = 'LimitHeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };

  onResponse({ context, response }: ResponseEvent): void {
    const counted = context.attributeCount === 0 ? undefined : context.attributes.get(COUNTED);
    if (counted === undefined) return;
    response.headers.set('RateLimit-Policy', policyField(counted as Counted[]));
    const left = limitField(counted as Counted[]);
    if (left !== '') response.headers.set('RateLimit', left);
  }
}

const COUNTED = 'rate limits';

function remember({ attributes }: RequestContext, counted: Counted): void {
  const known = attributes.get(COUNTED) as Counted[] | undefined;
  if (known) known.push(counted);
  else attributes.set(COUNTED, [counted]);
}

function keyOf({ principal, ip }: RequestContext, by: 'address' | 'user'): string {
  return by === 'user' && principal !== null ? `user ${principal.id}` : `address ${addressKey(ip)}`;
}

function covers({ routes }: RateLimit, name: string): boolean {
  if (routes === undefined) return true;
  return routes.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each));
}
