import { deepEqual, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from './memory-store.ts';
import { CONTENT, bindStores } from './resource-store-fixtures.contract.ts';
import { resourceStoreContract } from './resource-store.contract.ts';

resourceStoreContract('memoryStore', {
  constraints: false,
  open: async () => {
    const { authors, books, seats, papers } = CONTENT;
    const stores = {
      authors: memoryStore(authors),
      books: memoryStore(books),
      seats: memoryStore(seats),
      papers: memoryStore(papers),
    };
    bindStores(stores);
    return stores;
  },
});

test("work that fails takes its own writes back, and nobody else's", async () => {
  const store = memoryStore([
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
    { id: 3, name: 'three' },
  ]);
  store.bind({
    resource: 'boats',
    id: ['id'],
    fields: [
      { name: 'id', kind: 'integer', nullable: false },
      { name: 'name', kind: 'string', nullable: false },
    ],
    link: () => undefined,
  });
  const context = {} as never;
  const failing = store.transaction(async () => {
    store.patch({ id: 1 }, { name: 'changed' }, context);
    store.delete({ id: 2 }, context);
    store.create({ id: 4, name: 'four' }, context);
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('No');
  });
  store.create({ id: 5, name: 'of others' }, context);
  store.patch({ id: 3 }, { name: 'of others' }, context);
  store.patch({ id: 4 }, { name: 'of others, too' }, context);
  await rejects(failing, /No/);
  const names = await Promise.all(
    [1, 2, 3, 4, 5].map(async (id) => ((await store.get({ id }, context)) as { name: string } | null)?.name),
  );
  deepEqual(names, ['one', 'two', 'of others', 'of others, too', 'of others']);
});
