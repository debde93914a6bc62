import type { Subscriber } from '../../events/subscriber.ts';
import type { RequestEvent, RequestContext, ExceptionEvent } from '../../kernel/events.ts';
import { getRule, tooMany } from './limiter.ts';
import type { LimitRule, RateLimit } from './rate-limit.ts';
import type { Limiter } from './limiter.ts';
import { addressKey } from 'oriel-core/node';
import { remember, keepCounted } from './counted.ts';
import { PREFLIGHT } from '../../http/cors-headers.ts';

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
export function createLimitListener(by: 'address' | 'user', limiter: Limiter, describe: LimitedRouteOf): Subscriber {
  const rulesOfRoute = new WeakMap<object, readonly (readonly LimitRule[])[]>();
  const isCounted = (limit: RateLimit): boolean => (limit.by ?? 'address') === by;
  return {
    name: by === 'address' ? 'AddressLimitListener' : 'PrincipalLimitListener',
    appliesTo(route) {
      const described = describe(route);
      if (described === undefined) return false;
      const shared = limitsFor({ ...described, own: [] }, limiter.limits).filter(isCounted);
      const routeLimits = described.own.filter(isCounted);
      const rules = [
        ...shared.map((limit) => [getRule(limit)]),
        ...(routeLimits.length === 0 ? [] : [routeLimits.map(getRule)]),
      ];
      rulesOfRoute.set(route as object, rules);
      return rules.length > 0;
    },
    on: {
      'kernel.request'(event: RequestEvent) {
        const { context } = event;
        // A forwarded request was counted with its parent.
        if (context.parent !== undefined) return;
        const rules = rulesOfRoute.get(context.route!.data as object)!;
        return countRequest(limiter, rules, by, context, (refusal) => event.fail(refusal));
      },
    },
  };
}

/** Returns the limits that apply to a route: those of the host in their order, then its own. */
export function limitsFor({ names, own: routeLimits }: LimitedRoute, limits: readonly RateLimit[]): RateLimit[] {
  return [...limits.filter((limit) => covers(limit, names)), ...routeLimits];
}

function covers({ routes }: RateLimit, names: readonly string[]): boolean {
  if (routes === undefined) return true;
  return routes.some((route) =>
    route.endsWith('*') ? names.some((name) => name.startsWith(route.slice(0, -1))) : names.includes(route),
  );
}

/**
 * Counts a request for one group of limits after the other until a limit is exceeded. If one limit of a group is exceeded, the
 * others of the group do not count the request.
 *
 * @param refuse called with the error if a limit is exceeded
 */
async function countRequest(
  limiter: Limiter,
  rules: readonly (readonly LimitRule[])[],
  by: 'address' | 'user',
  context: RequestContext,
  refuse: (refusal: Error) => void,
): Promise<void> {
  const key = getKey(context, by);
  for (const group of rules) {
    const counted = await Promise.all(group.map(async (rule) => limiter.count(key, rule)));
    const refused = counted.flatMap(({ taken }) => (taken === undefined || taken.allowed ? [] : [taken]));
    for (const { rule, taken } of counted) {
      const isGivenBack = refused.length > 0 && taken?.allowed === true;
      if (isGivenBack) limiter.giveBack(key, rule, 1);
      remember(context, { rule, taken: isGivenBack ? { ...taken, remaining: taken.remaining + 1 } : taken, by, key });
    }
    if (refused.length === 0) continue;
    return refuse(tooMany(refused.reduce((one, other) => (other.reset > one.reset ? other : one))));
  }
}

function getKey({ principal, ip }: RequestContext, by: 'address' | 'user'): string {
  return by === 'user' && principal !== null ? `user ${principal.id}` : `address ${addressKey(ip)}`;
}

/**
 * Counts requests without a matching route for the limits by address that apply to all routes, so that clients that
 * probe paths are limited as well.
 */
export function createUnroutedLimitListener(limiter: Limiter): Subscriber {
  const rules = limiter.limits
    .filter(({ routes, by = 'address' }) => routes === undefined && by === 'address')
    .map((limit) => [getRule(limit)]);
  return {
    name: 'UnroutedLimitListener',
    appliesTo: () => false,
    on: {
      'kernel.exception'(event: ExceptionEvent) {
        const { context } = event;
        if (context.parent !== undefined) return;
        // Rejected preflight requests are not counted either.
        if (context.attributeCount > 0 && context.attributes.has(PREFLIGHT)) return;
        const refuse = (refusal: Error): void => {
          event.error = refusal;
          context.error = refusal;
        };
        if (!context.concealed) return countRequest(limiter, rules, 'address', context, refuse);
        // A hidden route was counted when it matched. Only limits of requests without a route may be visible.
        const counted = keepCounted(context, rules.flat());
        const full = counted.find(({ taken }) => taken?.allowed === false);
        if (full !== undefined) return refuse(tooMany(full.taken!));
        const rest = rules.filter(([first]) => !counted.some(({ rule }) => rule.name === first!.name));
        return countRequest(limiter, rest, 'address', context, refuse);
      },
    },
  };
}
