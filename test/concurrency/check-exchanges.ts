import { fail } from 'node:assert/strict';
import { getStatus } from './clients.ts';
import type { Exchange } from './clients.ts';
import { ItemHistory, isSameState } from './item-history.ts';
import { RESOURCES, planId } from './item-tables.ts';
import type { ItemState, StoredChange } from './item-tables.ts';

/**
 * Checks that each response, and each committed change, is what the request does to the state of the item at some time during the
 * request: no update and no increment is lost, and a request is refused only if it has to be.
 *
 * @throws {AssertionError} with the history of the item
 */
export function checkExchanges(exchanges: readonly Exchange[], stored: readonly StoredChange[]): void {
  const histories = createHistories(exchanges, stored);
  const plans = Map.groupBy(exchanges, ({ id }) => planId(id));
  for (const { after, ...change } of stored)
    if (after !== null && !plans.has(after.text))
      fail(`No request has written ${JSON.stringify({ ...change, after })}`);
  for (const group of plans.values()) {
    const items = group[0]!.plan.items.map((item) => histories.get(`${group[0]!.plan.resource}/${item}`)!);
    // The response to a repetition is that of the first request.
    const start = Math.min(...group.map((exchange) => exchange.start));
    for (const exchange of group) checkResponse({ ...exchange, start }, items);
    checkChanges(group, items);
  }
  for (const history of histories.values()) checkDeletes(history);
}

function createHistories(
  exchanges: readonly Exchange[],
  stored: readonly StoredChange[],
): ReadonlyMap<string, ItemHistory> {
  const items = new Set(exchanges.flatMap(({ plan }) => plan.items));
  const all = RESOURCES.flatMap((name) => [...items].map((item) => new ItemHistory(name, item, stored, exchanges)));
  return new Map(all.map((history) => [`${history.resource}/${history.item}`, history]));
}

function checkResponse(exchange: Exchange, items: readonly ItemHistory[]): void {
  const { plan, body } = exchange;
  const status = getStatus(exchange);
  const explain = (text: string): never => fail(`${exchange.id}: ${text}\n${items[0]!.describe(exchange)}`);
  if (body.includes('/problems/idempotency-key-in-flight'))
    return void (items[0]!.exchanges.some((other) => overlaps(other, exchange)) || explain('no request has this key'));
  const isExpected = (history: ItemHistory, expected: number | 'thrown', item?: unknown): boolean =>
    history.wasPossible(exchange, (state) => {
      const outcome = plan.expect(history.item, state);
      // An item that is deleted during the request does not have the tag.
      const isGone = expected === 412 && outcome.status === 404 && plan.headers['If-Match'] !== undefined;
      return (outcome.status === expected || isGone) && (item === undefined || isSameState(item, outcome.after));
    });
  if (status === 200 && plan.operation === 'get')
    return void (isExpected(items[0]!, 200, JSON.parse(body)) || explain('has read a state that was not committed'));
  if (status === 207)
    for (const [index, result] of (JSON.parse(body) as { results: BulkResult[] }).results.entries()) {
      const kind = result.problem?.type === '/problems/thrown' ? 'thrown' : result.status;
      if (!isExpected(items[index]!, kind)) explain(`item ${index} must not be ${kind}`);
    }
  // Several writes that lock items in another order can be in a deadlock more often than they are repeated.
  else if (!(status === 503 && items.length > 1) && !items.some((history) => isExpected(history, status)))
    explain(`must not be ${status}`);
}

interface BulkResult {
  readonly status: number;
  readonly problem?: { readonly type: string };
  readonly item?: ItemState;
}

/** Checks what the exchanges of one plan have written; there are several if its Idempotency-Key was used again. */
function checkChanges(group: readonly Exchange[], items: readonly ItemHistory[]): void {
  const { plan } = group[0]!;
  const explain = (text: string): never => fail(`${plan.id}: ${text}\n${items[0]!.describe(group[0]!)}`);
  const performed = group.filter(({ status }) => status < 300);
  for (const { status, body } of performed)
    if (status !== performed[0]!.status || body !== performed[0]!.body)
      explain(`the same Idempotency-Key has two responses: ${performed[0]!.body} and ${body}`);
  if (plan.operation === 'get' || plan.operation === 'delete') return;
  const [success] = performed;
  for (const [index, history] of items.entries()) {
    const changes = history.changesBy(plan.id);
    const isWritten = expectsChange(success ?? group[0]!, index);
    if (changes.length !== (isWritten ? 1 : 0))
      explain(`has written item ${history.item} ${changes.length} times, instead of ${isWritten ? 'once' : 'never'}`);
    for (const { before, after } of changes) {
      const expected = plan.expect(history.item, before);
      if (!isSameState(expected.after, after))
        explain(
          `has changed ${JSON.stringify(before)}\ninto ${JSON.stringify(after)}\ninstead of ${JSON.stringify(expected)}`,
        );
      if (success !== undefined && !isSameState(writtenItem(success, index) ?? after, after))
        explain(`has stored ${JSON.stringify(after)}\nand responded ${success.body}`);
    }
  }
}

/**
 * Whether an exchange has written an item of its plan. A custom operation without a transaction keeps what it has written before it failed.
 */
export function expectsChange(exchange: Exchange, index: number): boolean {
  const { status, plan, body } = exchange;
  if (status === 207) return (JSON.parse(body) as { results: BulkResult[] }).results[index]!.status < 300;
  return status < 300 || (plan.operation === 'charge' && status === 503);
}

// The item in the response; undefined if it does not have the item.
function writtenItem({ status, plan, body }: Exchange, index: number): unknown {
  const sent = JSON.parse(body) as ItemState | ItemState[] | { results: BulkResult[] };
  if (status === 207) return (sent as { results: BulkResult[] }).results[index]!.item;
  if (Array.isArray(sent)) return sent[index];
  return plan.operation === 'charge' || index > 0 ? undefined : sent;
}

function checkDeletes(history: ItemHistory): void {
  const deletes = history.changes.filter(({ after }) => after === null);
  const [last] = history.exchanges.filter(({ plan }) => plan.operation === 'delete').toReversed();
  const succeeded = history.exchanges.filter(
    ({ plan, status }) => plan.operation === 'delete' && status === 204,
  ).length;
  if (deletes.length !== succeeded)
    fail(
      `${history.resource}/${history.item} was deleted ${deletes.length} times by ${succeeded} requests\n${history.describe(last!)}`,
    );
  for (const change of deletes)
    if (!change.causes.some(({ plan }) => plan.expect(history.item, change.before).after === null))
      fail(`No request may delete ${JSON.stringify(change.before)}\n${history.describe(last!)}`);
}

function overlaps(one: Exchange, other: Exchange): boolean {
  return one.id !== other.id && planId(one.id) === planId(other.id) && one.start <= other.end && other.start <= one.end;
}
