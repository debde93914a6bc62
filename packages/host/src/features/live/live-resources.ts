import { UpdateWriter } from './update-writer.ts';
import { restrictedAncestors } from './parent-access.ts';
import { hasRowRules } from './update-topics.ts';
import type { LiveDefinition } from '../resources/declare/live-definition.ts';
import type { ResourceModel } from '../resources/model/resource-model.ts';
import type { ResourceRegistry } from '../resources/build/resource-registry.ts';
import { isPublic } from '../../http/access-rule.ts';
import type { LiveResource } from './live-resource.ts';
import { accessOutsideResource } from './live-guards.ts';
import type { GuardedConfig } from './live-guards.ts';
import type { LiveSettings } from './feature.ts';

/** Returns the live resources of a host by name, with the restrictions on their updates. */
export function liveResources(registry: ResourceRegistry, config: GuardedConfig): ReadonlyMap<string, LiveResource> {
  const found = [...registry.resources.values()].filter(({ definition }) => definition.live);
  return new Map(found.map((resource) => [resource.name, liveResource(resource, config)]));
}

function liveResource(resource: ResourceModel, config: GuardedConfig): LiveResource {
  const { live } = resource.definition;
  const { private: wanted, topics } = (live === true ? {} : live) as LiveDefinition<never>;
  const { guards, requiresLogin: onlyKnown, deniedReason: closed } = accessOutsideResource(resource, config);
  const parents = restrictedAncestors(resource);
  const reasons = [
    ...(wanted === true ? ['live.private is true'] : []),
    ...(resource.readAccess === undefined ? [] : [getReaders(resource)]),
    ...(resource.tenant === undefined ? [] : ['each request is limited to the rows of its tenant']),
    ...(resource.store?.scope === undefined ? [] : ['its store limits each request to the rows of a scope']),
    ...parents.map(({ name }) => `it is below "${name}", which not everyone may read`),
    ...(guards.length > 0 ? ['an access rule for paths restricts reading'] : []),
    ...(onlyKnown ? ['a firewall requires authentication'] : []),
    ...(closed === undefined ? [] : [closed]),
  ];
  return {
    resource,
    topics,
    guards,
    requiresLogin: onlyKnown,
    deniedReason: closed,
    limitedParents: parents,
    state: new UpdateWriter(resource),
    byRow: hasRowRules(resource),
    private: reasons.length > 0,
    because: reasons.length > 0 ? `private, because ${reasons.join(' and ')}` : 'public, because everyone may read it',
  };
}

function getReaders(resource: ResourceModel): string {
  const { get } = resource.readAccess!;
  if (hasRowRules(resource)) return 'not everyone may read all of its items';
  return isPublic(get) ? 'not everyone may list it' : 'not everyone may read it';
}

/** Whether the updates of a topic are private, and why. */
interface LiveUpdatePrivacy {
  readonly private: boolean;
  readonly because: string;
}

/** Returns the privacy of updates with a topic that is the path of an item of a live resource; undefined for other topics. */
export function findLiveUpdate(
  registry: ResourceRegistry | undefined,
  config: LiveSettings,
  topic: string,
): LiveUpdatePrivacy | undefined {
  if (registry === undefined || config.hub === undefined) return undefined;
  const [address = ''] = topic.split(';~', 1);
  for (const live of liveResources(registry, config).values()) {
    if (live.resource.collectionPaths[0]!.match(address) === undefined) continue;
    const { private: isPrivate, because } = live;
    return { private: isPrivate, because: live.byRow ? `${because}. ${BY_ROW}` : because };
  }
  return undefined;
}

const BY_ROW = 'Its updates also have a topic per value, such as /api/notes/7;~owner=ada; add these as well';
