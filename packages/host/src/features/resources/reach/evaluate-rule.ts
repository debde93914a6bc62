import type { HttpContext, MaybePromise } from 'oriel-core/http';
import { AccessInput } from '../../../http/access-input.ts';
import type { AccessPhase } from '../../../http/access-input.ts';
import { getAccessDecider } from '../../../http/access-rule.ts';
import type { AccessVerdict, AnyRulePart } from '../../../http/access-rule.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import type { Item } from '../model/reach.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationCall } from '../model/operation-call.ts';

/** What an access rule is evaluated for. */
export interface RuleSubject {
  readonly context: HttpContext;
  readonly operation: Operation;
  readonly uri: OperationCall['uri'];
  readonly item: Item | null | undefined;
  readonly body: unknown;
  readonly query: unknown;
}

/** Evaluates an access rule. @param last how much is known when the last part of the rule can be evaluated */
export function evaluateRule(
  subject: RuleSubject,
  rule: readonly AnyRulePart[],
  known: AccessPhase,
  last: AccessPhase,
): MaybePromise<AccessVerdict> {
  const { context, operation, uri, item, body, query } = subject;
  if (rule.length === 0) return GRANTED;
  const decider = getAccessDecider(context);
  if (decider === undefined) throw new TypeError(`No access decision is set up for the rules of ${operation.name}`);
  return decider.decide(
    rule,
    new AccessInput(context, { operation: operation.name, phase: known, lastPhase: last, item, body, uri, query }),
  );
}

const GRANTED: AccessVerdict = Object.freeze({ outcome: 'granted', because: 'no rule applies' });

/** Returns the filters of the rows to which a verdict limits access. */
export function listRows(verdict: AccessVerdict): readonly FilterTree[] {
  return verdict.outcome === 'refused' ? [] : ((verdict.rows ?? []) as FilterTree[]);
}
