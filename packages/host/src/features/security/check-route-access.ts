import { AccessInput, ACCESS_PHASES } from '../../http/access-input.ts';
import { createAccessDeniedError } from '../../listeners/access-denied.ts';
import { andThen, isPromise } from 'oriel-core/http';
import { getAccessDecider } from '../../http/access-rule.ts';
import type { AccessDecider, AccessVerdict, AnyRule, AnyRulePart, Refused } from '../../http/access-rule.ts';
import type { AccessPhase } from '../../http/access-input.ts';
import type { RequestContext, ControllerArgumentsEvent } from '../../kernel/events.ts';
import type { CoveringRule } from './path-rules.ts';
import type { Subscriber } from '../../events/subscriber.ts';

/** The part of a route declaration that access checks read. */
export interface AccessRule {
  readonly access?: AnyRule | undefined;
  readonly body?: unknown;
}

/** Checks the access rule of a route that is not an operation. Parts that read the body are postponed. @throws {HttpError} */
export function checkRouteAccess(
  context: RequestContext,
  rule: readonly AnyRulePart[],
  known: AccessPhase,
  last: AccessPhase,
): void | PromiseLike<void> {
  return andThen(getAccessDecider(context)!.decide(rule, createInput(context, known, last)), (verdict) => {
    if (verdict.outcome === 'postponed') context.attributes.set(POSTPONED_RULES, verdict.rest);
    judge(context, verdict, `the rule of ${context.route!.name}`);
  });
}

/** The attribute of the context that has the postponed parts of a rule. */
export const POSTPONED_RULES = 'oriel.access.left';

function createInput(context: RequestContext, known: AccessPhase, last: AccessPhase): AccessInput {
  const { params, query, body } = context.input;
  const uri = (params ?? context.params) as Readonly<Record<string, unknown>>;
  const operation = context.route!.name;
  return new AccessInput(context, { operation, phase: known, lastPhase: last, item: undefined, body, uri, query });
}

function judge(context: RequestContext, verdict: AccessVerdict, what: string): void {
  if (verdict.outcome === 'refused')
    throw createDenial(context, { ...verdict, because: `${what}: ${verdict.because}` });
  if (verdict.rows !== undefined) throw new TypeError(`${what} gave a filter of rows, but has no rows to filter`);
  if (verdict.outcome === 'granted' && context.trace.recording)
    context.trace.decide('access', 'granted', `${what}: ${verdict.because}`);
}

/** Creates the error of a denied request, and records the reason. */
export function createDenial(context: RequestContext, verdict: Refused): Error {
  if (context.trace.recording) context.trace.decide('access', verdict.hide ? 'hidden' : 'refused', verdict.because);
  return createAccessDeniedError(context, verdict);
}

/** Checks the rules of paths in turn and calls `next`. @throws {HttpError} */
export function checkPathRules(
  context: RequestContext,
  decider: AccessDecider,
  covering: readonly (CoveringRule | undefined)[],
  next: () => void | PromiseLike<void>,
  from = 0,
): void | PromiseLike<void> {
  for (let index = from; index < covering.length; index++) {
    const rule = covering[index];
    if (rule === undefined) continue;
    const take = (verdict: AccessVerdict): void => judge(context, verdict, `the rule of ${rule.path || '/'}`);
    const verdict = decider.decide(rule.parts, createInput(context, ACCESS_PHASES.head, ACCESS_PHASES.head));
    if (isPromise(verdict))
      return verdict.then((result) => {
        take(result);
        return checkPathRules(context, decider, covering, next, index + 1);
      });
    take(verdict);
  }
  return next();
}

/** Checks the postponed parts of access rules of routes after the body is validated and before the handler is called. */
export const routeGrantListener = {
  name: 'RouteGrantListener',
  appliesTo(route: unknown): boolean {
    const { access, body } = route as AccessRule;
    return access !== undefined && body !== undefined;
  },
  on: {
    'kernel.controller_arguments'({ context }: ControllerArgumentsEvent): void | PromiseLike<void> {
      const postponed = context.attributes.get(POSTPONED_RULES) as readonly AnyRulePart[] | undefined;
      return postponed && checkRouteAccess(context, postponed, ACCESS_PHASES.body, ACCESS_PHASES.body);
    },
  },
} satisfies Subscriber;
