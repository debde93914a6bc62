import { deepEqual, equal, ok } from 'node:assert/strict';
import { expectsChange } from './check-exchanges.ts';
import type { Exchange } from './clients.ts';
import { planId } from './item-tables.ts';
import type { ItemState, ResourceName, StoredChange } from './item-tables.ts';

/** Everything that writes have caused besides the change of the item. */
export interface Effects {
  /** Rows that functions and hooks have written, by kind: the request and the item. */
  readonly notes: readonly { readonly kind: string; readonly request: string; readonly item: number }[];
  readonly audit: readonly { readonly request: string; readonly item: number }[];
  /** The data of the messages that were delivered, in their order. */
  readonly messages: readonly Message[];
  /** The data of updates by resource. */
  readonly published: readonly { readonly resource: ResourceName; readonly data: Published }[];
}

export interface Message {
  readonly request: string;
  readonly id: number;
  readonly previous: ItemState | null;
  readonly next: ItemState | null;
}

/** An item, or the path of a deleted one. */
export type Published = ItemState | { readonly '@id': string };

/**
 * Checks that each committed write has its rows, message and update exactly once, that refused writes have none, and that the messages
 * of an item are in the order of its changes.
 *
 * @throws {AssertionError} with what is missing or too much
 */
export function checkEffects(
  exchanges: readonly Exchange[],
  stored: readonly StoredChange[],
  { notes, audit, messages, published }: Effects,
): void {
  const writes = committedWrites(exchanges);
  const hooked = writes.filter(
    ({ resource, operation, isMain }) => resource !== 'plain' && operation !== 'charge' && isMain,
  );
  const expected: Record<string, readonly Write[]> = {
    function: writes.filter(({ resource, isCustom }) => resource === 'functions' && !isCustom),
    custom: writes.filter(({ isCustom, isMain }) => isCustom && isMain),
    hook: hooked.filter(({ resource }) => resource === 'hooked'),
    commit: hooked.filter(({ resource }) => resource === 'hooked'),
  };
  for (const [kind, some] of Object.entries(expected))
    assertSame(
      `notes of "${kind}"`,
      notes.filter((note) => note.kind === kind),
      some,
    );
  assertSame('audit rows', audit, hooked);
  assertSame(
    'messages',
    messages.map(({ request, id }) => ({ request, item: id })),
    hooked,
  );
  checkOrder(messages, stored, hooked);
  checkPublished(published, stored, writes);
}

interface Write {
  readonly request: string;
  readonly item: number;
  readonly resource: ResourceName;
  readonly operation: string;
  readonly isCustom: boolean;
  /** Whether it is the item of the path, and not another one that the function has written. */
  readonly isMain: boolean;
}

const CUSTOM: readonly string[] = ['increment', 'transfer', 'charge'];

function committedWrites(exchanges: readonly Exchange[]): Write[] {
  return [...Map.groupBy(exchanges, ({ id }) => planId(id))].flatMap(([request, group]) => {
    const { plan } = group[0]!;
    const { resource, operation } = plan;
    if (operation === 'get') return [];
    const performed = group.find(({ status }) => status < 300) ?? group[0]!;
    const isCustom = CUSTOM.includes(operation);
    return plan.items
      .map((item, index) => ({ request, item, resource, operation, isCustom, isMain: !isCustom || index === 0 }))
      .filter((_, index) => expectsChange(performed, index));
  });
}

interface Counted {
  readonly request: string;
  readonly item: number;
}

function assertSame(what: string, found: readonly Counted[], expected: readonly Counted[]): void {
  const names = ({ request, item }: Counted): string => `${planId(request)} of item ${item}`;
  const [one, other] = [found.map(names).toSorted(), expected.map(names).toSorted()];
  const count = (list: readonly string[], name: string): number => list.filter((listed) => listed === name).length;
  const different = [...new Set([...one, ...other])].filter((name) => count(one, name) !== count(other, name));
  const text = different.slice(0, 5).map((name) => `${name}: ${count(one, name)} instead of ${count(other, name)}`);
  equal(different.length, 0, `${what} of ${text.join('; ')}`);
}

function checkOrder(messages: readonly Message[], stored: readonly StoredChange[], hooked: readonly Write[]): void {
  const names = new Set(hooked.map(({ resource, request, item }) => `${resource} ${request} ${item}`));
  const resources = new Map(hooked.map(({ request, resource }) => [request, resource]));
  const expected = Map.groupBy(
    stored.filter(({ resource, item, after }) => after === null || names.has(`${resource} ${after.text} ${item}`)),
    ({ resource, item }) => `${resource}/${item}`,
  );
  const found = Map.groupBy(messages, ({ request, id }) => `${resources.get(planId(request))}/${id}`);
  for (const [item, sent] of found)
    deepEqual(
      sent.map(({ previous, next }) => [previous, next]),
      expected.get(item)!.map(({ before, after }) => [before, after]),
      `messages of ${item} in another order than its changes`,
    );
}

// Updates have no state if the item was deleted. An operation without a transaction publishes the state that it reads at its end.
function checkPublished(
  published: Effects['published'],
  stored: readonly StoredChange[],
  writes: readonly Write[],
): void {
  const name = (resource: string, item: number | string, state: unknown): string =>
    `${resource}/${item} ${JSON.stringify(state)}`;
  const found = published.map(({ resource, data }) =>
    '@id' in data ? name(resource, data['@id'].split('/').at(-1)!, null) : name(resource, data.id, sorted(data)),
  );
  const read = new Set(
    writes.filter(({ operation }) => operation === 'charge').map(({ resource, item }) => `${resource}/${item}`),
  );
  const silent = new Set(
    writes
      .filter(({ operation, isMain }) => operation === 'charge' || !isMain)
      .map(({ request, item }) => `${request} ${item}`),
  );
  const times = new Map<string, { expected: number; found: number; isRead: boolean }>();
  for (const { resource, item, after } of stored) {
    const change = name(resource, item, after && sorted(after));
    const { expected = 0 } = times.get(change) ?? {};
    const isSilent = after !== null && silent.has(`${after.text} ${item}`);
    times.set(change, { expected: expected + (isSilent ? 0 : 1), found: 0, isRead: read.has(`${resource}/${item}`) });
  }
  for (const update of found) {
    const known = times.get(update);
    ok(known, `An update was published that is not a committed change: ${update}`);
    known.found++;
  }
  for (const [change, { expected, found: count, isRead }] of times)
    ok(
      isRead ? count >= expected : count === expected,
      `${change} was published ${count} times instead of ${expected}`,
    );
}

const sorted = ({ id, text, count, a, b }: ItemState): ItemState => ({ id, text, count, a, b });
