import { AccessInput, KNOWN } from '../../core/http/access-input.ts';
import { accessDenied } from '../../core/http/access-denied.ts';
import { isPromise } from '../../core/http/promises.ts';
import type { AccessDecider, AccessVerdict, AnyRule, AnyRulePart, Refused } from '../../core/http/access-rule.ts';
import type { Known } from '../../core/http/access-input.ts';
import type { RequestContext } from '../../core/kernel/events.ts';
import type { CoveringRule } from './path-rules.ts';

/** What a route says about who may use it. */
export interface AccessRule {
  readonly access?: AnyRule | undefined;
  readonly body?: unknown;
}

/** Asks the rule of a plain route; what looks at the body is left for later. @throws {HttpError} */
export function checkRouteAccess(
  context: RequestContext,
  rule: readonly AnyRulePart[],
  known: Known,
  last: Known,
): void | PromiseLike<void> {
  const take = (verdict: AccessVerdict): void => {
    if (verdict.outcome === 'postponed') context.attributes.set(POSTPONED_RULES, verdict.rest);
    judge(context, verdict, `the rule of ${context.route!.name}`);
  };
  const verdict = context.access!.decide(rule, inputOf(context, known, last));
  return isPromise(verdict) ? verdict.then(take) : take(verdict);
}

/** The attribute with the parts of a route's rule that look at the body. */
export const POSTPONED_RULES = 'oriel.access.left';

function inputOf(context: RequestContext, known: Known, last: Known): AccessInput {
  const { params, query, body } = context.input;
  const uri = (params ?? context.params) as Readonly<Record<string, unknown>>;
  return new AccessInput(context, { operation: context.route!.name, known, last, item: undefined, body, uri, query });
}

function judge(context: RequestContext, verdict: AccessVerdict, what: string): void {
  if (verdict.outcome === 'refused')
    throw createDenial(context, { ...verdict, because: `${what}: ${verdict.because}` });
  if (verdict.rows !== undefined) throw new TypeError(`${what} gave a filter of rows, but has no rows to filter`);
  if (verdict.outcome === 'granted' && context.trace.recording)
    context.trace.decide('access', 'granted', `${what}: ${verdict.because}`);
}

/** The answer to who may not. */
export function createDenial(context: RequestContext, verdict: Refused): Error {
  if (context.trace.recording) context.trace.decide('access', verdict.hide ? 'hidden' : 'refused', verdict.because);
  return accessDenied(context, verdict);
}

/** Asks the rules of paths, each in turn, and goes on. @throws {HttpError} */
export function checkPathRules(
  context: RequestContext,
  decider: AccessDecider,
  covering: readonly (CoveringRule | undefined)[],
  next: () => void | PromiseLike<void>,
  from = 0,
): void | PromiseLike<void> {
  for (let at = from; at < covering.length; at++) {
    const rule = covering[at];
    if (rule === undefined) continue;
    const take = (verdict: AccessVerdict): void => judge(context, verdict, `the rule of ${rule.path || '/'}`);
    const verdict = decider.decide(rule.parts, inputOf(context, KNOWN.head, KNOWN.head));
    if (isPromise(verdict))
      return verdict.then((settled) => {
        take(settled);
        return checkPathRules(context, decider, covering, next, at + 1);
      });
    take(verdict);
  }
  return next();
}
