import { toSeconds } from 'oriel-core/http';
import { limitsFor } from './limit-listener.ts';
import type { Collector } from '../collector.ts';
import type { RecordedLimit } from 'oriel/recorder';
import { describeReason, getCounted, getOutcome } from './counted.ts';
import { limitSettings } from './rate-limit.ts';
import type { RateLimit, RateLimitConfig } from './rate-limit.ts';
import { limitedRoute } from './limited-route.ts';
import type { RouteData } from '../../routes/route-table.ts';

/** Records every limit that applies to a request and its outcome. */
export function limitsCollector(config: RateLimitConfig = []): Collector {
  const { limits = [] } = limitSettings(config);
  return {
    name: 'limits',
    collect({ context, redactor }): readonly RecordedLimit[] | undefined {
      const counted = (getCounted(context) ?? []).map((countedFor): RecordedLimit => {
        const { rule, taken, by, key } = countedFor;
        return {
          name: rule.name,
          limit: rule.limit,
          per: rule.per / 1000,
          by,
          key: redactor.text(key),
          outcome: getOutcome(countedFor),
          because: redactor.text(describeReason(countedFor)),
          remaining: taken?.remaining,
          reset: taken && taken.reset / 1000,
        };
      });
      const known = new Set(counted.map(({ name }) => name));
      const all = context.route === undefined ? [] : limitsFor(limitedRoute(context.route.data as RouteData), limits);
      const recorded = [...counted, ...all.filter(({ name }) => !known.has(name)).map(notReached)];
      return recorded.length === 0 ? undefined : recorded;
    },
  };
}

function notReached({ name, limit, per, by = 'address' }: RateLimit): RecordedLimit {
  const because = by === 'user' ? 'a response was created before authentication' : 'a response was created before';
  return {
    name,
    limit,
    per: toSeconds(per),
    by,
    key: undefined,
    outcome: 'not reached',
    because,
    remaining: undefined,
    reset: undefined,
  };
}
