import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { filter, memoryStore, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { headerSecurity } from '../story/header-security.ts';
import { testTransports } from '../story/test-transports.ts';
import type { Send } from '../story/test-transports.ts';

const Person = z.object({
  id: z.int(),
  name: z.string(),
  boss: z.int().nullable(),
  pay: z.int().default(0),
  notes: z.string().default(''),
});
const rows = [
  { id: 1, name: 'ada', boss: null, pay: 100, notes: 'planted-ada' },
  { id: 2, name: 'bob', boss: 1, pay: 200, notes: 'planted-bob' },
];

function people(kind: 'memory' | 'sql') {
  return resource('people', Person, {
    id: 'id',
    links: { boss: 'people' },
    bulk: { max: 5, atomic: false },
    acceptQuery: true,
    filters: { pay: filter.exact(), order: filter.order(['pay', 'name']) },
    access: { read: 'public', write: 'user' },
    fields: {
      pay: { read: ({ user, item }) => item.name === user?.id, write: 'role:hr' },
      notes: ({ user, item }) => item.name === user?.id || user?.roles.includes('hr') === true,
      name: { write: ({ user, item }) => item === null || item.name === user?.id },
      boss: ({ user, item }) => item.name !== 'bob' || user?.id === 'bob',
    },
    custom: { look: { line: 'GET /{id}/look', access: 'public', handle: ({ item }) => item } },
    store: kind === 'memory' ? memoryStore(rows) : sqlStore(database(), 'people'),
  });
}

function database() {
  const file = new DatabaseSync(':memory:');
  file.exec('create table people (id integer primary key, name text, boss integer, pay integer, notes text)');
  for (const { id, name, boss, pay, notes } of rows)
    file.prepare('insert into people values (?, ?, ?, ?, ?)').run(id, name, boss, pay, notes);
  return new Kysely<{ people: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
}

const TYPES = ['json', 'jsonld', 'hal', 'hal-forms', 'jsonapi', 'csv', 'ndjson'] as const;
const config = (kind: 'memory' | 'sql') => () => ({
  log: { level: 'none' as const },
  security: headerSecurity,
  resources: [people(kind)],
  api: { formats: [...TYPES] },
});
const MERGE = 'application/merge-patch+json';

for (const kind of ['memory', 'sql'] as const) {
  testTransports(
    `a rule that reads the item hides the field only for the items it denies, in every format, from ${kind}`,
    config(kind),
    async (send) => {
      for (const type of TYPES) {
        const read = async (path: string, user?: string) =>
          (await send(`GET /api/people${path.replace('*', type)}`, { headers: user ? { 'X-User': user } : {} })).text();
        for (const path of ['.*', '/1.*', '/1/look.*', '.*?fields=id,notes', '.*?page=1']) {
          if (type === 'jsonapi' && path.includes('?')) continue;
          const visible = await read(path, 'ada');
          ok(visible.includes('planted-ada'), `${type} ${path}: ${visible}`);
          ok(!visible.includes('planted-bob'), `${type} ${path}: ${visible}`);
          ok(!(await read(path)).includes('planted'), `${type} ${path}`);
          const all = await read(path, 'eve:hr');
          equal(all.includes('planted-bob'), path.startsWith('.'), `${type} ${path}`);
        }
      }
      for (const type of ['jsonapi', 'json', 'hal']) {
        const path = `GET /api/people/2.${type}?include=boss`;
        const included = await (await send(path, { headers: { 'X-User': 'bob' } })).text();
        ok(
          included.includes('planted-bob') && included.includes('"ada"') && !included.includes('planted-ada'),
          included,
        );
        // A link in a hidden field is not followed.
        const hidden = await (await send(path, { headers: { 'X-User': 'ada' } })).text();
        ok(!hidden.includes('"ada"') && !hidden.includes('planted'), hidden);
      }
    },
  );

  testTransports(
    `a field whose rule reads the item cannot be filtered or ordered by, nor inferred from an ETag, from ${kind}`,
    config(kind),
    async (send) => {
      for (const headers of [{}, { 'X-User': 'ada' }])
        for (const query of ['pay=200', 'order[pay]=asc', 'pay=100'])
          equal((await send(`GET /api/people?${query}`, { headers })).status, 400, query);
      equal((await send('GET /api/people?order[name]=desc')).status, 200);
      const tag = async (user: string) =>
        (await send('GET /api/people/1', { headers: { 'X-User': user } })).headers.get('ETag')!;
      const [ada, bob] = [await tag('ada'), await tag('bob')];
      ok(ada !== bob);
      const again = async (user: string, seen: string) =>
        (await send('GET /api/people/1', { headers: { 'X-User': user, 'If-None-Match': seen } })).status;
      deepEqual([await again('ada', ada), await again('bob', bob), await again('bob', ada)], [304, 304, 200]);
      const list = await send('GET /api/people', { headers: { 'X-User': 'ada' } });
      const same = async (user: string) =>
        (await send('GET /api/people', { headers: { 'X-User': user, 'If-None-Match': list.headers.get('ETag')! } }))
          .status;
      deepEqual([await same('ada'), await same('bob')], [304, 200]);
    },
  );

  testTransports(`a write rule of a field is evaluated for each item, from ${kind}`, config(kind), async (send) => {
    const patch = async (id: number, user: string, body: object, headers = {}) =>
      send(`PATCH /api/people/${id}`, {
        headers: { 'Content-Type': MERGE, 'X-User': user, ...headers },
        body: JSON.stringify(body),
      });
    equal((await patch(1, 'ada', { name: 'ada' })).status, 200);
    const refused = await patch(2, 'ada', { name: 'mine' });
    equal(refused.status, 422);
    match(await refused.text(), /\/name/);
    // A field that the user cannot read cannot be written, and its value cannot be found out by sending it.
    equal((await patch(2, 'ada', { notes: 'planted-bob' })).status, 422);
    equal((await patch(2, 'ada', { notes: 'another' })).status, 422);
    equal((await patch(1, 'bob', { pay: 100 })).status, 422);
    const answered = await patch(1, 'eve:hr', { pay: 150 });
    equal(answered.status, 200);
    ok(!(await answered.text()).includes('150'), 'a write rule does not allow reading the field');
    const person = (await (await send('GET /api/people/1', { headers: { 'X-User': 'ada' } })).json()) as {
      pay: number;
      notes: string;
    };
    deepEqual([person.pay, person.notes], [150, 'planted-ada']);
    const put = await send('PUT /api/people/2', {
      headers: { 'Content-Type': 'application/json', 'X-User': 'eve:hr' },
      body: JSON.stringify({ id: 2, name: 'bob', pay: 300, notes: 'new' }),
    });
    equal(put.status, 200, await put.text());
    const bob = (await (await send('GET /api/people/2', { headers: { 'X-User': 'bob' } })).json()) as object;
    deepEqual(bob, { id: 2, name: 'bob', boss: '/api/people/1', pay: 300, notes: 'new' });
    // An ETag from a response with fewer fields is valid in If-Match.
    const seen = (await send('GET /api/people/1', { headers: { 'X-User': 'eve:hr' } })).headers.get('ETag')!;
    equal((await patch(1, 'ada', { notes: 'changed' }, { 'If-Match': seen })).status, 200);
  });

  testTransports(
    `the response to a bulk write hides fields for each item, from ${kind}`,
    config(kind),
    async (send) => {
      const created = await post(send, 'ada', [
        { id: 7, name: 'ada', boss: null, notes: 'planted-own' },
        { id: 8, name: 'joe', boss: null, notes: 'planted-joe' },
      ]);
      ok(created.includes('planted-own') && !created.includes('planted-joe'), created);
      equal(created.match(/"pay":/g)?.length, 1, 'only the item of the user has its pay');
    },
  );
}

async function post(send: Send, user: string, body: readonly object[]): Promise<string> {
  const headers = { 'Content-Type': 'application/json', 'X-User': user };
  return (await send('POST /api/people', { headers, body: JSON.stringify(body) })).text();
}

test('a field rule that returns a promise is an error that explains the fix, and hides the field', async () => {
  const asynchronous = (): boolean => Promise.resolve(true) as never;
  const { send, logs } = createCheckedHost({
    security: headerSecurity,
    resources: [
      resource('people', Person, {
        id: 'id',
        access: { write: 'user' },
        fields: { pay: asynchronous },
        store: memoryStore(rows),
      }),
    ],
  });
  const answer = await send('GET /api/people/1');
  equal(answer.status, 500);
  ok(!(await answer.text()).includes('100'));
  match(
    JSON.stringify(logs.map(({ message, context }) => [message, String(context?.['exception'])])),
    /evaluated synchronously.*in the authenticator/,
  );
});

test('field rules apply to each item of a streamed list, and receive the whole item when fields are selected', async () => {
  const many = Array.from({ length: 1_200 }, (_, id) => ({
    ...{ id, name: id % 600 === 599 ? 'ada' : 'bob', boss: null, pay: 1 },
    notes: `planted-${id}`,
  }));
  const database = new DatabaseSync(':memory:');
  database.exec('create table people (id integer primary key, name text, boss integer, pay integer, notes text)');
  const insert = database.prepare('insert into people values (?, ?, ?, ?, ?)');
  for (const { id, name, boss, pay, notes } of many) insert.run(id, name, boss, pay, notes);
  const { send } = createCheckedHost({
    security: headerSecurity,
    api: { formats: ['json', 'ndjson'] },
    resources: [
      resource('people', Person, {
        id: 'id',
        access: { write: 'user' },
        cache: { etag: 'pay' },
        fields: { notes: ({ user, item }) => item.name === user?.id },
        store: sqlStore(new Kysely<{ people: object }>({ dialect: new NodeSqliteDialect({ database }) }), 'people'),
      }),
    ],
  });
  const headers = { 'X-User': 'ada' };
  const lines = (await (await send('GET /api/people.ndjson', { headers })).text()).trim().split('\n');
  equal(lines.length, 1_200);
  deepEqual(
    lines.flatMap((line) => (JSON.parse(line) as { notes?: string }).notes ?? []),
    ['planted-599', 'planted-1199'],
  );
  const part = async (id: number) => (await send(`GET /api/people/${id}?fields=id,notes`, { headers })).json();
  deepEqual([await part(599), await part(5)], [{ id: 599, notes: 'planted-599' }, { id: 5 }]);
});
