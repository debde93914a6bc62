import { topicGrantsOf, topicGrantsOfReadItems, sendsIriOnly } from '../resources/live/update-topics.ts';
import { parentAccess, scopeFilter } from '../resources/live/parent-access.ts';
import { readScopeOf } from '../resources/access/read-scope.ts';
import type { TopicGrants } from '../resources/live/update-topics.ts';
import type { UpdateWriter } from '../resources/live/update-writer.ts';
import type { OperationRun } from '../resources/running/operation-run.ts';
import type { ParentAccess } from '../resources/live/parent-access.ts';
import type { ResourceModel } from '../resources/model/resource-model.ts';
import type { ReadScope } from '../resources/running/run-phases.ts';
import { AccessInput, ACCESS_PHASES } from '../../http/access-input.ts';
import { andThen, isPromise } from 'oriel-core/http';
import { accessDeciderOf } from '../../http/access-rule.ts';
import type { AnyRulePart } from '../../http/access-rule.ts';

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

/** Returns the topics of a resource that the user of a request may receive. */
export function topicGrantsFor(live: LiveResource, run: OperationRun): TopicGrants | PromiseLike<TopicGrants> {
  const { deniedReason, requiresLogin, resource } = live;
  const { context } = run;
  if (deniedReason !== undefined) return { patterns: [], because: deniedReason, isUnsupported: true };
  if (requiresLogin && context.principal === null) return { patterns: [], because: 'the user is not authenticated' };
  const allowed = meetsGuards(live.guards, context);
  const hear = (is: boolean): TopicGrants | PromiseLike<TopicGrants> => {
    if (!is) return { patterns: [], because: 'an access rule for paths denies it' };
    const scope = readScopeOf(resource, run);
    return andThen(scope, (known) => grantsInScope(live, known, run));
  };
  return andThen(allowed, hear);
}

function grantsInScope(
  { resource, limitedParents }: LiveResource,
  scope: ReadScope,
  run: OperationRun,
): TopicGrants | PromiseLike<TopicGrants> {
  const own = topicGrantsOf(resource, scope, scopeFilter(resource, run));
  if (scope.none || limitedParents.length === 0) return orOfRead(own, resource, run);
  const limit = (access: ParentAccess): TopicGrants | PromiseLike<TopicGrants> => {
    if (access === 'all') return orOfRead(own, resource, run);
    if (access === 'none') return { patterns: [], because: 'the user may not read the parent items' };
    // A list at another path is not limited to the parents that the user can read.
    const isBelow = run.operation.resource !== resource || run.operation.collectionPath === resource.collectionPaths[0];
    return isBelow ? orOfRead(SOME_PARENTS, resource, run) : SOME_PARENTS;
  };
  const access = parentAccess(limitedParents, resource, run);
  return andThen(access, limit);
}

// If no token can express what the user can read, and updates contain only IRIs, the items just read are granted.
function orOfRead(own: TopicGrants, resource: ResourceModel, run: OperationRun): TopicGrants | Promise<TopicGrants> {
  return own.isUnsupported === true && sendsIriOnly(resource) ? topicGrantsOfReadItems(resource, run) : own;
}

const SOME_PARENTS: TopicGrants = Object.freeze({
  patterns: [],
  because: 'the user may read some of the parent items only, which no token can express; use live: { payload: "iri" }',
  isUnsupported: true,
});

function meetsGuards(
  guards: LiveResource['guards'],
  context: OperationRun['context'],
  from = 0,
): boolean | PromiseLike<boolean> {
  for (let at = from; at < guards.length; at++) {
    const verdict = accessDeciderOf(context)!.decide(guards[at]!, headOf(context));
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
