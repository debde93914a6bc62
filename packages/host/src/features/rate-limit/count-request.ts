import type { RequestContext } from '../../kernel/events.ts';
import { addressKey } from 'oriel-core/node';
import { remember } from './counted.ts';
import { tooMany } from './limiter.ts';
import type { Limiter } from './limiter.ts';
import type { LimitRule } from './rate-limit.ts';

/**
 * Counts a request for one group of limits after the other until a limit is exceeded. If one limit of a group is exceeded, the
 * others of the group do not count the request.
 *
 * @param refuse called with the error if a limit is exceeded
 */
export async function countRequest(
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
