import { deepEqual, rejects, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from './memory-store.ts';
import { CONTENT, bindStores } from '../../../../../../test/contracts/resource-store-fixtures.ts';
import { resourceStoreContract } from '../../../../../../test/contracts/resource-store.ts';

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

test('a failed transaction undoes its own writes and keeps those of others', async () => {
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

test('methods of a memory store throw TypeError for unknown fields, keys and members of a list request', () => {
  const store = memoryStore([{ id: 1, name: 'one' }]);
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
  const list = { where: undefined, order: [], window: { by: 'all' }, count: false, fields: undefined } as const;
  for (const [call, message] of [
    [() => store.get({ idd: 1 }, context), 'Unknown key of "boats" "idd"; did you mean "id"?'],
    [() => store.get({}, context), 'An item of "boats" is identified by id'],
    [() => store.get({ id: 1 }, context, ['nmae']), 'Unknown field of "boats" "nmae"; did you mean "name"?'],
    [() => store.patch({ idd: 1 }, { name: 'x' }, context), 'Unknown key of "boats" "idd"; did you mean "id"?'],
    [() => store.delete({ idd: 1 }, context), 'Unknown key of "boats" "idd"; did you mean "id"?'],
    [() => store.list({ ...list, fields: ['nmae'] }, context), 'Unknown field of "boats" "nmae"; did you mean "name"?'],
    [
      () => store.list({ ...list, order: [{ field: 'nmae', direction: 'asc' }] }, context),
      'Unknown field of "boats" "nmae"; did you mean "name"?',
    ],
    [
      () => store.list({ ...list, limit: 5 } as never, context),
      'Unknown member of a list request "limit"; known are where, order, relevance, window, count, fields',
    ],
  ] as const)
    throws(call, { name: 'TypeError', message });
});
