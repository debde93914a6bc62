import { LimitHeadersListener } from './limit-headers-listener.ts';
import { LimitListener } from './limit-listener.ts';
import { UnroutedLimitListener } from './unrouted-limit-listener.ts';
import type { LimitedRouteOf } from './limit-listener.ts';
import { Limiter } from './limiter.ts';
import type { RateLimitConfig } from './rate-limit.ts';
import type { Logger } from '../../core/trace/logger.ts';
import { limitedRoute } from './limited-route.ts';
import type { PipelineParts } from '../../host/pipeline.ts';
import type { RouteData } from '../../core/routes/route-table.ts';
import { storeTrouble } from '../../core/trace/store-trouble.ts';

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
