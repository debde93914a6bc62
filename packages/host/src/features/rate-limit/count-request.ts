import { isPromise } from 'oriel-core/http';
import type { RequestContext } from '../../kernel/events.ts';
import { addressKey } from 'oriel-core/node';
import { remember } from './counted.ts';
import { tooMany } from './limiter.ts';
import type { Counted, Limiter } from './limiter.ts';
import type { LimitRule } from './rate-limit.ts';

/**
 * Counts a request for one group of limits after the other until a limit is exceeded. If one limit of a group is exceeded, the
 * others of the group do not count the request.
 *
 * @param refuse called with the error if a limit is exceeded
 */
export function countRequest(
  limiter: Limiter,
  rules: readonly (readonly LimitRule[])[],
  by: 'address' | 'user',
  context: RequestContext,
  refuse: (refusal: Error) => void,
): void | PromiseLike<void> {
  const key = keyOf(context, by);
  const take = (together: readonly Counted[]): boolean => {
    const refused = together.flatMap(({ taken }) => (taken === undefined || taken.allowed ? [] : [taken]));
    for (const { rule, taken } of together) {
      const back = refused.length > 0 && taken?.allowed === true;
      if (back) limiter.giveBack(key, rule, 1);
      remember(context, { rule, taken: back ? { ...taken, remaining: taken.remaining + 1 } : taken, by, key });
    }
    if (refused.length === 0) return true;
    refuse(tooMany(refused.reduce((one, other) => (other.reset > one.reset ? other : one))));
    return false;
  };
  const from = (at: number): void | PromiseLike<void> => {
    for (let i = at; i < rules.length; i++) {
      const counted = rules[i]!.map((rule) => limiter.count(key, rule));
      if (!isAtHand(counted))
        return Promise.all(counted.map(async (each) => each)).then((settled) =>
          take(settled) ? from(i + 1) : undefined,
        );
      if (!take(counted)) return;
    }
  };
  return from(0);
}

function isAtHand(counted: readonly (Counted | Promise<Counted>)[]): counted is readonly Counted[] {
  return !counted.some(isPromise);
}

function keyOf({ principal, ip }: RequestContext, by: 'address' | 'user'): string {
  return by === 'user' && principal !== null ? `user ${principal.id}` : `address ${addressKey(ip)}`;
}
