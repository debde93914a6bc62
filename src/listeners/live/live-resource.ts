import { hearingOf, hearingOfRead, sightOf, tellsAddress } from '../../api/index.ts';
import type { Hearing, LiveState, OperationRun, ResourceModel, Sight } from '../../api/index.ts';
import { AccessInput, KNOWN, isPromise } from '../../http/index.ts';
import type { AnyRulePart } from '../../http/index.ts';

/** A resource whose changes are told, and who may hear of them: worked out when the host starts. */
export interface LiveResource {
  readonly resource: ResourceModel;
  readonly state: LiveState;
  readonly private: boolean;
  /** Do readers see some rows of it, and others not? */
  readonly byRow: boolean;
  /** Why it is private, or public. */
  readonly because: string;
  readonly topics: ((item: never) => string | readonly string[]) | undefined;
  /** The rules of paths that a reader must meet as well. */
  readonly guards: readonly (readonly AnyRulePart[])[];
  /** Does a firewall let nobody through who is not known? */
  readonly onlyKnown: boolean;
  /** Why nobody may read it at all, where that is so. */
  readonly closed: string | undefined;
}

/** What the reader of a request may hear of a resource. */
export function hearingFor(live: LiveResource, run: OperationRun): Hearing | PromiseLike<Hearing> {
  const { closed, onlyKnown, resource } = live;
  const { context } = run;
  if (closed !== undefined) return { patterns: [], because: closed, unheard: true };
  if (onlyKnown && context.principal === null) return { patterns: [], because: 'nobody knows who they are' };
  const allowed = meetsGuards(live.guards, context);
  const hear = (is: boolean): Hearing | PromiseLike<Hearing> => {
    if (!is) return { patterns: [], because: 'a rule of paths does not let them' };
    const sight = sightOf(resource, run);
    return isPromise(sight) ? sight.then((settled) => ofSight(resource, settled, run)) : ofSight(resource, sight, run);
  };
  return isPromise(allowed) ? allowed.then(hear) : hear(allowed);
}

function ofSight(resource: ResourceModel, sight: Sight, run: OperationRun): Hearing | Promise<Hearing> {
  const isAsked = !sight.none && sight.parts.length > 0 && tellsAddress(resource);
  return isAsked ? hearingOfRead(resource, run) : hearingOf(resource, sight);
}

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
  return new AccessInput(context, { operation, known: KNOWN.head, last: KNOWN.head, uri: context.params, ...nothing });
}
