import type { ResourceRegistry } from '../resources/building/resource-registry.ts';
import { messageOf } from '../../core/http/problem.ts';
import type { HubConfig } from '../hub/hub-config.ts';
import { HubCookieListener } from './hub-cookie-listener.ts';
import { HubLinkListener } from './hub-link-listener.ts';
import { LivePublisher } from './live-publisher.ts';
import type { RequestContext } from '../../core/kernel/events.ts';
import type { Logger } from '../../core/trace/logger.ts';
import type { HostConfig } from '../../host/config.ts';
import type { HostHub } from '../hub/host-hub.ts';
import { liveResources } from './live-resources.ts';
import type { PipelineParts } from '../../host/pipeline.ts';

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
