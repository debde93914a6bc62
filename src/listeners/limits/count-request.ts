import { isPromise } from '../../http/index.ts';
import type { RequestContext } from '../../kernel/index.ts';
import { addressKey, remember, tooMany } from '../../security/limits/index.ts';
import type { Counted, LimitRule, Limiter } from '../../security/limits/index.ts';

/** Counts a request under one limit after the other, until one has no room. @param refuse is told what to answer then */
export function countRequest(
  limiter: Limiter,
  rules: readonly LimitRule[],
  by: 'address' | 'user',
  context: RequestContext,
  refuse: (refusal: Error) => void,
): void | PromiseLike<void> {
  const key = keyOf(context, by);
  const take = ({ rule, taken }: Counted): boolean => {
    remember(context, { rule, taken, by, key });
    if (taken === undefined || taken.allowed) return true;
    refuse(tooMany(taken));
    return false;
  };
  const from = (at: number): void | PromiseLike<void> => {
    for (let i = at; i < rules.length; i++) {
      const counted = limiter.count(key, rules[i]!);
      if (isPromise(counted)) return counted.then((settled) => (take(settled) ? from(i + 1) : undefined));
      if (!take(counted)) return;
    }
  };
  return from(0);
}

function keyOf({ principal, ip }: RequestContext, by: 'address' | 'user'): string {
  return by === 'user' && principal !== null ? `user ${principal.id}` : `address ${addressKey(ip)}`;
}
