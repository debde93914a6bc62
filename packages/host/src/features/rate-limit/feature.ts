import { createStoreErrorReporter } from 'oriel-core/trace';
import type { RouteData } from '../../routes/route-table.ts';
import type { Feature } from '../feature.ts';
import { LIMITED_OPERATIONS } from '../service-keys.ts';
import { STATE_REDIS } from '../state-fixes.ts';
import { validateRateLimits, validateRouteLimits } from './validate-route-limits.ts';
import { hasLimits } from './has-limits.ts';
import type { LimitedConfig } from './has-limits.ts';
import { limitHeadersListener } from './counted.ts';
import { createLimitListener, limitsFor, createUnroutedLimitListener } from './limit-listener.ts';
import type { LimitedRouteOf } from './limit-listener.ts';
import { limitedOperation, limitedRoute } from './limited-route.ts';
import { Limiter } from './limiter.ts';
import { limitsCollector } from './limits-collector.ts';
import { limitSettings } from './rate-limit.ts';

export const feature: Feature<LimitedConfig> = {
  name: 'rate-limit',
  validate: validateRateLimits,
  validateReferences: (config, routeNames) => (hasLimits(config) ? validateRouteLimits(config, routeNames) : []),
  *sharedState(config) {
    if (!hasLimits(config)) return;
    const { store, perProcess = false } = limitSettings(config.rateLimits ?? []);
    yield {
      name: 'rate limits',
      shared: store?.shared,
      isAccepted: perProcess,
      code: 'LIMITS',
      place: 'rateLimits.store',
      effect: 'count requests separately, which multiplies the limits',
      fix: `Set ${STATE_REDIS}, use a shared store: rateLimits: { store: redisLimitStore(client) }, or accept separate counts: rateLimits: { perProcess: true }`,
    };
  },
  prepare(config, { provide }) {
    if (!hasLimits(config)) return;
    const { limits = [] } = limitSettings(config.rateLimits ?? []);
    provide(LIMITED_OPERATIONS, (operation) => limitsFor(limitedOperation(operation), limits).length > 0);
  },
  create(config, { logger, isProfilerRoute }) {
    if (!hasLimits(config)) return {};
    const { rateLimits = [] } = config;
    const limiter = new Limiter(rateLimits, createStoreErrorReporter(logger, 'Requests'));
    const describe: LimitedRouteOf = (data) =>
      isProfilerRoute({ data }) ? undefined : limitedRoute(data as RouteData);
    return {
      listeners: {
        addressLimit: createLimitListener('address', limiter, describe),
        principalLimit: createLimitListener('user', limiter, describe),
        unroutedLimit: createUnroutedLimitListener(limiter),
        limitHeaders: limitHeadersListener,
      },
      collectors: [limitsCollector(rateLimits)],
    };
  },
};
