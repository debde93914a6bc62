import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, filter, memoryStore, resource } from 'oriel-host';
import { client } from 'oriel-client';
import { z } from 'zod';

const Task = z.object({
  id: z.int(),
  state: z.enum(['open', 'done']),
  due: z.iso.datetime(),
  owner: z.int().nullable(),
});
const rows: z.output<typeof Task>[] = [1, 2, 3].map((id) => ({
  id,
  state: id === 3 ? 'done' : 'open',
  due: `2026-01-0${id}T00:00:00.000Z`,
  owner: null,
}));
const host = defineHost({
  access: 'public',
  log: false,
  resources: [
    resource('tasks', Task, {
      id: 'id',
      store: memoryStore(rows),
      links: { owner: 'tasks' },
      filters: {
        due: filter.date(),
        state: filter.exact(),
        exclude: filter.exclude(['state']),
        id: filter.range(),
        order: filter.order(['id']),
      },
      custom: {
        assign: {
          line: 'POST /{id}/assign',
          input: z.object({ owner: z.int() }),
          output: z.object({ owner: z.int() }),
          handle: ({ body }) => body,
        },
      },
    }),
  ],
});
const { tasks } = client<typeof host>('http://localhost/api', { fetch: host.fetch });

async function list(query: Parameters<typeof tasks.list>[0]): Promise<number[]> {
  const found = await tasks.list({ ...query, order: { id: 'asc' } });
  ok(found.ok, JSON.stringify(!found.ok && found.problem));
  return found.data.items.map(({ id }) => id);
}

test('the host accepts the bounds of dates and ranges that the types of the client have', async () => {
  const second = '2026-01-02T00:00:00.000Z';
  deepEqual(await list({ due: { after: second } }), [2, 3]);
  deepEqual(await list({ due: { strictly_after: second } }), [3]);
  deepEqual(await list({ due: { before: second } }), [1, 2]);
  deepEqual(await list({ due: { strictly_before: second } }), [1]);
  deepEqual(await list({ id: { between: '2..3' } }), [2, 3]);
  deepEqual(await list({ id: { gt: 1, lte: 2 } }), [2]);
});

test('a filter excludes one or several values', async () => {
  deepEqual(await list({ exclude: { state: 'done' } }), [1, 2]);
  deepEqual(await list({ exclude: { state: ['open', 'done'] } }), []);
});

test('a filter on a field with fixed texts accepts one or several of them', async () => {
  deepEqual(await list({ state: 'done' }), [3]);
  deepEqual(await list({ state: ['open', 'done'] }), [1, 2, 3]);
});

test('a link in the body of a custom operation is an IRI', async () => {
  const assigned = await tasks.assign({ id: 1, body: { owner: '/api/tasks/2' } });
  deepEqual(assigned.ok && assigned.data, { owner: 2 });
});
