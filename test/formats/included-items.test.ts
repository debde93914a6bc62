import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { checkedHost } from '../lib/checked-host.ts';
import { defineHost, resource } from 'oriel-host';
import { listInMemory } from 'oriel-host/resources';
import type { ResourceStore } from 'oriel-host/resources';
import type { ListRequest } from 'oriel-host/resources';
import { z } from 'zod';
import { ALL_FORMATS } from '../lib/formats.ts';

/** Included items of JSON:API: how they are read, and which fields a user can read. */

const Publisher = z.object({ id: z.string(), name: z.string() });
const Author = z.object({
  id: z.number().int(),
  name: z.string(),
  salary: z.number(),
  publisher: z.string().nullable(),
  mentor: z.number().int(),
});
const Book = z.object({ id: z.number().int(), authors: z.array(z.number().int()), first: z.number().int().nullable() });

function createPress() {
  const requests: ListRequest[] = [];
  const readIds: string[] = [];
  const authors = [1, 2, 3].map((id) => ({
    id,
    name: `A${id}`,
    salary: 1_000 * id,
    publisher: id === 3 ? null : 'p/1',
    mentor: (id % 3) + 1,
  }));
  const store: ResourceStore<z.infer<typeof Author>> = {
    list(request) {
      requests.push(request);
      return listInMemory(authors, request, (field) => (field === 'id' ? 'integer' : 'string'));
    },
    get: ({ id }) => authors.find((author) => author.id === id) ?? null,
  };
  const host = checkedHost(
    defineHost({
      log: { level: 'none' },
      api: { formats: ALL_FORMATS },
      resources: [
        resource('publishers', Publisher, {
          id: 'id',
          provide: {
            get({ id }) {
              readIds.push(id);
              return id === 'p/1' ? { id, name: 'Press' } : null;
            },
          },
        }),
        resource('authors', Author, {
          id: 'id',
          store,
          links: { publisher: 'publishers', mentor: 'authors' },
          fields: { salary: ({ headers }) => headers.get('x-boss') === 'yes' },
        }),
        resource('hidden', Publisher, { id: 'id', provide: { list: () => [] } }),
        resource('books', Book.extend({ secret: z.string().nullable() }), {
          id: 'id',
          links: { authors: 'authors', first: 'authors', secret: 'hidden' },
          provide: {
            list: () => [
              { id: 1, authors: [1, 2], first: 1, secret: 'x' },
              { id: 2, authors: [2, 3, 9], first: null, secret: null },
            ],
          },
        }),
      ],
    }),
  );
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await host.fetch(
      new Request(`http://localhost/api${path}`, { headers: { Accept: 'application/vnd.api+json', ...headers } }),
    );
    const body = (await response.json()) as { included?: { type: string; id: string; attributes: object }[] };
    return { status: response.status, included: body.included };
  };
  return { get, requests, readIds };
}

test('included items are read from a store with one query per level and each item once', async () => {
  const { get, requests } = createPress();
  const { included } = await get('/books?include=authors,first');
  deepEqual(
    included?.map(({ type, id }) => `${type} ${id}`),
    ['authors 1', 'authors 2', 'authors 3'],
  );
  equal(requests.length, 1);
  deepEqual(requests[0]!.where, { op: 'in', field: 'id', values: [1, 2, 3, 9] });
});

test('included items are read from a function once each, and their own links are followed', async () => {
  const { get, readIds } = createPress();
  const { included } = await get('/books?include=authors.publisher,first.publisher');
  deepEqual(
    included?.map(({ type, id }) => `${type} ${id}`),
    ['authors 1', 'authors 2', 'authors 3', 'publishers p%2F1'],
  );
  deepEqual(readIds, ['p/1']);
});

test('included items have no fields that the user cannot read', async () => {
  const { get } = createPress();
  const seen = async (path: string, headers?: Record<string, string>) =>
    (await get(path, headers)).included?.[0]?.attributes;
  deepEqual(await seen('/books?include=first'), { name: 'A1' });
  deepEqual(await seen('/books?include=first', { 'X-Boss': 'yes' }), { name: 'A1', salary: 1_000 });
  equal((await get('/books?include=first&fields[authors]=salary')).status, 400);
  deepEqual(await seen('/books?include=first&fields[authors]=salary', { 'X-Boss': 'yes' }), { salary: 1_000 });
});

test('items without a get operation cannot be included', async () => {
  equal((await createPress().get('/books?include=secret')).status, 400);
});

test('circular includes return each item once, and paths of more than three relationships are rejected', async () => {
  const { get, requests } = createPress();
  const { included } = await get('/authors/1?include=mentor.mentor.mentor');
  deepEqual(
    included?.map(({ id }) => id),
    ['2', '3'],
  );
  equal(requests.length, 2);
  equal((await get('/authors/1?include=mentor.mentor.mentor.mentor')).status, 400);
});

test('a response has at most 1,000 included items', async () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => index + 1);
  const group = z.object({ id: z.number().int(), members: z.array(z.number().int()) });
  const requestGroup = async (members: readonly number[]) => {
    const host = checkedHost(
      defineHost({
        log: { level: 'none' },
        api: { formats: ALL_FORMATS },
        resources: [
          resource('members', z.object({ id: z.number().int() }), { id: 'id', provide: { get: ({ id }) => ({ id }) } }),
          resource('groups', group, {
            id: 'id',
            links: { members: 'members' },
            provide: { get: ({ id }) => ({ id, members: [...members] }) },
          }),
        ],
      }),
    );
    const headers = { Accept: 'application/vnd.api+json' };
    return host.fetch(new Request('http://localhost/api/groups/1?include=members', { headers }));
  };
  const complete = (await (await requestGroup(ids.slice(0, 999))).json()) as { included: unknown[] };
  equal(complete.included.length, 999);
  equal((await requestGroup(ids)).status, 400);
});
