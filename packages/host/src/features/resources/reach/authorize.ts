import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { TracedContext } from 'oriel-core/trace';
import { ACCESS_PHASES } from '../../../http/access-input.ts';
import type { AccessPhase } from '../../../http/access-input.ts';
import type { AnyRulePart, Refused } from '../../../http/access-rule.ts';
import { createAccessDeniedError } from '../../../listeners/access-denied.ts';
import { combineFilters } from '../declare/filters/where.ts';
import { isReadOperation } from '../model/operation.ts';
import type { OperationCall, BodyRequest, PendingWrite } from '../model/operation-call.ts';
import { EVERYTHING } from '../model/reach.ts';
import type { Reach } from '../model/reach.ts';
import { matchesFilter } from '../source/matches-filter.ts';
import { evaluateRule, listRows } from './evaluate-rule.ts';
import type { RuleSubject } from './evaluate-rule.ts';

/**
 * Evaluates the rules of an operation that need neither the item nor the body, and returns what its user can reach. Runs after the
 * firewall and before anything is read.
 *
 * @throws {HttpError} (as a rejection) if a rule denies access
 */
export async function authorizeRequest(call: PendingWrite): Promise<Reach> {
  const { rule, hiding, last } = call.operation.access!;
  const subject = createSubject(call);
  const verdict = await evaluateRule(subject, rule ?? [], ACCESS_PHASES.head, last);
  if (verdict.outcome === 'refused') throw accessError(call, verdict, ACCESS_PHASES.head);
  if (verdict.outcome === 'granted' && rule !== undefined) logDecision(call, 'granted', verdict.because);
  const limits = combineFilters(listRows(verdict));
  const isRead = isReadOperation(call.operation);
  let rows = isRead ? limits : undefined;
  const pendingReads: AnyRulePart[] = [];
  // Each part separately, because a denied read rule does not deny this operation.
  for (const part of hiding) {
    const found = await evaluateRule(subject, [part], ACCESS_PHASES.head, ACCESS_PHASES.item);
    rows = combineFilters([rows, ...listRows(found)]);
    // Parts that the rule of the operation contains as well are evaluated there.
    if (found.outcome === 'postponed' && rule?.includes(part) !== true) pendingReads.push(...found.rest);
  }
  return {
    ...EVERYTHING,
    rows,
    writable: isRead ? undefined : limits,
    pending: verdict.outcome === 'postponed' ? verdict.rest : [],
    pendingReads,
  };
}

/**
 * Evaluates the rules that need the item, after it was read, and returns what is then known of the reach.
 *
 * @throws {HttpError} (as a rejection) if a rule denies access
 */
export async function authorizeItem(call: PendingWrite): Promise<Reach> {
  const { reach, previous: item } = call;
  if (reach.pendingReads.length > 0 && item != null) {
    const subject = createSubject(call);
    const verdict = await evaluateRule(subject, reach.pendingReads, ACCESS_PHASES.item, ACCESS_PHASES.item);
    if (verdict.outcome === 'refused') throw accessError(call, { ...verdict, hide: true });
    const rows = combineFilters(listRows(verdict));
    if (rows !== undefined && !(await matchesFilter(item, rows, call)))
      throw accessError(call, { ...outsideRows(call), hide: true });
  }
  const known = await evaluatePending(call, ACCESS_PHASES.item);
  if (known.writable !== undefined && item != null && !(await matchesFilter(item, known.writable, call)))
    throw accessError(call, outsideRows(call));
  return known;
}

/**
 * Evaluates the rules that need the validated body, and returns what is then known of the reach.
 *
 * @throws {HttpError} (as a rejection) if a rule denies access
 */
export async function authorizeBody(call: PendingWrite): Promise<Reach> {
  return evaluatePending(call, ACCESS_PHASES.body);
}

async function evaluatePending(call: PendingWrite, known: AccessPhase): Promise<Reach> {
  const { reach, operation } = call;
  if (reach.pending.length === 0) return reach;
  const verdict = await evaluateRule(createSubject(call), reach.pending, known, operation.access!.last);
  if (verdict.outcome === 'refused') throw accessError(call, verdict);
  if (verdict.outcome === 'granted') logDecision(call, 'granted', verdict.because);
  return {
    ...reach,
    writable: combineFilters([reach.writable, ...listRows(verdict)]),
    pending: verdict.outcome === 'postponed' ? verdict.rest : [],
  };
}

function createSubject({ context, operation, uri, previous, input, query }: PendingWrite): RuleSubject {
  return { context, operation, uri, item: previous, body: input, query: query?.declared };
}

/** Creates the error for a denied operation. @param known what was known when the rule was evaluated */
export function accessError(call: BodyRequest, verdict: Refused, known: AccessPhase = ACCESS_PHASES.item): Error {
  const { operation, context } = call;
  const hide = verdict.hide || operation.access?.hide === true;
  logDecision(call, hide ? 'hidden' : 'refused', verdict.because);
  // A rule that does not need the item hides the operation; otherwise only the item is hidden.
  const hidesItem = operation.hasItem && known !== ACCESS_PHASES.head;
  return createAccessDeniedError(context, { ...verdict, hide }, hidesItem ? notFoundMessage(call) : undefined);
}

/** Returns the message of a 404 for the item of a call. */
export function notFoundMessage({ operation, uri, id: identity }: BodyRequest): Message {
  const { identifier } = operation.resource;
  const id = String(uri['id'] ?? (identity && identifier.format(identity)));
  return message('item.not-found', {
    type: operation.resource.type,
    id: id.length > 100 ? `${id.slice(0, 100)}…` : id,
  });
}

function outsideRows({ operation }: OperationCall): Refused {
  const because = `the item is not among the rows that the rule of ${operation.name} allows`;
  return { outcome: 'refused', because, reason: '', hide: false };
}

function logDecision({ context, operation }: OperationCall, outcome: string, because: string): void {
  const { trace } = context as TracedContext;
  if (trace.recording) trace.decide('access', outcome, `${operation.name}: ${because}`);
}
