import type { Subscriber } from '../../events/subscriber.ts';
import type { RequestEvent } from '../../kernel/events.ts';
import { getRule } from './limiter.ts';
import type { LimitRule, RateLimit } from './rate-limit.ts';
import type { Limiter } from './limiter.ts';
import { countRequest } from './count-request.ts';

/** The names by which limits select a route, and the limits of the route itself. */
export interface LimitedRoute {
  readonly names: readonly string[];
  readonly own: readonly RateLimit[];
}

/** Describes a route for limits; returns undefined for routes that are not limited. */
export type LimitedRouteOf = (route: unknown) => LimitedRoute | undefined;

/**
 * Counts requests: by address once the route is matched, so that requests rejected later are counted, or by user after
 * authentication. The first exceeded limit rejects the request; limits before it have counted it. The limits of the
 * route itself are one group: if one is exceeded, none of them counts.
 */
export class LimitListener implements Subscriber {
  readonly name: string;
  readonly on = { 'kernel.request': (event: RequestEvent) => this.onRequest(event) };
  readonly #by: 'address' | 'user';
  readonly #limiter: Limiter;
  readonly #describe: LimitedRouteOf;
  readonly #ofRoute = new WeakMap<object, readonly (readonly LimitRule[])[]>();

  constructor(by: 'address' | 'user', limiter: Limiter, describe: LimitedRouteOf) {
    this.name = by === 'address' ? 'AddressLimitListener' : 'PrincipalLimitListener';
    this.#by = by;
    this.#limiter = limiter;
    this.#describe = describe;
  }

  readonly appliesTo = (route: unknown): boolean => {
    const described = this.#describe(route);
    if (described === undefined) return false;
    const mine = ({ by = 'address' }: RateLimit): boolean => by === this.#by;
    const shared = limitsFor({ ...described, own: [] }, this.#limiter.limits).filter(mine);
    const routeLimits = described.own.filter(mine);
    const rules = [
      ...shared.map((limit) => [getRule(limit)]),
      ...(routeLimits.length === 0 ? [] : [routeLimits.map(getRule)]),
    ];
    this.#ofRoute.set(route as object, rules);
    return rules.length > 0;
  };

  onRequest(event: RequestEvent): void | PromiseLike<void> {
    const { context } = event;
    // A forwarded request was counted with its parent.
    if (context.parent !== undefined) return;
    const rules = this.#ofRoute.get(context.route!.data as object)!;
    return countRequest(this.#limiter, rules, this.#by, context, (refusal) => event.fail(refusal));
  }
}

/** Returns the limits that apply to a route: those of the host in their order, then its own. */
export function limitsFor({ names, own }: LimitedRoute, limits: readonly RateLimit[]): RateLimit[] {
  return [...limits.filter((limit) => covers(limit, names)), ...own];
}

function covers({ routes }: RateLimit, names: readonly string[]): boolean {
  if (routes === undefined) return true;
  return routes.some((route) =>
    route.endsWith('*') ? names.some((name) => name.startsWith(route.slice(0, -1))) : names.includes(route),
  );
}
