import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { isPromise } from '../../../../../core/src/http/promises.ts';
import { resource } from '../definition/resource.ts';
import type { FilterTree } from '../filters/filter-tree.ts';
import { where } from '../filters/where.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { matchesFilter, nullIfHidden } from './matches-filter.ts';

const Port = z.object({ id: z.int(), name: z.string() });
const Ship = z.object({ id: z.int(), size: z.int(), port: z.int(), ports: z.array(z.int()) });
const SHIP = { id: 1, size: 20, port: 1, ports: [1, 2] };
const { run, model } = createRuns([
  resource('ports', Port, {
    id: 'id',
    store: memoryStore([
      { id: 1, name: 'Oslo' },
      { id: 2, name: 'Bergen' },
    ]),
  }),
  resource('ships', Ship, {
    id: 'id',
    links: { port: { to: 'ports', as: 'id' }, ports: { to: 'ports', as: 'id' } },
    store: memoryStore([SHIP]),
  }),
]);

for (const [filter, expected] of [
  [where({ size: 20 }), true],
  [where({ size: 21 }), false],
  [{ op: 'gt', field: 'size', value: 3 }, true],
  [where({ 'port.name': 'Oslo' }), true],
  [where({ 'port.name': 'Bergen' }), false],
  [where({ 'ports.name': 'Bergen' }), true],
  [{ op: 'some', field: 'ports', of: where({ name: 'Bergen', id: 2 }) }, true],
  [{ op: 'some', field: 'ports', of: where({ name: 'Bergen', id: 1 }) }, false],
  [{ op: 'not', of: where({ 'port.name': 'Oslo' }) }, false],
] as const)
  test(`an item ${expected ? 'matches' : 'does not match'} ${JSON.stringify(filter)}`, async () => {
    const found = matchesFilter(SHIP, filter, run('ships.get'));
    assert.equal(isPromise(found), JSON.stringify(filter).includes('port'));
    assert.equal(await found, expected);
  });

test('an item of another resource is compared by the kinds of its fields', () => {
  assert.equal(
    matchesFilter({ name: 'b' }, { op: 'gt', field: 'name', value: 'a' }, run('ships.get'), model('ports')),
    true,
  );
  assert.equal(matchesFilter({ name: 'b' }, { op: 'gt', field: 'name', value: 'a' }, run('ships.get')), false);
});

test('an item outside the rows that the user can read is null, and marked as hidden', async () => {
  const hidden = async (filter: FilterTree | undefined, item: typeof SHIP | null = SHIP) => {
    const given = run('ships.get');
    given.authorization.readFilter = filter;
    return [await nullIfHidden(item, given), given.authorization.isHidden];
  };
  assert.deepEqual(await hidden(undefined), [SHIP, false]);
  assert.deepEqual(await hidden(where({ size: 20 })), [SHIP, false]);
  assert.deepEqual(await hidden(where({ size: 21 })), [null, true]);
  assert.deepEqual(await hidden(where({ 'port.name': 'Bergen' })), [null, true]);
  assert.deepEqual(await hidden(where({ size: 21 }), null), [null, false]);
});
