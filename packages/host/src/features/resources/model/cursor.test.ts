import { deepEqual, notEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CursorCodec, cursorValues } from './cursor.ts';
import type { OrderKey } from '../declare/filters/filter-tree.ts';
import { listInMemory } from '../source/list-in-memory.ts';
import type { CursorValue, ListRequest } from '../declare/list-request.ts';

const KEY = Buffer.alloc(32, 'a key of 32 bytes, for tests');
const ORDER: OrderKey[] = [
  { field: 'title', direction: 'desc' },
  { field: 'id', direction: 'asc' },
];
const cursorPosition = { from: ['a "b"', 7, null, true] as CursorValue[], direction: 'before' } as const;

test('decode returns the position that was encoded', () => {
  const cursors = new CursorCodec([KEY]);
  deepEqual(cursors.decode(cursors.encode(cursorPosition, ORDER), ORDER), cursorPosition);
  deepEqual(new CursorCodec([KEY]).decode(cursors.encode(cursorPosition, ORDER), ORDER), cursorPosition);
});

test('reads a cursor that an older key signed, and signs with the current key', () => {
  const older = Buffer.alloc(32, 'the key of before');
  const cursors = new CursorCodec([KEY, older]);
  const written = new CursorCodec([older]).encode(cursorPosition, ORDER);
  deepEqual(cursors.decode(written, ORDER), cursorPosition);
  deepEqual(cursors.encode(cursorPosition, ORDER), new CursorCodec([KEY]).encode(cursorPosition, ORDER));
  throws(() => new CursorCodec([KEY]).decode(written, ORDER));
});

test('a cursor that was changed or signed for another list is rejected with the fix', () => {
  const cursors = new CursorCodec([KEY]);
  const written = cursors.encode(cursorPosition, ORDER);
  const refused = (text: string, by = cursors, order = ORDER) =>
    throws(
      () => by.decode(text, order),
      /is not a valid cursor of this list .* omit it to start at the first page/,
      text,
    );
  refused(written, new CursorCodec([Buffer.alloc(32, 'another key')]));
  refused(written, cursors, ORDER.toReversed());
  refused(written, cursors, [{ field: 'title', direction: 'asc' }, ORDER[1]!]);
  for (const text of [
    '',
    'x',
    '=',
    written.slice(1),
    written.slice(0, -1),
    `${written}=`,
    `${written} `,
    '%',
    '\ud800',
    '\0',
  ])
    refused(text);
  for (let index = 0; index < written.length; index++) {
    const other = written[index] === 'A' ? 'B' : 'A';
    refused(written.slice(0, index) + other + written.slice(index + 1));
  }
  notEqual(written, new CursorCodec([Buffer.alloc(32, 'another key')]).encode(cursorPosition, ORDER));
});

interface Row {
  readonly [field: string]: unknown;
  readonly id: number;
  readonly rank: number | null;
  readonly name: string;
}

const KINDS = { id: 'integer', rank: 'integer', name: 'string' } as const;
const kindAt = (path: string) => KINDS[path as keyof typeof KINDS];
// Few values, so that many rows are equal in all but their identifier.
const row = fc.record({ rank: fc.option(fc.integer({ min: 0, max: 2 })), name: fc.constantFrom('', 'a', 'B', 'é') });
const direction = fc.constantFrom('asc', 'desc');

test('pages by cursor contain every unchanged row once in both directions while other rows are added and removed', () => {
  const cursors = new CursorCodec([KEY]);
  const scenario = fc.record({
    rows: fc.array(row, { maxLength: 25 }),
    keys: fc.shuffledSubarray(['rank', 'name'] as const),
    directions: fc.tuple(direction, direction, direction),
    limit: fc.integer({ min: 1, max: 7 }),
    backwards: fc.boolean(),
    changes: fc.array(
      fc.record({ add: fc.array(row, { maxLength: 3 }), remove: fc.array(fc.nat(40), { maxLength: 3 }) }),
      {
        maxLength: 12,
      },
    ),
  });
  fc.assert(
    fc.property(scenario, ({ rows, keys, directions, limit, backwards, changes }) => {
      let next = 0;
      let list: Row[] = rows.map((other) => ({ ...other, id: next++ }));
      const stays = new Set(list.map(({ id }) => id));
      const order = [...keys, 'id'].map((field, index) => ({ field, direction: directions[index]! }));
      const seen: Row[] = [];
      let cursor = backwards ? cursors.encode({ from: undefined, direction: 'before' }, order) : undefined;
      for (let page = 0; ; page++) {
        const position =
          cursor === undefined ? { from: undefined, direction: 'after' as const } : cursors.decode(cursor, order);
        const request: ListRequest = {
          ...{ where: undefined, order, count: false, fields: undefined },
          window: { by: 'cursor', ...position, limit },
        };
        const { items, hasNext, hasPrevious } = listInMemory(list, request, kindAt);
        if (backwards) seen.unshift(...items);
        else seen.push(...items);
        if (!(backwards ? hasPrevious : hasNext) || items.length === 0) break;
        const from = cursorValues(items.at(backwards ? 0 : -1)!, order);
        cursor = cursors.encode({ from, direction: backwards ? 'before' : 'after' }, order);
        const { add, remove } = changes[page] ?? { add: [], remove: [] };
        for (const id of remove) stays.delete(id);
        list = [
          ...list.filter(({ id }) => !remove.includes(id)),
          ...add.map((element) => ({ ...element, id: next++ })),
        ];
      }
      const ids = seen.map(({ id }) => id);
      deepEqual(ids.length, new Set(ids).size, 'no row twice');
      const fullPage = listInMemory(
        rows.map((other, id) => ({ ...other, id })),
        { where: undefined, order, count: false, fields: undefined, window: { by: 'all' } },
        kindAt,
      );
      deepEqual(
        ids.filter((id) => stays.has(id)),
        fullPage.items.map(({ id }) => id).filter((id) => stays.has(id)),
        'every row that stays, in order',
      );
    }),
    { numRuns: 1000 },
  );
});
