import { AccessInput, KNOWN } from '../../../core/http/access-input.ts';
import { accessDenied } from '../../../core/http/access-denied.ts';
import { andThen, isPromise } from '../../../core/http/promises.ts';
import type { AnyRulePart, Refused, AccessVerdict } from '../../../core/http/access-rule.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { Known } from '../../../core/http/access-input.ts';
import type { Trace } from '../../../core/trace/trace.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { Operation } from '../model/operation.ts';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { isReadOperation } from './operation-access.ts';
import type { OperationAccess } from './operation-access.ts';
import { combineFilters } from '../filters/where.ts';
import type { MaybePromise } from '../../../core/http/promises.ts';
import { matchesFilter } from './matches-filter.ts';

/** What is left to decide about a run, and what was decided about its rows. */
export interface RunAccess {
  /** The parts of the rule that look at what is not known yet. */
  pendingRules: readonly AnyRulePart[];
  /** The rules of reading that look at the item. */
  pendingReadRules: readonly AnyRulePart[];
  /** What this operation is allowed for, of what there is. */
  rowFilter: FilterTree | undefined;
}

/** Asks everything that needs neither item nor body: right after the firewall, before anything is read. @throws {HttpError} */
export function authorizeRequest(run: OperationRun): MaybePromise<void> {
  const access = run.operation.access!;
  const state: RunAccess = (run.authorization.access = {
    pendingRules: [],
    pendingReadRules: [],
    rowFilter: undefined,
  });
  // The rules of a QUERY that can be hidden are asked before its body is read, and again in their usual place.
  run.authorization.rows = undefined;
  const own = evaluateRule(subjectOf(run), access.rule ?? [], KNOWN.head, access.last);
  const hide = (): MaybePromise<void> => {
    if (access.hiding.length === 0) return undefined;
    // One by one: a no of one of them is no answer to this operation.
    return each(access.hiding, (part) =>
      andThen(evaluateRule(subjectOf(run), [part], KNOWN.head, KNOWN.item), (verdict) => {
        if (verdict.outcome === 'refused') return;
        hideRows(run, verdict.rows);
        // A part that the operation's own rule has too is asked there about the item.
        if (verdict.outcome === 'postponed' && access.rule?.includes(part) !== true)
          state.pendingReadRules = [...state.pendingReadRules, ...verdict.rest];
      }),
    );
  };
  return andThen(own, (verdict) => {
    if (verdict.outcome === 'refused') throw accessError(run, verdict, KNOWN.head);
    if (verdict.outcome === 'postponed') state.pendingRules = verdict.rest;
    if (isReadOperation(run.operation)) hideRows(run, verdict.rows);
    else state.rowFilter = combineFilters((verdict.rows ?? []) as FilterTree[]);
    if (verdict.outcome === 'granted' && access.rule !== undefined) tell(run, 'granted', verdict.because);
    return hide();
  });
}

/** Asks what looks at the item, now that it was read. @throws {HttpError} */
export function authorizeItem(run: OperationRun): MaybePromise<void> {
  const { access } = run.authorization;
  if (access === undefined) return undefined;
  const own = (): MaybePromise<void> =>
    andThen(grantRest(run, access, KNOWN.item), () => {
      const { rowFilter } = access;
      const item = run.read.previous;
      if (rowFilter === undefined || item === undefined || item === null) return undefined;
      return andThen(matchesFilter(item, rowFilter, run), (within) => {
        if (!within) throw accessError(run, outside(run));
      });
    });
  if (access.pendingReadRules.length === 0 || run.read.previous == null) return own();
  const verdict = evaluateRule(subjectOf(run), access.pendingReadRules, KNOWN.item, KNOWN.item);
  return andThen(verdict, (settled) => {
    if (settled.outcome === 'refused') throw accessError(run, { ...settled, hide: true });
    const tree = combineFilters((settled.rows ?? []) as FilterTree[]);
    if (tree === undefined) return own();
    return andThen(matchesFilter(run.read.previous!, tree, run), (within) => {
      if (!within) throw accessError(run, { ...outside(run), hide: true });
      return own();
    });
  });
}

/** Asks what looks at the body, now that it is valid, and sees that nothing is put where it may not be. @throws {HttpError} */
export function authorizeBody(run: OperationRun): MaybePromise<void> {
  const { access } = run.authorization;
  return access === undefined ? undefined : grantRest(run, access, KNOWN.body);
}

function grantRest(run: OperationRun, state: RunAccess, known: Known): MaybePromise<void> {
  if (state.pendingRules.length === 0) return undefined;
  return andThen(evaluateRule(subjectOf(run), state.pendingRules, known, run.operation.access!.last), (verdict) => {
    if (verdict.outcome === 'refused') throw accessError(run, verdict);
    state.rowFilter = combineFilters([state.rowFilter, ...((verdict.rows ?? []) as FilterTree[])]);
    state.pendingRules = verdict.outcome === 'postponed' ? verdict.rest : [];
    if (verdict.outcome === 'granted') tell(run, 'granted', verdict.because);
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
  known: Known,
  last: Known,
): MaybePromise<AccessVerdict> {
  const { context, operation, uri, item, body, query } = subject;
  if (rule.length === 0) return GRANTED;
  if (context.access === undefined)
    throw new TypeError(`No access decision is set up for the rules of ${operation.name}`);
  return context.access.decide(
    rule,
    new AccessInput(context, { operation: operation.name, known, last, item, body, uri, query }),
  );
}

const GRANTED: AccessVerdict = Object.freeze({ outcome: 'granted', because: 'no rule applies' });

/** The answer to who may not do an operation. @param known what the refused rule could look at */
export function accessError(run: OperationRun, verdict: Refused, known: Known = KNOWN.item): Error {
  const { operation, context } = run;
  const hide = verdict.hide || (operation.access as OperationAccess).hide;
  tell(run, hide ? 'hidden' : 'refused', verdict.because);
  // A rule that looks at no item hides the operation; otherwise the item is hidden.
  const hidesItem = operation.hasItem && known !== KNOWN.head;
  return accessDenied(context, { ...verdict, hide }, hidesItem ? notFoundMessage(run) : undefined);
}

/** What is said of an item that is not there. */
export function notFoundMessage({ operation, uri, request: { id: identity } }: OperationRun): string {
  const { identifier } = operation.resource;
  const id = String(uri['id'] ?? (identity && identifier.format(identity)));
  return `There is no ${operation.resource.type} "${id.length > 100 ? `${id.slice(0, 100)}…` : id}"`;
}

function outside(run: OperationRun): Refused {
  const because = `the item is none of the rows that the rule of ${run.operation.name} allows`;
  return { outcome: 'refused', because, told: '', hide: false };
}

function hideRows(run: OperationRun, found: readonly object[] | undefined): void {
  if (found === undefined) return;
  run.authorization.rows = combineFilters([run.authorization.rows, ...(found as FilterTree[])]);
}

function tell(run: OperationRun, outcome: string, because: string): void {
  const { trace } = run.context as HttpContext<unknown, Trace>;
  if (trace.recording) trace.decide('access', outcome, `${run.operation.name}: ${because}`);
}

function each<T>(list: readonly T[], work: (entry: T) => MaybePromise<void>, from = 0): MaybePromise<void> {
  for (let at = from; at < list.length; at++) {
    const pending = work(list[at]!);
    if (isPromise(pending)) return pending.then(() => each(list, work, at + 1));
  }
}
