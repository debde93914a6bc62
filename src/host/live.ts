import type { ResourceRegistry } from '../api/index.ts';
import { messageOf } from '../http/index.ts';
import type { HubConfig } from '../hub/index.ts';
import { HubCookieListener, HubLinkListener, LivePublisher } from '../listeners/live/index.ts';
import type { RequestContext } from '../kernel/index.ts';
import type { Logger } from '../trace/index.ts';
import type { HostConfig } from './config.ts';
import type { HostHub } from './hub.ts';
import { liveResources } from './live-resources.ts';
import type { PipelineParts } from './pipeline.ts';

export { wrongLive } from './check-live.ts';
export { liveResources } from './live-resources.ts';

/** The listeners of live resources; only hosts that have some load this. Their changes are told from now on. */
export function createLive(
  registry: ResourceRegistry,
  config: HostConfig,
  hub: HostHub,
  logger: Logger,
): PipelineParts {
  const live = liveResources(registry, config);
  const { publisher, queue } = hub;
  const failed = failuresTo(logger);
  const changes = new LivePublisher(queue, failed('An update could not be published'));
  for (const each of live.values()) registry.observe(each.resource, (change) => changes.publish(each, change));
  const dialects = (config.hub as HubConfig).dialects ?? ['current', 'earlier'];
  const cookies = new HubCookieListener(
    publisher,
    live.values(),
    dialects,
    failed('A cookie for the hub is missing or incomplete'),
  );
  return {
    hubLink: new HubLinkListener(publisher, live),
    ...([...live.values()].some((each) => each.private) ? { hubCookie: cookies } : {}),
  };
}

// A hub that is down is down for every update: one line every ten seconds says so.
function failuresTo(logger: Logger): (what: string) => (error: unknown, context: RequestContext) => void {
  let told = 0;
  let more = 0;
  return (what) => (error, context) => {
    more++;
    if (Date.now() - told < QUIET) return;
    told = Date.now();
    const count = more;
    more = 0;
    logger.log('warning', 'hub', `${what}: ${messageOf(error)}`, { exception: error, failures: count }, context);
  };
}

const QUIET = 10_000;
