import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConflictError, ServiceUnavailableError, memoryStore, resource } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import type { ResourceStore, StoreContext } from '../declare/resource-store.ts';

const Note = z.object({ id: z.int(), text: z.string() });
type Item = z.infer<typeof Note>;

/** A host whose store carries out the first transaction, or rolls it back, and then reports an error. */
function createNotes(error: Error, isCommitted: boolean) {
  const store: ResourceStore<Item> = memoryStore([] as Item[]);
  let last: StoreContext | undefined;
  const failing: ResourceStore<Item> = {
    bind: (shape) => store.bind?.(shape),
    list: (request, context) => store.list(request, context),
    get: (id, context) => store.get(id, context),
    create: (item, context) => store.create!(item, (last = context)),
    async transaction(work) {
      const result = await work();
      if (failures-- <= 0) return result;
      if (!isCommitted) await store.delete!({ id: 1 }, last!);
      throw error;
    },
  };
  let failures = 1;
  const host = createTestHost({
    log: false,
    resources: [
      resource('notes', Note, {
        id: 'id',
        only: ['list', 'get', 'create'],
        store: failing,
        idempotency: 'accept',
        bulk: { max: 10 },
      }),
    ],
  });
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': '"a"' };
  const create = (body = '{"id":1,"text":"once"}') => host.send('POST /api/notes', { headers, body });
  const list = async () => (await host.send('GET /api/notes')).json();
  return { create, list };
}

test('a write whose commit has an unknown result is not repeated with its Idempotency-Key', async () => {
  const { create, list } = createNotes(new ServiceUnavailableError('The database is not available'), true);
  assert.equal((await create()).status, 503);
  const repeated = await create();
  assert.deepEqual([repeated.status, await repeated.json()], [201, { id: 1, text: 'once' }]);
  assert.deepEqual(await list(), [{ id: 1, text: 'once' }]);
});

test('a write whose commit was rejected is carried out when it is repeated', async () => {
  const { create, list } = createNotes(new ConflictError('Is already taken'), false);
  assert.equal((await create()).status, 409);
  assert.equal((await create()).status, 201);
  assert.deepEqual(await list(), [{ id: 1, text: 'once' }]);
});

test('a bulk request whose commit has an unknown result is not repeated with its Idempotency-Key', async () => {
  const { create, list } = createNotes(new ServiceUnavailableError('The database is not available'), true);
  assert.equal((await create(BULK)).status, 503);
  const repeated = await create(BULK);
  assert.deepEqual([repeated.status, await repeated.json()], [201, [{ id: 1, text: 'once' }]]);
  assert.deepEqual(await list(), [{ id: 1, text: 'once' }]);
});

test('a bulk request whose commit was rejected is carried out when it is repeated', async () => {
  const { create, list } = createNotes(new ConflictError('Is already taken'), false);
  assert.equal((await create(BULK)).status, 409);
  assert.equal((await create(BULK)).status, 201);
  assert.deepEqual(await list(), [{ id: 1, text: 'once' }]);
});

test('a bulk request with an invalid item releases its Idempotency-Key', async () => {
  const { create } = createNotes(new ConflictError('Is never thrown'), false);
  const invalid = '[{"id":1,"text":"once"},{"id":2,"text":3}]';
  for (const _time of [1, 2]) assert.equal((await create(invalid)).status, 422);
});

const BULK = '[{"id":1,"text":"once"}]';
