import assert from 'node:assert/strict';
import { test } from 'node:test';
import { where } from '../declare/filters/where.ts';
import type { Item } from '../model/reach.ts';
import type { ResourceModel } from '../model/resource-model.ts';
import { LinkedItems, getFields, linkedPaths } from './linked-items.ts';

/** A resource with links, of which only the fields are read. */
function resource(name: string, links: Readonly<Record<string, { to: ResourceModel; many?: boolean }>>): ResourceModel {
  const fields = Object.entries(links).map(
    ([field, { to, many = false }]) => [field, { kind: 'string', link: { to, many } }] as const,
  );
  return { name, fieldByName: new Map<string, unknown>([...fields, ['name', { kind: 'string' }]]) } as never;
}

const countries = resource('countries', {});
const authors = resource('authors', { country: { to: countries }, friends: { to: countries, many: true } });
const books = resource('books', { author: { to: authors }, editors: { to: authors, many: true } });

const ITEMS: Readonly<Record<string, Readonly<Record<string, Item>>>> = {
  authors: {
    a: { name: 'Ada', country: 'x', friends: ['x', 'y'] },
    b: { name: 'Bob', country: 'none', friends: [] },
    c: { name: 'Cy', country: null },
  },
  countries: { x: { name: 'X' }, y: { name: 'Y' } },
};

async function load(
  rows: readonly Item[],
  paths: readonly string[],
): Promise<{ linked: LinkedItems; loaded: string[] }> {
  const linked = new LinkedItems(books);
  const loaded: string[] = [];
  await linked.load(rows, paths, ({ name }, id) => {
    loaded.push(`${name} ${String(id)}`);
    return ITEMS[name]![String(id)];
  });
  return { linked, loaded };
}

test('each linked item of a path is loaded once', async () => {
  const rows = [
    { author: 'a', editors: ['b', 'c'] },
    { author: 'a', editors: ['c', 'gone'] },
    { author: null, editors: [] },
  ];
  const { linked, loaded } = await load(rows, [
    'author.name',
    'author.country.name',
    'editors.country.name',
    'name',
    'name.length',
  ]);
  assert.deepEqual(loaded.toSorted(), [
    'authors a',
    'authors b',
    'authors c',
    'authors gone',
    'countries none',
    'countries x',
  ]);
  await linked.load([{ author: 'a' }], ['author.name'], () => assert.fail('is loaded again'));
});

test('the value at a path is that of the linked item, or a list of values through a list of links', async () => {
  const row = { name: 'r', author: 'a', editors: ['a', 'gone', 'b'] };
  const { linked } = await load([row], ['author.country.name', 'author.friends.name', 'editors.country.name']);
  for (const [path, value] of [
    ['name', 'r'],
    ['author.name', 'Ada'],
    ['author.country.name', 'X'],
    ['author.friends.name', ['X', 'Y']],
    ['editors.name', ['Ada', 'Bob']],
    ['editors.country.name', ['X']],
  ] as const)
    assert.deepEqual(linked.valueAt(row, path), value, path);
  assert.equal(linked.valueAt({ author: null }, 'author.name'), undefined);
});

test('linkedAt returns the linked items, with functions to read them', async () => {
  const row = { author: 'a', editors: ['b', 'a'] };
  const { linked } = await load([row], ['editors.country.name', 'author.friends.name']);
  const editors = linked.linkedAt(row, 'editors')!;
  assert.deepEqual(
    editors.rows.map(({ name }) => name),
    ['Bob', 'Ada'],
  );
  assert.equal(editors.valueAt(editors.rows[1]!, 'country.name'), 'X');
  assert.deepEqual([editors.kindAt('name'), editors.kindAt('other')], ['string', 'json']);
  assert.deepEqual(linked.linkedAt(row, 'author.friends')!.rows, [{ name: 'X' }, { name: 'Y' }]);
  assert.equal(editors.linkedAt(editors.rows[1]!, 'friends')!.rows.length, 2);
});

test('linkedPaths returns the paths through links in filters and orders', () => {
  const order = [
    { field: 'author.name', direction: 'asc' as const },
    { field: 'name', direction: 'asc' as const },
  ];
  assert.deepEqual(linkedPaths({ where: undefined, order }), ['author.name']);
  assert.deepEqual(linkedPaths({ where: where({ 'author.country.name': 'X', name: 'r' }), order: [] }), [
    'author.country.name',
  ]);
});

test('fieldsOf returns the fields of all conditions', () => {
  const eq = (field: string) => ({ op: 'eq' as const, field, value: 1 });
  assert.deepEqual(getFields({ op: 'and', of: [eq('a'), { op: 'or', of: [eq('b'), { op: 'not', of: eq('c') }] }] }), [
    'a',
    'b',
    'c',
  ]);
  assert.deepEqual(getFields({ op: 'some', field: 'x', of: { op: 'and', of: [eq('a'), eq('b.c')] } }), [
    'x.a',
    'x.b.c',
  ]);
  assert.deepEqual(getFields({ op: 'search', fields: ['a', 'b'], text: '', query: [], language: 'english' }), [
    'a',
    'b',
  ]);
  assert.deepEqual(getFields({ op: 'sql', filter: 'f', write: () => assert.fail(), value: 1 }), []);
});
