import { topicGrantsOf, topicGrantsOfReadItems, sendsIriOnly } from '../resources/live/update-topics.ts';
import { parentAccess, scopeFilter } from '../resources/live/parent-access.ts';
import { readScopeOf } from '../resources/access/read-scope.ts';
import type { TopicGrants } from '../resources/live/update-topics.ts';
import type { UpdateWriter } from '../resources/live/update-writer.ts';
import type { OperationRun } from '../resources/running/operation-run.ts';
import type { ParentAccess } from '../resources/live/parent-access.ts';
import type { ResourceModel } from '../resources/model/resource-model.ts';
import type { ReadScope } from '../resources/access/read-scope.ts';
import { AccessInput, ACCESS_PHASES } from '../../core/http/access-input.ts';
import { isPromise } from '../../core/http/promises.ts';
import type { AnyRulePart } from '../../core/http/access-rule.ts';

/** A resource whose changes are published, with the restrictions on subscribers. Created when the host starts. */
export interface LiveResource {
  readonly resource: ResourceModel;
  readonly state: UpdateWriter;
  readonly private: boolean;
  /** Whether the access rules allow some rows only. */
  readonly byRow: boolean;
  /** Why its updates are private or public. */
  readonly because: string;
  readonly topics: ((item: never) => string | readonly string[]) | undefined;
  /** The rules for paths that a subscriber must satisfy as well. */
  readonly guards: readonly (readonly AnyRulePart[])[];
  /** The resources in its path that not every user can read. */
  readonly limitedParents: readonly ResourceModel[];
  /** Whether a firewall requires authentication. */
  readonly requiresLogin: boolean;
  /** Why no one may read it; undefined if someone may. */
  readonly deniedReason: string | undefined;
}

/** What the reader of a request may hear of a resource. */
export function hearingFor(live: LiveResource, run: OperationRun): TopicGrants | PromiseLike<TopicGrants> {
  const { deniedReason: closed, requiresLogin: onlyKnown, resource } = live;
  const { context } = run;
  if (closed !== undefined) return { patterns: [], because: closed, isUnsupported: true };
  if (onlyKnown && context.principal === null) return { patterns: [], because: 'the user is not authenticated' };
  const allowed = meetsGuards(live.guards, context);
  const hear = (is: boolean): TopicGrants | PromiseLike<TopicGrants> => {
    if (!is) return { patterns: [], because: 'a rule of paths does not let them' };
    const sight = readScopeOf(resource, run);
    return isPromise(sight) ? sight.then((settled) => ofSight(live, settled, run)) : ofSight(live, sight, run);
  };
  return isPromise(allowed) ? allowed.then(hear) : hear(allowed);
}

function ofSight(
  { resource, limitedParents }: LiveResource,
  sight: ReadScope,
  run: OperationRun,
): TopicGrants | PromiseLike<TopicGrants> {
  const own = topicGrantsOf(resource, sight, scopeFilter(resource, run));
  if (sight.none || limitedParents.length === 0) return orOfRead(own, resource, run);
  const limit = (access: ParentAccess): TopicGrants | PromiseLike<TopicGrants> => {
    if (access === 'all') return orOfRead(own, resource, run);
    if (access === 'none') return { patterns: [], because: 'they may not read the items it belongs to' };
    // A list at another path is not limited to the parents that the user can read.
    const isBelow = run.operation.resource !== resource || run.operation.collectionPath === resource.collectionPaths[0];
    return isBelow ? orOfRead(SOME_PARENTS, resource, run) : SOME_PARENTS;
  };
  const access = parentAccess(limitedParents, run);
  return isPromise(access) ? access.then(limit) : limit(access);
}

// Where no token can express what the user can read, an update that is only an address is sent for the items just read.
function orOfRead(own: TopicGrants, resource: ResourceModel, run: OperationRun): TopicGrants | Promise<TopicGrants> {
  return own.isUnsupported === true && sendsIriOnly(resource) ? topicGrantsOfReadItems(resource, run) : own;
}

const SOME_PARENTS: TopicGrants = Object.freeze({
  patterns: [],
  because: 'they may read some of the items it belongs to, which no token can express; use live: { payload: "iri" }',
  isUnsupported: true,
});

function meetsGuards(
  guards: LiveResource['guards'],
  context: OperationRun['context'],
  from = 0,
): boolean | PromiseLike<boolean> {
  for (let at = from; at < guards.length; at++) {
    const verdict = context.access!.decide(guards[at]!, headOf(context));
    if (isPromise(verdict)) return verdict.then((settled) => isMet(settled) && meetsGuards(guards, context, at + 1));
    if (!isMet(verdict)) return false;
  }
  return true;
}

function isMet({ outcome, rows }: { readonly outcome: string; readonly rows?: unknown }): boolean {
  return outcome === 'granted' && rows === undefined;
}

function headOf(context: OperationRun['context']): AccessInput {
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
