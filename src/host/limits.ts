import { LimitHeadersListener, LimitListener, UnroutedLimitListener } from '../listeners/limits/index.ts';
import type { LimitedRouteOf } from '../listeners/limits/index.ts';
import { Limiter } from '../security/limits/index.ts';
import type { RateLimitConfig } from '../security/limits/index.ts';
import type { Logger } from '../trace/index.ts';
import type { PipelineParts } from './pipeline.ts';
import type { RouteData } from './route-table.ts';
import { storeTrouble } from './store-trouble.ts';

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

// An operation is known by its family as well: no other path or method leads around what is said of it.
function limitedRoute({ declaration }: RouteData): ReturnType<LimitedRouteOf> {
  const { name, options, operation } = declaration;
  const names = operation ? [...new Set([name, operation.name, operation.family])] : [name];
  const limit = operation ? operation.options.limit : options.limit;
  return { names, own: limit && { ...limit, name: names.at(-1)! } };
}
