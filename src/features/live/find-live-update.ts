import type { ResourceRegistry } from '../resources/building/resource-registry.ts';
import type { LiveSettings } from './feature.ts';
import { liveResources } from './live-resources.ts';

/** Whether the updates of a topic are private, and why. */
export interface LiveUpdatePrivacy {
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

const BY_ROW = 'Its updates have a topic for each value as well, such as /api/notes/7;~owner=ada: name those, too';
