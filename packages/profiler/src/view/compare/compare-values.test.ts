import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { compareValues } from './compare-values.ts';
import { createStepBudget } from './edit-script.ts';

const findValueChanges = (before: unknown, after: unknown, budget = createStepBudget()) =>
  compareValues(before, after, { budget }).changes;
const rows = (length: number, from = 0) =>
  Array.from({ length }, (_, index) => ({ id: from + index, name: `name ${from + index}`, total: index * 2 }));

test('equal values have no changes, whatever the order of their members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = JSON.parse(JSON.stringify(value)) as unknown;
      assert.deepEqual(findValueChanges(JSON.parse(JSON.stringify(value)), copy), []);
    }),
  );
  assert.deepEqual(findValueChanges({ a: 1, b: [2] }, { b: [2], a: 1 }), []);
});

test('different values have at least one change', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [before, after] = [one, other].map((value) => JSON.parse(JSON.stringify(value)) as unknown);
      if (!isDeepStrictEqual(before, after)) assert.notDeepEqual(findValueChanges(before, after), []);
    }),
  );
});

test('members are named by JSON pointers, with their values or types', () => {
  assert.deepEqual(findValueChanges({ a: { 'b/c': 1 }, old: null }, { a: { 'b/c': '1' }, new: [] }), [
    { kind: 'changed', path: '/a/b~1c', before: '1', after: '"1"' },
    { kind: 'removed', path: '/old', before: 'null' },
    { kind: 'added', path: '/new', after: '[]' },
  ]);
});

test('a row inserted in front of a list of 100 is one change, with and without a key', () => {
  const list = rows(100);
  const added = { id: 1_000, name: 'first', total: 0 };
  assert.deepEqual(
    findValueChanges(list, [added, ...list]).map(({ kind, path }) => `${kind} ${path}`),
    ['added /id=1000'],
  );
  const withoutKeys = list.map(({ name }) => [name]);
  assert.deepEqual(
    findValueChanges(withoutKeys, [['first'], ...withoutKeys]).map(({ kind, path }) => `${kind} ${path}`),
    ['added /0'],
  );
});

test('a reversal is one change, with and without a key', () => {
  for (const list of [rows(100), rows(100).map(({ name }) => name)])
    assert.deepEqual(findValueChanges({ list }, { list: list.toReversed() }), [
      { kind: 'changed', path: '/list', after: 'in reverse order' },
    ]);
});

test('another order of the same rows is one change', () => {
  const list = rows(1_000);
  const other = [...list.slice(500), ...list.slice(0, 500)];
  assert.deepEqual(
    findValueChanges(list, other).map(({ path, after }) => `${path} ${after}`),
    [' in another order'],
  );
});

test('a row that changed its key keeps its other members', () => {
  const list = rows(5);
  assert.deepEqual(findValueChanges(list, list.with(2, { ...list[2]!, id: 77 })), [
    { kind: 'changed', path: '/id=2/id', before: '2', after: '77' },
  ]);
});

test('equal changes in many rows are folded by path', () => {
  const items = rows(1_000);
  assert.deepEqual(findValueChanges({ items }, { items: items.map((row) => ({ ...row, total: String(row.total) })) }), [
    { kind: 'changed', path: '/items/*/total', before: 'number', after: 'text', rows: 1_000 },
  ]);
  assert.deepEqual(
    findValueChanges(items, []).map(({ kind, path, rows: count }) => [kind, path, count]),
    [['removed', '/*', 1_000]],
  );
});

test('objects with many different members are folded like lists', () => {
  const create = (from: number) => Object.fromEntries(rows(500, from).map((row) => [`k${row.id}`, row]));
  assert.deepEqual(
    findValueChanges({ map: create(0) }, { map: create(1_000) }).map(({ kind, path, rows: count }) => [
      kind,
      path,
      count,
    ]),
    [
      ['removed', '/map/*', 500],
      ['added', '/map/*', 500],
    ],
  );
});

test('texts and numbers that differ in every response are not compared, unless their type changes', () => {
  const create = (id: unknown, time: number) => ({ id, rows: [{ key: 'a', at: time, total: 7 }] });
  const others = [create('c', 3), create('d', 4)];
  assert.deepEqual(compareValues(create('a', 1), create('b', 2), { others }), {
    changes: [],
    varying: ['/id', '/rows/*/at'],
  });
  const changed = { id: 8, rows: [{ key: 'a', at: 2, total: 9 }] };
  assert.deepEqual(
    compareValues(create('a', 1), changed, { others }).changes.map(({ path }) => path),
    ['/id', '/rows/key=a/total'],
  );
  assert.deepEqual(compareValues(create('a', 1), create('b', 2), { others: [create('a', 1), others[1]] }).varying, []);
});

test('long texts are excerpts around the first difference', () => {
  const [change] = findValueChanges('x'.repeat(5_000), `${'x'.repeat(4_000)}y${'x'.repeat(999)}`);
  assert.ok(change!.before!.length <= 200 && change!.after!.length <= 200);
  assert.ok(change!.after!.includes('y'));
});

interface Mutation {
  readonly kind: 'insert' | 'delete' | 'change' | 'type';
  readonly index: number;
  readonly row: number;
}

/** Values with members of all types and lists with and without a key, and a change at a random path. */
const mutated = fc.record({
  value: fc.record({
    list: fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 3, maxLength: 12 }),
    rows: fc.uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 99 }), name: fc.string() }), {
      ...{ minLength: 3, maxLength: 12 },
      selector: ({ id }) => id,
    }),
    nested: fc.dictionary(fc.stringMatching(/^[a-z/~]{1,4}$/), fc.jsonValue({ maxDepth: 2 }), {
      minKeys: 1,
      maxKeys: 6,
    }),
  }),
  mutation: fc.record<Mutation>({
    kind: fc.constantFrom('insert', 'delete', 'change', 'type'),
    index: fc.nat(99),
    row: fc.nat(99),
  }),
  part: fc.constantFrom('list', 'rows', 'nested'),
});

/** Changes a copy of a value. Returns it with the kind and the path of the only change. */
function mutate(original: unknown, part: string, { kind, index, row }: Mutation): [unknown, string, string] {
  const value = JSON.parse(JSON.stringify(original)) as Record<'list' | 'rows' | 'nested', never>;
  if (part === 'list') {
    const list = value.list as number[];
    const listIndex = index % list.length;
    if (kind === 'insert') list.splice(listIndex, 0, 1_000);
    else if (kind === 'delete') list.splice(listIndex, 1);
    else list.splice(listIndex, 1, kind === 'change' ? 1_000 : (String(list[listIndex]) as never));
    return [value, kind, `/list/${listIndex}`];
  }
  if (part === 'rows') {
    const rowList = value.rows as { id: number; name: unknown }[];
    const rowIndex = row % rowList.length;
    const { id } = rowList[rowIndex]!;
    if (kind === 'insert') rowList.splice(rowIndex, 0, { id: 1_000, name: 'x' });
    else if (kind === 'delete') rowList.splice(rowIndex, 1);
    else rowList[rowIndex]!.name = kind === 'change' ? `${String(rowList[rowIndex]!.name)}!` : 7;
    const key = `/rows/id=${kind === 'insert' ? 1_000 : id}`;
    return [value, kind, kind === 'insert' || kind === 'delete' ? key : `${key}/name`];
  }
  const members = value.nested as Record<string, unknown>;
  const names = Object.keys(members);
  const name = kind === 'insert' ? 'inserted' : names[index % names.length]!;
  if (kind === 'delete') delete members[name];
  else members[name] = kind === 'insert' ? 1 : typeof members[name] === 'number' ? `${members[name]}` : 123.25;
  return [value, kind, `/nested/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`];
}

test('a change at a random path is exactly that change, and the reverse in the other direction', () => {
  const kinds = { insert: 'added', delete: 'removed', change: 'changed', type: 'changed' } as const;
  const reversed = { added: 'removed', removed: 'added', changed: 'changed' } as const;
  fc.assert(
    fc.property(mutated, ({ value, part, mutation }) => {
      const before = JSON.parse(JSON.stringify(value)) as unknown;
      const [after, kind, path] = mutate(value, part, mutation);
      const changes = findValueChanges(before, after);
      const expected = kinds[kind as Mutation['kind']];
      assert.deepEqual(
        changes.map((change) => [change.kind, change.path]),
        [[expected, path]],
      );
      const [back] = findValueChanges(after, before);
      assert.deepEqual(
        [back!.kind, back!.path, back!.before, back!.after],
        [reversed[expected], path, changes[0]!.after, changes[0]!.before],
      );
    }),
    { numRuns: 1_000 },
  );
});

test('changes at several paths are all of them, in both directions', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 2 }),
      fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 2 }),
      (changed, removed) => {
        const before = rows(41);
        const isRemoved = (id: number): boolean => removed.includes(id);
        const after = before
          .filter(({ id }) => !isRemoved(id))
          .map((row) => (changed.includes(row.id) ? { ...row, name: 'other' } : row));
        const list = (kind: string, from: unknown, to: unknown): string[] =>
          findValueChanges(from, to)
            .filter((change) => change.kind === kind)
            .map(({ path }) => path)
            .sort();
        const changedPaths = changed.filter((id) => !isRemoved(id)).map((id) => `/id=${id}/name`);
        for (const [from, to, kind] of [
          [before, after, 'removed'],
          [after, before, 'added'],
        ] as const) {
          assert.deepEqual(list('changed', from, to), changedPaths.sort());
          assert.deepEqual(list(kind, from, to), removed.map((id) => `/id=${id}`).sort());
        }
      },
    ),
    { numRuns: 300 },
  );
});

const nest = (depth: number, leaf: string) => JSON.parse(`${'['.repeat(depth)}${leaf}${']'.repeat(depth)}`) as unknown;
const HARD: readonly (readonly [name: string, before: unknown, after: unknown])[] = [
  [
    '6,000 numbers without a common one',
    Array.from({ length: 6_000 }, (_, n) => n),
    Array.from({ length: 6_000 }, (_, n) => n + 10_000),
  ],
  [
    '4,000 disjoint rows',
    Array.from({ length: 4_000 }, (_, id) => ({ id })),
    Array.from({ length: 4_000 }, (_, id) => ({ id: id + 5_000 })),
  ],
  [
    '4,000 disjoint rows without a key',
    Array.from({ length: 4_000 }, (_, n) => ({ n })),
    Array.from({ length: 4_000 }, (_, n) => ({ n: n + 5_000 })),
  ],
  ['depth 10,000', nest(10_000, '1'), nest(10_000, '2')],
  [
    '32,000 repeated numbers',
    Array.from({ length: 32_000 }, (_, n) => n % 2),
    Array.from({ length: 32_000 }, (_, n) => n % 3),
  ],
  [
    'members with one name each',
    Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`a${n}`, n])),
    Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`b${n}`, n])),
  ],
  [
    'lists of lists',
    Array.from({ length: 8_000 }, (_, n) => [n]),
    Array.from({ length: 8_000 }, (_, n) => [n + 8_000]),
  ],
];

for (const [name, before, after] of HARD)
  test(`the work for ${name} grows with the size of the bodies only`, () => {
    const budget = createStepBudget();
    const { left } = budget;
    const changes = findValueChanges(before, after, budget);
    assert.ok(changes.length >= 1 && changes.length <= 4, `${changes.length} changes`);
    const steps = left - budget.left;
    const parts = countParts(before) + countParts(after);
    // Each part is read and compared, and a search for the shortest edit takes 80,000 steps. Parts below depth 64 are one.
    assert.ok(
      steps >= (name.startsWith('depth') ? 128 : parts) && steps <= 4 * parts + 100_000,
      `${steps} steps for ${parts} values`,
    );
  });

function countParts(value: unknown): number {
  let count = 0;
  const stack = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    count++;
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) stack.push(part);
  }
  return count;
}
