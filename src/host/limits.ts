import { messageOf } from '../http/index.ts';
import { LimitHeadersListener, LimitListener } from '../listeners/limits/index.ts';
import type { NameOf } from '../listeners/limits/index.ts';
import { Limiter } from '../security/limits/index.ts';
import type { RateLimitConfig } from '../security/limits/index.ts';
import type { Logger } from '../trace/index.ts';
import type { PipelineParts } from './pipeline.ts';
import type { RouteData } from './route-table.ts';

/** The listeners that limit requests; only hosts with limits load this. @param isOwn routes that nobody is limited on */
export function createLimits(
  config: RateLimitConfig,
  logger: Logger,
  isOwn: (route: { readonly data?: unknown }) => boolean,
): PipelineParts {
  let told = 0;
  const limiter = new Limiter(config, (error) => {
    // A store that is down is down for every request.
    if (Date.now() - told < QUIET) return;
    told = Date.now();
    logger.log('warning', 'limits', `Requests are not counted: ${messageOf(error)}`, { exception: error });
  });
  const nameOf: NameOf = (data) => (isOwn({ data }) ? undefined : (data as RouteData).declaration.name);
  return {
    addressLimit: new LimitListener('address', limiter, nameOf),
    principalLimit: new LimitListener('user', limiter, nameOf),
    limitHeaders: new LimitHeadersListener(),
  };
}

const QUIET = 10_000;
