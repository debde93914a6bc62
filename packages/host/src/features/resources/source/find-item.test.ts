/** Items of other resources are found only among the rows of the tenant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createRuns } from '../../../../../../test/lib/operation-runs.ts';
import { resource } from '../declare/resource.ts';
import { memoryStore } from './memory-store.ts';
import { findLinkedItem } from './find-item.ts';

const Port = z.object({ id: z.int(), tenant: z.string() });
const Berth = z.object({ port: z.int(), row: z.int(), tenant: z.string() });
const PORTS = [
  { id: 1, tenant: 'a' },
  { id: 2, tenant: 'b' },
];

function find(
  name: string,
  id: unknown,
  tenant: unknown,
  provide?: (input: { id: unknown; scope: unknown }) => unknown,
) {
  const { run, model } = createRuns(
    [
      resource('ports', Port, {
        id: 'id',
        ...(provide ? { provide: { get: provide } } : { store: memoryStore(PORTS) }),
      } as never),
      resource('berths', Berth, { id: ['port', 'row'], store: memoryStore([{ port: 1, row: 2, tenant: 'a' }]) }),
      resource('docks', Port, { id: 'id', provide: { list: () => [] } }),
    ],
    { tenant: { value: () => tenant as never } },
  );
  return findLinkedItem(model(name), id, run('berths.get', 'ada'));
}

test('a store finds the items of the tenant by one key or by several', async () => {
  assert.deepEqual(await find('ports', 1, 'a'), PORTS[0]);
  assert.equal(await find('ports', 2, 'a'), null);
  assert.equal(await find('ports', 9, 'a'), null);
  assert.deepEqual(await find('berths', { port: 1, row: 2 }, 'a'), { port: 1, row: 2, tenant: 'a' });
});

test('a function receives the identifier and the tenant, and its items of other tenants are ignored', async () => {
  const seen: unknown[] = [];
  const get = ({ id, scope }: { id: unknown; scope: unknown }): unknown => {
    seen.push([id, scope]);
    return PORTS.find((port) => port.id === id);
  };
  assert.deepEqual(await find('ports', 1, 'a', get), PORTS[0]);
  assert.deepEqual(seen, [[1, { tenant: 'a' }]]);
  assert.equal(await find('ports', 2, 'a', get), null);
  assert.equal(await find('ports', 9, 'a', get), null);
  assert.equal(await find('ports', 1, 'a', () => null), null);
  assert.deepEqual(await find('ports', 1, 'a', async (input) => Promise.resolve(get(input))), PORTS[0]);
});

test('a request without a tenant finds nothing, and calls nothing', async () => {
  assert.equal(await find('ports', 1, undefined, () => assert.fail('is called')), null);
});

test('a resource that provides no single items is not null but undefined', async () => {
  assert.equal(await find('docks', 1, 'a'), undefined);
});
