import { computeTopicGrants, topicGrantsOfItems, sendsIriOnly } from './update-topics.ts';
import { parentAccess, scopeFilter } from './parent-access.ts';
import { determineReach } from '../resources/reach/determine-reach.ts';
import type { TopicGrants } from './update-topics.ts';
import type { UpdateWriter } from './update-writer.ts';
import type { OperationCall } from '../resources/model/operation-call.ts';
import { OperationRun } from '../resources/operations/operation-run.ts';
import type { Item } from '../resources/model/reach.ts';
import type { ResourceModel } from '../resources/model/resource-model.ts';
import { AccessInput, ACCESS_PHASES } from '../../http/access-input.ts';
import type { HttpContext } from 'oriel-core/http';
import { getAccessDecider } from '../../http/access-rule.ts';
import type { AnyRulePart } from '../../http/access-rule.ts';

/** Restrictions on reading a resource in addition to its own access rules. */
export interface Guards {
  /** The rules for paths that a subscriber must satisfy as well. */
  readonly guards: readonly (readonly AnyRulePart[])[];
  readonly requiresLogin: boolean;
  /** Why no one may read the resource; undefined if someone may. */
  readonly deniedReason: string | undefined;
}

/** A resource whose changes are published, with the restrictions on subscribers. Created when the host starts. */
export interface LiveResource extends Guards {
  readonly resource: ResourceModel;
  readonly state: UpdateWriter;
  readonly private: boolean;
  /** Whether the access rules allow some rows only. */
  readonly byRow: boolean;
  /** Why its updates are private or public. */
  readonly because: string;
  readonly topics: ((item: never) => string | readonly string[]) | undefined;
  /** The resources in its path that not every user can read. */
  readonly limitedParents: readonly ResourceModel[];
}

/** Returns the topics of a resource that the user of a request may receive. */
export async function topicGrantsFor(live: LiveResource, call: OperationCall): Promise<TopicGrants> {
  const { deniedReason, requiresLogin, resource, limitedParents } = live;
  const { context } = call;
  if (deniedReason !== undefined) return { patterns: [], because: deniedReason, isUnsupported: true };
  if (requiresLogin && context.principal === null) return { patterns: [], because: 'the user is not authenticated' };
  if (!(await meetsGuards(live.guards, context)))
    return { patterns: [], because: 'an access rule for paths denies it' };
  const reach = await determineReach(resource, call);
  const grants = computeTopicGrants(resource, reach, scopeFilter(resource, call));
  if (reach === undefined || limitedParents.length === 0) return orOfRead(grants, resource, call);
  const access = await parentAccess(limitedParents, resource, call);
  if (access === 'all') return orOfRead(grants, resource, call);
  if (access === 'none') return { patterns: [], because: 'the user may not read the parent items' };
  // A list at another path is not limited to the parents that the user can read.
  const isBelow = call.operation.resource !== resource || call.operation.collectionPath === resource.collectionPaths[0];
  return isBelow ? orOfRead(SOME_PARENTS, resource, call) : SOME_PARENTS;
}

// If no token can express what the user can read, and updates contain only IRIs, the items just read are granted.
async function orOfRead(grants: TopicGrants, resource: ResourceModel, call: OperationCall): Promise<TopicGrants> {
  return grants.isUnsupported === true && sendsIriOnly(resource)
    ? topicGrantsOfItems(resource, findReadItems(resource, call), call)
    : grants;
}

function findReadItems(resource: ResourceModel, call: OperationCall): readonly Item[] {
  if (!(call instanceof OperationRun) || call.operation.resource !== resource) return [];
  return call.page?.items ?? (call.previous ? [call.previous] : []);
}

const SOME_PARENTS: TopicGrants = Object.freeze({
  patterns: [],
  because: 'the user may read some of the parent items only, which no token can express; use live: { payload: "iri" }',
  isUnsupported: true,
});

async function meetsGuards(guards: LiveResource['guards'], context: HttpContext): Promise<boolean> {
  for (const guard of guards)
    if (!isMet(await getAccessDecider(context)!.decide(guard, createHeadInput(context)))) return false;
  return true;
}

function isMet({ outcome, rows }: { readonly outcome: string; readonly rows?: unknown }): boolean {
  return outcome === 'granted' && rows === undefined;
}

function createHeadInput(context: HttpContext): AccessInput {
  const nothing = { item: undefined, body: undefined, query: undefined };
  const operation = context.route?.name ?? '';
  return new AccessInput(context, {
    operation,
    phase: ACCESS_PHASES.head,
    lastPhase: ACCESS_PHASES.head,
    uri: context.params,
    ...nothing,
  });
}
