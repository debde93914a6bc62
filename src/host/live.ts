import { LiveState, seesRows } from '../api/index.ts';
import type { LiveDefinition, ResourceModel, ResourceRegistry } from '../api/index.ts';
import { isPublic, messageOf } from '../http/index.ts';
import type { HubConfig } from '../hub/index.ts';
import { HubCookieListener, HubLinkListener, LivePublisher } from '../listeners/live/index.ts';
import type { LiveResource } from '../listeners/live/index.ts';
import type { RequestContext } from '../kernel/index.ts';
import type { Logger } from '../trace/index.ts';
import type { HostConfig } from './config.ts';
import type { HostHub } from './hub.ts';
import { guardsOf } from './live-guards.ts';
import type { PipelineParts } from './pipeline.ts';

export { wrongLive } from './check-live.ts';

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
    failed('A cookie for the hub could not be made'),
  );
  return {
    hubLink: new HubLinkListener(publisher, live),
    ...([...live.values()].some((each) => each.private) ? { hubCookie: cookies } : {}),
  };
}

/** Every live resource of a host by its name, and who may hear of it. */
export function liveResources(registry: ResourceRegistry, config: HostConfig): ReadonlyMap<string, LiveResource> {
  const found = [...registry.resources.values()].filter(({ definition }) => definition.live);
  return new Map(found.map((resource) => [resource.name, liveResource(resource, config)]));
}

function liveResource(resource: ResourceModel, config: HostConfig): LiveResource {
  const { live } = resource.definition;
  const { private: wanted, topics } = (live === true ? {} : live) as LiveDefinition<never>;
  const { guards, onlyKnown, closed } = guardsOf(resource, config);
  const reasons = [
    ...(wanted === true ? ['live.private says so'] : []),
    ...(resource.readAccess === undefined ? [] : [readersOf(resource)]),
    ...(guards.length > 0 ? ['a rule of paths says who may read it'] : []),
    ...(onlyKnown ? ['a firewall lets nobody through who is not known'] : []),
    ...(closed === undefined ? [] : [closed]),
  ];
  return {
    ...{ resource, topics, guards, onlyKnown, closed },
    state: new LiveState(resource),
    byRow: seesRows(resource),
    private: reasons.length > 0,
    because: reasons.length > 0 ? `private, because ${reasons.join(' and ')}` : 'public, because everybody may read it',
  };
}

function readersOf(resource: ResourceModel): string {
  const { get } = resource.readAccess!;
  if (seesRows(resource)) return 'not everybody may read all of its items';
  return isPublic(get) ? 'not everybody may list it' : 'not everybody may read it';
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
