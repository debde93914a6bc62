import { AccessInput, KNOWN } from '../../../core/http/access-input.ts';
import { accessDenied } from '../../../core/http/access-denied.ts';
import { isPromise } from '../../../core/http/promises.ts';
import type { AnyRulePart, Refused, AccessVerdict } from '../../../core/http/access-rule.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { Known } from '../../../core/http/access-input.ts';
import type { Trace } from '../../../core/trace/trace.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import type { OperationRun } from '../running/operation-run.ts';
import { isReading } from './operation-access.ts';
import type { OperationAccess } from './operation-access.ts';
import { allOf } from '../filters/rows.ts';
import { settle } from '../model/later.ts';
import type { Later } from '../model/later.ts';
import { meets } from './visible-rows.ts';

/** What is left to decide about a run, and what was decided about its rows. */
export interface RunAccess {
  /** The parts of the rule that look at what is not known yet. */
  left: readonly AnyRulePart[];
  /** The rules of reading that look at the item. */
  hidingLeft: readonly AnyRulePart[];
  /** What this operation is allowed for, of what there is. */
  only: FilterTree | undefined;
}

/** Asks everything that needs neither item nor body: right after the firewall, before anything is read. @throws {HttpError} */
export function grantHead(run: OperationRun): Later<void> {
  const access = run.operation.access!;
  const state: RunAccess = (run.authorization.access = { left: [], hidingLeft: [], only: undefined });
  // The rules of a QUERY that can be hidden are asked before its body is read, and again in their usual place.
  run.authorization.rows = undefined;
  const own = ask(run, access.rule ?? [], KNOWN.head, access.last);
  const hide = (): Later<void> => {
    if (access.hiding.length === 0) return undefined;
    // One by one: a no of one of them is no answer to this operation.
    return each(access.hiding, (part) =>
      settle(ask(run, [part], KNOWN.head, KNOWN.item), (verdict) => {
        if (verdict.outcome === 'refused') return;
        hideRows(run, verdict.rows);
        // A part that the operation's own rule has too is asked there about the item.
        if (verdict.outcome === 'postponed' && access.rule?.includes(part) !== true)
          state.hidingLeft = [...state.hidingLeft, ...verdict.rest];
      }),
    );
  };
  return settle(own, (verdict) => {
    if (verdict.outcome === 'refused') throw refused(run, verdict, KNOWN.head);
    if (verdict.outcome === 'postponed') state.left = verdict.rest;
    if (isReading(run.operation)) hideRows(run, verdict.rows);
    else state.only = allOf((verdict.rows ?? []) as FilterTree[]);
    if (verdict.outcome === 'granted' && access.rule !== undefined) tell(run, 'granted', verdict.because);
    return hide();
  });
}

/** Asks what looks at the item, now that it was read. @throws {HttpError} */
export function grantItem(run: OperationRun): Later<void> {
  const { access } = run.authorization;
  if (access === undefined) return undefined;
  const own = (): Later<void> =>
    settle(grantRest(run, access, KNOWN.item), () => {
      const { only } = access;
      const item = run.read.previous;
      if (only === undefined || item === undefined || item === null) return undefined;
      return settle(meets(item, only, run), (within) => {
        if (!within) throw refused(run, outside(run));
      });
    });
  if (access.hidingLeft.length === 0 || run.read.previous == null) return own();
  const verdict = ask(run, access.hidingLeft, KNOWN.item, KNOWN.item);
  return settle(verdict, (settled) => {
    if (settled.outcome === 'refused') throw refused(run, { ...settled, hide: true });
    const tree = allOf((settled.rows ?? []) as FilterTree[]);
    if (tree === undefined) return own();
    return settle(meets(run.read.previous!, tree, run), (within) => {
      if (!within) throw refused(run, { ...outside(run), hide: true });
      return own();
    });
  });
}

/** Asks what looks at the body, now that it is valid, and sees that nothing is put where it may not be. @throws {HttpError} */
export function grantBody(run: OperationRun): Later<void> {
  const { access } = run.authorization;
  return access === undefined ? undefined : grantRest(run, access, KNOWN.body);
}

function grantRest(run: OperationRun, state: RunAccess, known: Known): Later<void> {
  if (state.left.length === 0) return undefined;
  return settle(ask(run, state.left, known, run.operation.access!.last), (verdict) => {
    if (verdict.outcome === 'refused') throw refused(run, verdict);
    state.only = allOf([state.only, ...((verdict.rows ?? []) as FilterTree[])]);
    state.left = verdict.outcome === 'postponed' ? verdict.rest : [];
    if (verdict.outcome === 'granted') tell(run, 'granted', verdict.because);
  });
}

/** What a rule comes to for a run. */
export function ask(run: OperationRun, rule: readonly AnyRulePart[], known: Known, last: Known): Later<AccessVerdict> {
  const {
    context,
    operation,
    uri,
    request: { query },
  } = run;
  if (rule.length === 0) return NOTHING_SAID;
  if (context.access === undefined) throw new TypeError(`Nobody decides about the rules of ${operation.name}`);
  return context.access.decide(
    rule,
    new AccessInput(context, {
      ...{ operation: operation.name, known, last, item: run.read.previous, body: run.request.input, uri },
      query: query?.own,
    }),
  );
}

const NOTHING_SAID: AccessVerdict = Object.freeze({ outcome: 'granted', because: 'nothing is said against it' });

/** The answer to who may not do an operation. @param known what the refused rule could look at */
export function refused(run: OperationRun, verdict: Refused, known: Known = KNOWN.item): Error {
  const { operation, context } = run;
  const hide = verdict.hide || (operation.access as OperationAccess).hide;
  tell(run, hide ? 'hidden' : 'refused', verdict.because);
  // A rule that looks at no item hides the operation; otherwise the item is hidden.
  const hidesItem = operation.item && known !== KNOWN.head;
  return accessDenied(context, { ...verdict, hide }, hidesItem ? missing(run) : undefined);
}

/** What is said of an item that is not there. */
export function missing({ operation, uri, request: { id: identity } }: OperationRun): string {
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
  run.authorization.rows = allOf([run.authorization.rows, ...(found as FilterTree[])]);
}

function tell(run: OperationRun, outcome: string, because: string): void {
  const { trace } = run.context as HttpContext<unknown, Trace>;
  if (trace.recording) trace.decide('access', outcome, `${run.operation.name}: ${because}`);
}

function each<T>(list: readonly T[], work: (entry: T) => Later<void>, from = 0): Later<void> {
  for (let at = from; at < list.length; at++) {
    const pending = work(list[at]!);
    if (isPromise(pending)) return pending.then(() => each(list, work, at + 1));
  }
}
