import { AccessInput, ACCESS_PHASES } from '../../../http/access-input.ts';
import { createAccessDeniedError } from '../../../listeners/access-denied.ts';
import { andThen, isPromise } from 'oriel-core/http';
import { accessDeciderOf } from '../../../http/access-rule.ts';
import type { AnyRulePart, Refused, AccessVerdict } from '../../../http/access-rule.ts';
import type { HttpContext, MaybePromise } from 'oriel-core/http';
import type { AccessPhase } from '../../../http/access-input.ts';
import type { TracedContext } from 'oriel-core/trace';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { Operation } from '../model/operation.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import { isReadOperation } from './operation-access.ts';
import { combineFilters } from '../filters/where.ts';
import { matchesFilter } from './matches-filter.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { RunAccess } from '../running/run-phases.ts';

/**
 * Evaluates the rules that need neither the item nor the body. Runs after the firewall and before anything is read.
 *
 * @throws {HttpError} (or rejects) if a rule denies access
 */
export function authorizeRequest(run: OperationRun): MaybePromise<void> {
  const access = run.operation.access!;
  const state: RunAccess = (run.authorization.access = {
    pendingRules: [],
    pendingReadRules: [],
    writeFilter: undefined,
  });
  // The rules of a concealable QUERY are evaluated before its body is read, and again at their usual time.
  run.authorization.readFilter = undefined;
  const own = evaluateRule(subjectOf(run), access.rule ?? [], ACCESS_PHASES.head, access.last);
  const applyReadRules = (): MaybePromise<void> => {
    if (access.hiding.length === 0) return undefined;
    // Each part separately, because a denied read rule does not deny this operation.
    return forEachInOrder(access.hiding, (part) =>
      andThen(evaluateRule(subjectOf(run), [part], ACCESS_PHASES.head, ACCESS_PHASES.item), (verdict) => {
        if (verdict.outcome === 'refused') return;
        restrictReads(run, verdict.rows);
        // Parts that the rule of the operation contains as well are evaluated there.
        if (verdict.outcome === 'postponed' && access.rule?.includes(part) !== true)
          state.pendingReadRules = [...state.pendingReadRules, ...verdict.rest];
      }),
    );
  };
  return andThen(own, (verdict) => {
    if (verdict.outcome === 'refused') throw accessError(run, verdict, ACCESS_PHASES.head);
    if (verdict.outcome === 'postponed') state.pendingRules = verdict.rest;
    if (isReadOperation(run.operation)) restrictReads(run, verdict.rows);
    else state.writeFilter = combineFilters((verdict.rows ?? []) as FilterTree[]);
    if (verdict.outcome === 'granted' && access.rule !== undefined) logDecision(run, 'granted', verdict.because);
    return applyReadRules();
  });
}

/** Evaluates the rules that need the item, after it was read. @throws {HttpError} (or rejects) if a rule denies access */
export function authorizeItem(run: OperationRun): MaybePromise<void> {
  const { access } = run.authorization;
  if (access === undefined) return undefined;
  const own = (): MaybePromise<void> =>
    andThen(evaluatePendingRules(run, access, ACCESS_PHASES.item), () => {
      const { writeFilter } = access;
      const item = run.read.previous;
      if (writeFilter === undefined || item === undefined || item === null) return undefined;
      return andThen(matchesFilter(item, writeFilter, run), (isMatch) => {
        if (!isMatch) throw accessError(run, outsideRows(run));
      });
    });
  if (access.pendingReadRules.length === 0 || run.read.previous == null) return own();
  const verdict = evaluateRule(subjectOf(run), access.pendingReadRules, ACCESS_PHASES.item, ACCESS_PHASES.item);
  return andThen(verdict, (settled) => {
    if (settled.outcome === 'refused') throw accessError(run, { ...settled, hide: true });
    const tree = combineFilters((settled.rows ?? []) as FilterTree[]);
    if (tree === undefined) return own();
    return andThen(matchesFilter(run.read.previous!, tree, run), (isMatch) => {
      if (!isMatch) throw accessError(run, { ...outsideRows(run), hide: true });
      return own();
    });
  });
}

/** Evaluates the rules that need the validated body. @throws {HttpError} (or rejects) if a rule denies access */
export function authorizeBody(run: OperationRun): MaybePromise<void> {
  const { access } = run.authorization;
  return access === undefined ? undefined : evaluatePendingRules(run, access, ACCESS_PHASES.body);
}

function evaluatePendingRules(run: OperationRun, state: RunAccess, known: AccessPhase): MaybePromise<void> {
  if (state.pendingRules.length === 0) return undefined;
  return andThen(evaluateRule(subjectOf(run), state.pendingRules, known, run.operation.access!.last), (verdict) => {
    if (verdict.outcome === 'refused') throw accessError(run, verdict);
    state.writeFilter = combineFilters([state.writeFilter, ...((verdict.rows ?? []) as FilterTree[])]);
    state.pendingRules = verdict.outcome === 'postponed' ? verdict.rest : [];
    if (verdict.outcome === 'granted') logDecision(run, 'granted', verdict.because);
  });
}

/** What an access rule is evaluated for. */
export interface RuleSubject {
  readonly context: HttpContext;
  readonly operation: Operation;
  readonly uri: OperationRun['uri'];
  readonly item: Item | null | undefined;
  readonly body: unknown;
  readonly query: unknown;
}

function subjectOf({ context, operation, uri, read, request }: OperationRun): RuleSubject {
  return { context, operation, uri, item: read.previous, body: request.input, query: request.query?.declared };
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
  const decider = accessDeciderOf(context);
  if (decider === undefined) throw new TypeError(`No access decision is set up for the rules of ${operation.name}`);
  return decider.decide(
    rule,
    new AccessInput(context, { operation: operation.name, phase: known, lastPhase: last, item, body, uri, query }),
  );
}

const GRANTED: AccessVerdict = Object.freeze({ outcome: 'granted', because: 'no rule applies' });

/** Creates the error for a denied operation. @param known what was known when the rule was evaluated */
export function accessError(run: OperationRun, verdict: Refused, known: AccessPhase = ACCESS_PHASES.item): Error {
  const { operation, context } = run;
  const hide = verdict.hide || operation.access?.hide === true;
  logDecision(run, hide ? 'hidden' : 'refused', verdict.because);
  // A rule that does not need the item hides the operation; otherwise only the item is hidden.
  const hidesItem = operation.hasItem && known !== ACCESS_PHASES.head;
  return createAccessDeniedError(context, { ...verdict, hide }, hidesItem ? notFoundMessage(run) : undefined);
}

/** Returns the message of a 404 for the item of a run. */
export function notFoundMessage({ operation, uri, request: { id: identity } }: OperationRun): Message {
  const { identifier } = operation.resource;
  const id = String(uri['id'] ?? (identity && identifier.format(identity)));
  return message('item.not-found', {
    type: operation.resource.type,
    id: id.length > 100 ? `${id.slice(0, 100)}…` : id,
  });
}

function outsideRows(run: OperationRun): Refused {
  const because = `the item is not among the rows that the rule of ${run.operation.name} allows`;
  return { outcome: 'refused', because, reason: '', hide: false };
}

function restrictReads(run: OperationRun, found: readonly object[] | undefined): void {
  if (found === undefined) return;
  run.authorization.readFilter = combineFilters([run.authorization.readFilter, ...(found as FilterTree[])]);
}

function logDecision(run: OperationRun, outcome: string, because: string): void {
  const { trace } = run.context as TracedContext;
  if (trace.recording) trace.decide('access', outcome, `${run.operation.name}: ${because}`);
}

// Waits only for entries that return a promise.
function forEachInOrder<T>(list: readonly T[], work: (entry: T) => MaybePromise<void>, from = 0): MaybePromise<void> {
  for (let at = from; at < list.length; at++) {
    const pending = work(list[at]!);
    if (isPromise(pending)) return pending.then(() => forEachInOrder(list, work, at + 1));
  }
}
