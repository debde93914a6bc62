import { createUpdateWriter } from './update-writer.ts';
import { restrictedAncestors } from './parent-access.ts';
import { hasRowRules } from './update-topics.ts';
import type { LiveDefinition } from '../resources/declare/live-definition.ts';
import type { ResourceModel } from '../resources/model/resource-model.ts';
import type { ResourceRegistry } from '../resources/build/resource-registry.ts';
import { isPublic } from '../../http/access-rule.ts';
import type { Guards, LiveResource } from './live-resource.ts';
import type { LiveSettings } from './feature.ts';
import { expandSafeMethods } from '../../http/methods.ts';
import type { AnyRulePart } from '../../http/access-rule.ts';
import { isWithinPath, trimPathPrefix } from '../../routing/request-path.ts';

/** Returns the live resources of a host by name, with the restrictions on their updates. */
export function liveResources(registry: ResourceRegistry, config: GuardedConfig): ReadonlyMap<string, LiveResource> {
  const found = [...registry.resources.values()].filter(({ definition }) => definition.live);
  return new Map(found.map((resource) => [resource.name, liveResource(resource, config)]));
}

function liveResource(resource: ResourceModel, config: GuardedConfig): LiveResource {
  const { live } = resource.definition;
  const { private: wanted, topics } = (live === true ? {} : live) as LiveDefinition<never>;
  const outside = accessOutsideResource(resource, config);
  const { guards, requiresLogin, deniedReason } = outside;
  const parents = restrictedAncestors(resource);
  const reasons = [
    ...(wanted === true ? ['live.private is true'] : []),
    ...(resource.readAccess === undefined ? [] : [getReaders(resource)]),
    ...(resource.tenant === undefined ? [] : ['each request is limited to the rows of its tenant']),
    ...(resource.store?.scope === undefined ? [] : ['its store limits each request to the rows of a scope']),
    ...parents.map(({ name }) => `it is below "${name}", which not everyone may read`),
    ...(guards.length > 0 ? ['an access rule for paths restricts reading'] : []),
    ...(requiresLogin ? ['a firewall requires authentication'] : []),
    ...(deniedReason === undefined ? [] : [deniedReason]),
  ];
  return {
    resource,
    topics,
    ...outside,
    limitedParents: parents,
    state: createUpdateWriter(resource),
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

/** Returns the privacy of updates with a topic that is the path of an item of a live resource; undefined for other topics. */
export function findLiveUpdate(
  registry: ResourceRegistry | undefined,
  config: LiveSettings,
  topic: string,
): Pick<LiveResource, 'private' | 'because'> | undefined {
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

/** A rule of `security.access`. */
interface PathRule {
  readonly path: string;
  readonly methods?: readonly string[];
  readonly hosts?: unknown;
  readonly allow: unknown;
}

/** The part of the host's configuration that restricts reading in addition to the rules of resources. */
export interface GuardedConfig {
  readonly security?: {
    readonly default?: 'deny' | 'public';
    readonly access?: readonly PathRule[];
    readonly firewalls: readonly { readonly anonymous?: boolean; readonly path?: string | readonly string[] }[];
  };
}

/**
 * Returns the restrictions on reading a resource. A request is decided by the first rule that covers it; a token for all items
 * has to satisfy every rule that covers one of them.
 */
function accessOutsideResource(resource: ResourceModel, { security }: GuardedConfig): Guards {
  if (security === undefined) return { guards: [], requiresLogin: false, deniedReason: undefined };
  const base = resource.path.replace(/\/*\{.*$/s, '');
  const { found, covered } = pathRules(base, security.access ?? []);
  const reading = resource.operations.find(({ kind }) => kind === 'get') ?? resource.operations[0];
  const hasRule = covered || reading?.access?.rule !== undefined;
  return {
    guards: found.map(({ allow }) => [allow].flat() as readonly AnyRulePart[]).filter((parts) => !isPublic(parts)),
    requiresLogin: security.firewalls.some(
      ({ anonymous, path }) =>
        anonymous !== true && (path === undefined || [path].flat().some((text) => overlaps(base, text))),
    ),
    deniedReason: security.default === 'deny' && !hasRule ? 'no rule says who may read it' : undefined,
  };
}

function pathRules(base: string, rules: readonly PathRule[]): { found: PathRule[]; covered: boolean } {
  const found: PathRule[] = [];
  for (const rule of rules) {
    const { path, methods, hosts } = rule;
    if (methods !== undefined && !expandSafeMethods(methods).has('GET')) continue;
    if (!overlaps(base, path)) continue;
    found.push(rule);
    if (isWithinPath(base, trimPathPrefix(path)) && hosts === undefined) return { found, covered: true };
  }
  return { found, covered: false };
}

// Returns true if a path covers a collection or a part of it.
function overlaps(base: string, path: string): boolean {
  return isWithinPath(base, trimPathPrefix(path)) || isWithinPath(trimPathPrefix(path), base);
}
