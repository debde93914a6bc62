import { messageOf } from '../../core/http/problem.ts';
import type { RequestContext } from '../../core/kernel/events.ts';
import type { Logger } from '../../core/trace/logger.ts';
import type { Feature } from '../feature.ts';
import type { HubConfig } from '../hub/hub-config.ts';
import { ResourceRegistry } from '../resources/building/resource-registry.ts';
import type { AnyResource } from '../resources/definition/resource.ts';
import type { ApiConfig } from '../resources/definition/api-config.ts';
import { HOST_HUB, RESOURCES } from '../service-keys.ts';
import { validateLive } from './validate-live.ts';
import { HubCookieListener } from './hub-cookie-listener.ts';
import { HubLinkListener } from './hub-link-listener.ts';
import { LivePublisher } from './live-publisher.ts';
import type { GuardedConfig } from './live-guards.ts';
import { liveResources } from './live-resources.ts';

/** The parts of the host's configuration that live resources depend on. */
export interface LiveSettings extends GuardedConfig {
  readonly resources?: readonly AnyResource[];
  readonly api?: ApiConfig;
  readonly hub?: HubConfig;
  readonly hosts?: { readonly names: readonly string[] };
}

export const feature: Feature<LiveSettings> = {
  name: 'live',
  validate(config) {
    const registry = new ResourceRegistry(config.resources ?? [], config.api);
    return registry.issues.length === 0 ? validateLive(registry, config) : [];
  },
  create(config, { find, logger }) {
    const [hub, registry] = [find(HOST_HUB), find(RESOURCES)];
    if (hub === undefined || registry === undefined || config.hub === undefined) return {};
    const live = liveResources(registry, config);
    const { publisher, queue } = hub;
    const failed = failuresTo(logger);
    const changes = new LivePublisher(queue, failed('An update could not be published'));
    for (const each of live.values()) registry.observe(each.resource, (change) => changes.publish(each, change));
    const dialects = config.hub.dialects ?? ['current', 'earlier'];
    const cookies = new HubCookieListener(
      publisher,
      live.values(),
      dialects,
      failed('A cookie for the hub is missing or incomplete'),
    );
    return {
      listeners: {
        hubLink: new HubLinkListener(publisher, live),
        ...([...live.values()].some((each) => each.private) && { hubCookie: cookies }),
      },
    };
  },
};

// A hub that is down is down for every update: one line every ten seconds says so.
function failuresTo(logger: Logger): (what: string) => (error: unknown, context: RequestContext) => void {
  let loggedAt = 0;
  let more = 0;
  return (what) => (error, context) => {
    more++;
    if (Date.now() - loggedAt < QUIET) return;
    loggedAt = Date.now();
    const count = more;
    more = 0;
    logger.log('warning', 'hub', `${what}: ${messageOf(error)}`, { exception: error, failures: count }, context);
  };
}

const QUIET = 10_000;
