/** All that a request writes is committed together, and repeated together if the database rolls it back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { BadRequestError, ServiceUnavailableError } from '../../../../../core/src/http/http-errors.ts';
import { defineHost } from '../../../host/define-host.ts';
import { resource } from '../declare/resource.ts';
import { afterCommit } from '../source/after-commit.ts';
import { MemoryIdempotencyStore } from '../source/memory-idempotency-store.ts';
import { memoryStore } from '../source/memory-store.ts';

const Boat = z.object({ id: z.int(), name: z.string() });

/** A host with functions that write twice, and whose transactions fail `conflicts` times when they are committed. */
function openHost({ conflicts = 0 }: { conflicts?: number } = {}) {
  const store = memoryStore([{ id: 1, name: 'Nereid' }]);
  const logged: string[] = [];
  const sent: string[] = [];
  let left = conflicts;
  const commit = store.transaction.bind(store);
  store.transaction = async (work) =>
    commit(async () => {
      const result = await work();
      if (left-- > 0) throw Object.assign(new Error('could not serialize access'), { code: '40001' });
      return result;
    });
  const writeTwice = async (input: { body: { name: string } }) => {
    const boat = await store.create(input.body, input as never);
    await afterCommit(() => sent.push(String(boat.name)));
    if (boat.name === 'refused') throw new BadRequestError('No such name');
    return store.patch({ id: boat.id }, { name: `${boat.name}!` }, input as never);
  };
  const copy = { input: z.object({ name: z.string() }), handle: writeTwice as never };
  const boats = resource('boats', Boat, {
    id: 'id',
    store,
    idempotency: 'accept',
    input: { create: z.object({ name: z.string() }) },
    process: { create: writeTwice as never },
    custom: { copy: { ...copy, line: 'POST /copy' }, send: { ...copy, line: 'POST /send', transaction: false } },
  });
  const host = defineHost({
    resources: [boats],
    log: {
      level: 'info',
      sink: { write: ({ channel, message }) => void (channel === 'app' && logged.push(message)) },
    },
  });
  const post = async (path: string, name: string, key?: string): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) };
    const body = JSON.stringify({ name });
    return (await host.fetch(new Request(`http://localhost/api/boats${path}`, { method: 'POST', headers, body })))
      .status;
  };
  const names = async (): Promise<string[]> => {
    const response = await host.fetch(new Request('http://localhost/api/boats'));
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  };
  return { post, names, logged, sent };
}

for (const [title, path] of [
  ['a function that creates an item', ''],
  ['a custom operation', '/copy'],
] as const)
  describe(`all writes of ${title}`, () => {
    it('are committed together', async () => {
      const { post, names, sent } = openHost();
      assert.ok((await post(path, 'Triton')) < 300);
      assert.deepEqual([await names(), sent], [['Nereid', 'Triton!'], ['Triton']]);
    });

    it('are rolled back together if the function fails', async () => {
      const { post, names, sent } = openHost();
      assert.equal(await post(path, 'refused'), 400);
      assert.deepEqual([await names(), sent], [['Nereid'], []]);
    });

    it('are repeated together after a conflict of transactions, which is logged', async () => {
      const { post, names, sent, logged } = openHost({ conflicts: 2 });
      assert.ok((await post(path, 'Triton')) < 300);
      assert.deepEqual([await names(), sent], [['Nereid', 'Triton!'], ['Triton']]);
      assert.equal(logged.length, 2);
      assert.match(
        logged[0]!,
        /^The write of boats\.\w+ is repeated, because the database rolled its transaction back/,
      );
    });

    it('are not repeated more than twice', async () => {
      const { post, names, logged } = openHost({ conflicts: 3 });
      assert.equal(await post(path, 'Triton'), 500);
      assert.deepEqual([await names(), logged.length], [['Nereid'], 2]);
    });
  });

it('what was not in one transaction is not repeated, because a part of it may be stored', async () => {
  const written: string[] = [];
  const conflict = async ({ body }: { body: { name: string } }): Promise<never> => {
    written.push(body.name);
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  };
  const input = { input: z.object({ name: z.string() }) };
  const boats = resource('boats', Boat, {
    ...{ id: 'id', store: memoryStore([]) },
    custom: { send: { ...input, line: 'POST /send', transaction: false, handle: conflict as never } },
  });
  const ships = resource('ships', Boat, {
    ...{
      id: 'id',
      input: { create: input.input },
      provide: { get: () => null },
      process: { create: conflict },
    },
  });
  const { fetch } = defineHost({ resources: [boats, ships], log: false });
  for (const path of ['boats/send', 'ships']) {
    const headers = { 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify({ name: path }) };
    assert.equal((await fetch(new Request(`http://localhost/api/${path}`, request))).status, 500);
  }
  assert.deepEqual(written, ['boats/send', 'ships']);
});

it('the items of a bulk request that are written on their own are not written again', async () => {
  const store = memoryStore([]);
  const idempotency = new MemoryIdempotencyStore();
  const complete = idempotency.complete.bind(idempotency);
  let left = 1;
  idempotency.complete = (...element) => {
    if (left-- > 0) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    return complete(...element);
  };
  const boats = resource('boats', Boat, {
    ...{ id: 'id', store, idempotency: 'accept', bulk: { max: 10, atomic: false } },
    input: { create: z.object({ name: z.string() }) },
  });
  const host = defineHost({ resources: [boats], api: { idempotency: { store: idempotency } }, log: false });
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' };
  const request = { method: 'POST', headers, body: JSON.stringify([{ name: 'Nereid' }]) };
  assert.equal((await host.fetch(new Request('http://localhost/api/boats', request))).status, 500);
  const response = await host.fetch(new Request('http://localhost/api/boats'));
  assert.equal(((await response.json()) as unknown[]).length, 1);
});

it('each item of a bulk request that is not atomic is a write: it is repeated on its own, with its work after the commit', async () => {
  const { hooks, sent } = conflictingHooks('Triton');
  const { status, body } = await sendBulk({ bulk: { max: 10, atomic: false }, on: hooks }, [
    'Nereid',
    'Triton',
    'refused',
  ]);
  assert.equal(status, 207);
  assert.deepEqual(
    (body as { results: { status: number }[] }).results.map((result) => result.status),
    [201, 201, 400],
  );
  assert.deepEqual(sent, ['Nereid', 'Triton']);
});

it('an atomic bulk request is repeated after a conflict that a store reports for one of its items', async () => {
  const { hooks, sent } = conflictingHooks('Triton');
  const { status, body } = await sendBulk({ bulk: { max: 10 }, on: hooks }, ['Nereid', 'Triton']);
  assert.deepEqual([status, (body as unknown[]).length, sent], [201, 2, ['Nereid', 'Triton']]);
});

/** Hooks whose first write of a boat is rolled back, as a store reports it. */
function conflictingHooks(conflicting: string) {
  const sent: string[] = [];
  let left = 1;
  const after = async ({ next }: { next: { name: string } }): Promise<void> => {
    await afterCommit(() => sent.push(next.name));
    if (next.name === 'refused') throw new BadRequestError('No such name');
    if (next.name !== conflicting || left-- <= 0) return;
    const cause = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    throw new ServiceUnavailableError('The database is busy', { cause });
  };
  return { hooks: { create: { after } }, sent };
}

async function sendBulk(options: object, names: readonly string[]) {
  const input = { create: z.object({ name: z.string() }) };
  const boats = resource('boats', Boat, { id: 'id', store: memoryStore([]), input, ...options } as never);
  const host = defineHost({ resources: [boats], log: false });
  const headers = { 'Content-Type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(names.map((name) => ({ name }))) };
  const response = await host.fetch(new Request('http://localhost/api/boats', request));
  return { status: response.status, body: await response.json() };
}

it('PUT creates the item again if another request deletes it meanwhile, and replaces one that is created meanwhile', async () => {
  const store = memoryStore([{ id: 1, name: 'Nereid' }]);
  const { create, replace } = store;
  const interfere = { isPending: true };
  const once = async (work: () => unknown): Promise<void> => {
    if (interfere.isPending) await work();
    interfere.isPending = false;
  };
  store.replace = async (id, item, context) => {
    await once(() => store.delete(id, context));
    return replace.call(store, id, item, context);
  };
  store.create = async (item, context) => {
    await once(() => create.call(store, { ...item, name: 'Triton' }, context));
    return create.call(store, item, context);
  };
  const host = defineHost({ resources: [resource('boats', Boat, { id: 'id', allowCreate: true, store })], log: false });
  for (const [id, status] of [
    [1, 201],
    [2, 200],
  ]) {
    interfere.isPending = true;
    const body = JSON.stringify({ id, name: 'Glaukos' });
    const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body };
    const response = await host.fetch(new Request(`http://localhost/api/boats/${id}`, init));
    assert.deepEqual([response.status, await response.json()], [status, { id, name: 'Glaukos' }]);
  }
});

it('PUT replaces an item that other requests delete and create again meanwhile', async () => {
  const store = memoryStore([{ id: 1, name: 'Nereid' }]);
  const { replace } = store;
  let isPending = true;
  store.replace = async (id, item, context) => {
    if (!isPending) return replace.call(store, id, item, context);
    isPending = false;
    await store.delete(id, context);
    await store.create({ id: 1, name: 'Triton' }, context);
    return null;
  };
  const host = defineHost({ resources: [resource('boats', Boat, { id: 'id', allowCreate: true, store })], log: false });
  const body = JSON.stringify({ id: 1, name: 'Glaukos' });
  const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body };
  assert.equal((await host.fetch(new Request('http://localhost/api/boats/1', init))).status, 200);
});

it('PUT creates an item that other requests create and delete again meanwhile', async () => {
  const store = memoryStore();
  const { create } = store;
  let isPending = true;
  store.create = async (item, context) => {
    if (!isPending) return create.call(store, item, context);
    isPending = false;
    await create.call(store, { id: 1, name: 'Triton' }, context);
    try {
      return await create.call(store, item, context);
    } finally {
      await store.delete({ id: 1 }, context);
    }
  };
  const host = defineHost({ resources: [resource('boats', Boat, { id: 'id', allowCreate: true, store })], log: false });
  const body = JSON.stringify({ id: 1, name: 'Glaukos' });
  const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body };
  assert.equal((await host.fetch(new Request('http://localhost/api/boats/1', init))).status, 201);
});

it('a custom operation without a transaction keeps what it wrote before it failed', async () => {
  const { post, names } = openHost();
  assert.equal(await post('/send', 'refused'), 400);
  assert.deepEqual(await names(), ['Nereid', 'refused']);
});

it('a request with an Idempotency-Key is repeated with its claim, and a failed one releases it', async () => {
  const { post, names } = openHost({ conflicts: 1 });
  assert.equal(await post('', 'Triton', 'one'), 201);
  assert.equal(await post('', 'Triton', 'one'), 201);
  assert.deepEqual(await names(), ['Nereid', 'Triton!']);
  const failing = openHost({ conflicts: 3 });
  assert.equal(await failing.post('', 'Triton', 'one'), 500);
  assert.equal(await failing.post('', 'Triton', 'one'), 201);
  assert.deepEqual(await failing.names(), ['Nereid', 'Triton!']);
});
