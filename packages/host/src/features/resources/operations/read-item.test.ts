/** An item that the user cannot reach differs from one that does not exist, because PUT may create the latter. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import type { FilterTree } from '../declare/filters/filter-tree.ts';
import { where } from '../declare/filters/where.ts';
import { resource } from '../declare/resource.ts';
import type { Item } from '../model/reach.ts';
import { EVERYTHING } from '../model/reach.ts';
import { memoryStore } from '../source/memory-store.ts';
import { findItem } from './read-item.ts';

const Port = z.object({ id: z.int(), name: z.string() });
const Ship = z.object({ id: z.int(), size: z.int(), port: z.int() });
const SHIP = { id: 1, size: 20, port: 1 };

const declarations = (source: object) => [
  resource('ports', Port, { id: 'id', store: memoryStore([{ id: 1, name: 'Oslo' }]) }),
  resource('ships', Ship, { id: 'id', links: { port: { to: 'ports', as: 'id' } }, ...source } as never),
];
const stored = { store: memoryStore([SHIP]) };
const provided = { provide: { get: ({ id }: { id: number }) => (id === 1 ? SHIP : undefined) } };

for (const [kind, source] of Object.entries({ store: stored, function: provided })) {
  const { run } = createRuns(declarations(source));
  const find = async (id: number, rows?: FilterTree, scope: Item = {}): Promise<Item | null | undefined> => {
    const given = run('ships.get');
    given.scope = scope;
    given.reach = { ...EVERYTHING, rows };
    return findItem(given, { id });
  };

  test(`an item of a ${kind} in the rows of the user is found`, async () => {
    for (const rows of [undefined, where({ size: 20 }), where({ 'port.name': 'Oslo' })])
      assert.deepEqual(await find(1, rows), SHIP);
  });

  test(`an item of a ${kind} outside of the rows of the user is undefined`, async () => {
    for (const rows of [where({ size: 21 }), where({ 'port.name': 'Bergen' })])
      assert.equal(await find(1, rows), undefined);
  });

  test(`an item of a ${kind} that does not exist is null`, async () => {
    assert.equal(await find(2), null);
    assert.equal(await find(2, where({ size: 21 })), null);
  });
}

test('an item that a function returns from outside of the scope is undefined', async () => {
  const given = createRuns(declarations(provided)).run('ships.get');
  given.scope = { port: 2 };
  assert.equal(await findItem(given, { id: 1 }), undefined);
});
