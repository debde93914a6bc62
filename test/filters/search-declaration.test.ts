import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { defineHost, filter, memoryStore, resource } from 'oriel-host';
import { sqlStore } from 'oriel-host/kysely';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { connectPostgres } from '../contracts/postgres.ts';
import { createCheckedHost } from '../lib/checked-host.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { until } from '../safety/support/recorded-host.ts';

const postgres = await connectPostgres('search_declaration');
const { skip } = postgres;
const database = postgres.database as unknown as Kysely<{ notes: object; plain: object }>;
after(postgres.close);

const Note = z.object({ id: z.int(), title: z.string(), body: z.string(), owner: z.string(), size: z.int() });
const NOTES = [
  { id: 1, title: 'Tides', body: 'The ships sailed', owner: 'ada', size: 1 },
  { id: 2, title: 'Ship', body: 'of the line', owner: 'bob', size: 2 },
];
const start = (definition: object) => () =>
  defineHost({
    log: false,
    resources: [resource('notes', Note, { id: 'id', store: memoryStore(NOTES), ...definition } as never)],
  });

test('an invalid search is a start-up error that names the fix', () => {
  throws(start({ search: ['text'] }), /"notes" has no field "text"[\s\S]*Use one of: id, title/);
  throws(start({ search: ['title', 'size'] }), /"size" is not a string/);
  throws(start({ search: [] }), /List the fields/);
  throws(start({ search: { language: 'english' } }), /List the fields/);
  throws(start({ search: ['owner'], fields: { owner: 'never' } }), /No user may read "owner"/);
  throws(start({ search: ['title'], filters: { search: filter.partial('body') } }), /Rename the filter "search"/);
  throws(start({ search: { fields: ['title'], language: "english'--" } }), /Use a name such as language: 'english'/);
  throws(start({ search: { fields: ['title'], order: 'rank' } }), /"rank" is not a choice/);
  const byRelevance = { search: { fields: ['title'], order: 'relevance' } };
  throws(start({ ...byRelevance, page: { by: 'cursor' } }), /A cursor cannot contain the relevance/);
  const customStore = { list: () => ({ items: [] }), get: () => null };
  throws(
    start({ search: ['title'], store: customStore }),
    /The resource has a search, but the store of the resource does not/,
  );
});

test('the host searches in the array of a function, and a function that returns a page receives the search', async () => {
  let received: unknown;
  const options = { id: 'id', search: ['title', 'body'] } as const;
  const { host, send } = createCheckedHost({
    log: false,
    resources: [
      resource('notes', Note, { ...options, provide: { list: () => NOTES } }),
      resource('pages', Note, {
        ...options,
        provide: {
          list: ({ filters }) => {
            received = filters.search;
            return { items: NOTES, total: 2 };
          },
        },
      }),
    ],
  });
  await using _ = host;
  deepEqual(await (await send('GET /api/notes?search=ship')).json(), [NOTES[1]]);
  deepEqual(await (await send('GET /api/pages?search=ship')).json(), NOTES);
  equal(received, 'ship');
});

test('a search in a field that the user may not read does not exist', async () => {
  const fields = { owner: ({ headers }: { headers: Headers }) => headers.has('x-admin') };
  const notes = resource('notes', Note, {
    ...{ id: 'id', fields, store: memoryStore(NOTES) },
    search: ['title', 'owner'],
  } as never);
  const { host, send } = createTestHost({ resources: [notes] });
  await using _ = host;
  equal((await send('GET /api/notes?search=ada')).status, 400);
  equal((await send('GET /api/notes?search=ada', { headers: { 'X-Admin': '1' } })).status, 200);
});

test('the words of a search count as conditions', async () => {
  const notes = resource('notes', Note, { id: 'id', search: ['title'], store: memoryStore(NOTES) });
  const { host, send } = createTestHost({ api: { maxConditions: 3 }, resources: [notes] });
  await using _ = host;
  equal((await send('GET /api/notes?search=a+b+c')).status, 200);
  const refused = await send('GET /api/notes?search=a+b+c+d');
  equal(refused.status, 400);
  match(await refused.text(), /4 conditions/);
});

test('a search in a language finds other forms of a word on PostgreSQL', { skip }, async () => {
  await sql
    .raw(
      `create table notes (id integer primary key, title text, body text, owner text, size integer,
    words tsvector generated always as (to_tsvector('english', title || ' ' || body)) stored)`,
    )
    .execute(database);
  await sql
    .raw('create table plain (id integer primary key, title text, body text, owner text, size integer)')
    .execute(database);
  for (const { id, title, body, owner, size } of NOTES)
    for (const table of ['notes', 'plain'])
      await sql`insert into ${sql.table(table)} (id, title, body, owner, size) values (${id}, ${title}, ${body}, ${owner}, ${size})`.execute(
        database,
      );
  const search = { fields: ['title', 'body'], language: 'english' } as const;
  const { host, send, logs } = createTestHost({
    resources: [
      resource('notes', Note, { id: 'id', search, store: sqlStore(database, 'notes', { search: 'words' }) }),
      resource('plain', Note, { id: 'id', search, store: sqlStore(database, 'plain') }),
      resource('simple', Note, { id: 'id', search: ['title', 'body'], store: sqlStore(database, 'plain') }),
      resource('missing', Note, { id: 'id', search, store: sqlStore(database, 'plain', { search: 'words' }) }),
      resource('wrong', Note, { id: 'id', search, store: sqlStore(database, 'plain', { search: 'title' }) }),
    ],
  });
  await using _ = host;
  const find = async (path: string): Promise<number[]> =>
    ((await (await send(`GET /api/${path}`)).json()) as { id: number }[]).map(({ id }) => id);
  deepEqual(await find('notes?search=sailing+ships'), [1]);
  deepEqual(await find('plain?search=sailing+ships'), [1]);
  deepEqual(await find('simple?search=sailing+ships'), []);
  // A search for stop words has nothing to find.
  deepEqual(await find('notes?search=the'), []);
  equal((await send('GET /api/missing?search=x')).status, 500);
  match(JSON.stringify(logs), /The column \\"words\\" of \\"plain\\" is missing, but search needs a tsvector/);
  equal((await send('GET /api/wrong?search=x')).status, 500);
  match(JSON.stringify(logs), /The column \\"title\\" of \\"plain\\" is text, but search needs a tsvector/);
});

test('the profiler and the OpenAPI document describe the search', async () => {
  const storage = new MemoryProfileStorage();
  const notes = resource('notes', Note, { id: 'id', search: ['title', 'body'], store: memoryStore(NOTES) });
  const host = defineHost({ log: false, resources: [notes], profiler: { storage } });
  await using _ = host;
  const origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  const response = await fetch(`${origin}/api/notes?search=ship`);
  const token = response.headers.get('x-debug-token')!;
  await response.text();
  await until(() => storage.read(token), 'the profile');
  const panel = await (await fetch(`${origin}/_profiler/${token}.md?panel=operation`)).text();
  match(panel, /\| `search` \| `ship` \| `filter search: Words in title, body/);
  match(
    await (await fetch(`${origin}/api/docs.json`)).text(),
    /"name":"search","in":"query","description":"Words in title, body/,
  );
});
