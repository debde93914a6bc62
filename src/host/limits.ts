import { LimitHeadersListener, LimitListener, UnroutedLimitListener } from '../listeners/limits/index.ts';
import type { LimitedRouteOf } from '../listeners/limits/index.ts';
import { Limiter } from '../security/limits/index.ts';
import type { RateLimitConfig } from '../security/limits/index.ts';
import type { Logger } from '../trace/index.ts';
import { limitedRoute } from './limited-route.ts';
import type { PipelineParts } from './pipeline.ts';
import type { RouteData } from './route-table.ts';
import { storeTrouble } from './store-trouble.ts';

export { limitedOperations } from './limited-operations.ts';
export { limitsCollector } from './limits-collector.ts';
export { wrongOwnLimits } from './check-own-limits.ts';

/** The listeners that limit requests; only hosts with limits load this. @param isOwn routes that nobody is limited on */
export function createLimits(
  config: RateLimitConfig,
  logger: Logger,
  isOwn: (route: { readonly data?: unknown }) => boolean,
): PipelineParts {
  const limiter = new Limiter(config, storeTrouble(logger, 'Requests'));
  const describe: LimitedRouteOf = (data) => (isOwn({ data }) ? undefined : limitedRoute(data as RouteData));
  return {
    addressLimit: new LimitListener('address', limiter, describe),
    principalLimit: new LimitListener('user', limiter, describe),
    unroutedLimit: new UnroutedLimitListener(limiter),
    limitHeaders: new LimitHeadersListener(),
  };
}
