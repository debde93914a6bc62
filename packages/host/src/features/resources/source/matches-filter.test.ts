import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { isPromise } from '../../../../../core/src/http/promises.ts';
import { resource } from '../declare/resource.ts';
import { where } from '../declare/filters/where.ts';
import { memoryStore } from './memory-store.ts';
import { matchesFilter } from './matches-filter.ts';

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
