import { deepEqual, equal, match } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { filter, memoryStore, resource, where } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { connectPostgres } from '../contracts/postgres.ts';
import { headerSecurity } from '../story/header-security.ts';

/** `include` in JSON and HAL: which items are embedded, how they are read, and who can see them. */

const postgres = await connectPostgres('embedded_items');
after(postgres.close);

const Clinic = z.object({ id: z.int(), city: z.string(), code: z.string() });
const Practitioner = z.object({
  id: z.int(),
  name: z.string(),
  salary: z.int(),
  clinic: z.int().nullable(),
  deputy: z.int().nullable(),
});
const Desk = z.object({ id: z.int(), number: z.int() });
const Visit = z.object({ id: z.int(), title: z.string(), practitioner: z.int().nullable(), desk: z.int().nullable() });

const ROWS = {
  clinics: [
    { id: 1, city: 'Brest', code: 'b' },
    { id: 2, city: 'Lyon', code: 'l' },
  ],
  practitioners: [
    { id: 1, name: 'Ada', salary: 10, clinic: 1, deputy: 2 },
    { id: 2, name: 'Bob', salary: 20, clinic: 2, deputy: 1 },
    { id: 3, name: 'Cy', salary: 30, clinic: null, deputy: null },
  ],
  desks: [{ id: 1, number: 4 }],
  visits: [
    { id: 1, title: 'a', practitioner: 1, desk: 1 },
    { id: 2, title: 'b', practitioner: 2, desk: null },
    { id: 3, title: 'c', practitioner: 1, desk: 9 },
    { id: 4, title: 'd', practitioner: null, desk: 1 },
  ],
};
type Name = keyof typeof ROWS;
type AnyStore = ReturnType<typeof memoryStore>;

type Tables = Record<string, Record<string, unknown>>;

async function fill(database: Kysely<Tables>): Promise<void> {
  const columns = {
    clinics: 'id integer primary key, city text not null, code text not null',
    practitioners:
      'id integer primary key, name text not null, salary integer not null, clinic integer, deputy integer',
    desks: 'id integer primary key, number integer not null',
    visits: 'id integer primary key, title text not null, practitioner integer, desk integer',
  };
  for (const [name, definition] of Object.entries(columns)) {
    await sql.raw(`drop table if exists ${name}`).execute(database);
    await sql.raw(`create table ${name} (${definition})`).execute(database);
    await database
      .insertInto(name)
      .values(ROWS[name as Name])
      .execute();
  }
}

/** Creates a host for each kind of store. A database reports the statements that it runs. */
async function createHosts() {
  const statements: string[] = [];
  const log = (event: { readonly query: { readonly sql: string } }) => void statements.push(event.query.sql);
  const lite = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: new DatabaseSync(':memory:') }), log });
  const databases = postgres.skip ? [lite] : [lite, postgres.database as unknown as Kysely<Tables>];
  for (const database of databases) await fill(database);
  return [
    createHost((name) => memoryStore(ROWS[name])),
    createHost((name) => sqlStore(lite, name) as never, statements),
    ...databases.slice(1).map((database) => createHost((name) => sqlStore(database, name) as never)),
  ];
}

function createHost(createStore: (name: Name) => AnyStore, statements: string[] = []) {
  const { send } = createCheckedHost({
    security: headerSecurity,
    log: { level: 'none' },
    api: { formats: ['json', 'hal', 'csv', 'jsonapi'] },
    resources: [
      resource('clinics', Clinic, {
        id: 'id',
        store: createStore('clinics'),
        access: { read: ({ user }) => (user?.id === 'ada' ? true : where({ city: 'Brest' })), write: 'never' },
      }),
      resource('practitioners', Practitioner, {
        id: 'id',
        store: createStore('practitioners'),
        links: { clinic: 'clinics', deputy: 'practitioners' },
        fields: { salary: ({ user }) => user?.id === 'ada' },
        access: { write: 'public' },
        cache: { vary: ['X-User'] },
      }),
      resource('desks', Desk, {
        id: 'id',
        store: createStore('desks'),
        access: { write: 'public' },
        cache: { noStore: true },
      }),
      resource('visits', Visit, {
        id: 'id',
        store: createStore('visits'),
        links: { practitioner: 'practitioners', desk: { to: 'desks', as: 'id' } },
        filters: { order: filter.order(['id']) },
        access: { write: 'public' },
        cache: { maxAge: '1 min', lastModified: 'id' },
      }),
    ],
  });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    statements.length = 0;
    const response = await send(`GET /api${path}`, { headers });
    const body = JSON.parse(await response.text());
    return { status: response.status, headers: response.headers, body, statements: [...statements] };
  };
  return { get, send };
}

const ADA = { 'X-User': 'ada' };
const hosts = await createHosts();

test('JSON lists and items contain the included items in place of the links, also below other items', async () => {
  for (const { get } of hosts) {
    const { body } = await get('/visits?include=practitioner(name),desk&order[id]=asc');
    deepEqual(body, [
      { id: 1, title: 'a', practitioner: { name: 'Ada' }, desk: { id: 1, number: 4 } },
      { id: 2, title: 'b', practitioner: { name: 'Bob' }, desk: null },
      { id: 3, title: 'c', practitioner: { name: 'Ada' }, desk: 9 },
      { id: 4, title: 'd', practitioner: null, desk: { id: 1, number: 4 } },
    ]);
    const nested = await get('/visits/1?include=practitioner(name).clinic(city),practitioner.deputy');
    deepEqual(nested.body, {
      id: 1,
      title: 'a',
      practitioner: {
        name: 'Ada',
        clinic: { city: 'Brest' },
        deputy: { id: 2, name: 'Bob', clinic: '/api/clinics/2', deputy: '/api/practitioners/1' },
      },
      desk: 1,
    });
  }
});

test('each included link is read with one query, whatever the number of rows', async () => {
  const { statements, status } = await hosts[1]!.get('/visits?partial=true&include=practitioner.clinic,desk');
  equal(status, 200);
  deepEqual(
    statements.map((statement) => /from "(\w+)"/.exec(statement)?.[1]),
    ['visits', 'practitioners', 'clinics', 'desks'],
  );
});

test('included links are in the response when fields does not select them', async () => {
  for (const { get } of hosts) {
    deepEqual((await get('/visits/1?fields=title&include=practitioner(id)')).body, {
      title: 'a',
      practitioner: { id: 1 },
    });
    const { body } = await get('/visits?fields=title&include=practitioner(id)&order[id]=asc');
    deepEqual(body[3], { title: 'd', practitioner: null });
    deepEqual(body[1], { title: 'b', practitioner: { id: 2 } });
  }
});

test('items that the user cannot read remain links, and fields that they cannot read are absent', async () => {
  for (const { get } of hosts) {
    const path = '/visits/2?include=practitioner.clinic(city)';
    deepEqual((await get(path)).body.practitioner, {
      id: 2,
      name: 'Bob',
      clinic: '/api/clinics/2',
      deputy: '/api/practitioners/1',
    });
    const { salary, clinic } = (await get(path, ADA)).body.practitioner;
    deepEqual([salary, clinic], [20, { city: 'Lyon' }]);
    equal((await get('/visits/2?include=practitioner(salary)', ADA)).status, 200);
    const hidden = await get('/visits/2?include=practitioner(salary)');
    equal(hidden.status, 400);
    match(hidden.body.detail, /unknown|salary/i);
  }
});

test('HAL embeds the included items of an item by the name of the link', async () => {
  for (const { get } of hosts) {
    const { body } = await get('/visits.hal?include=practitioner(name).clinic(city),desk(number)&order[id]=asc');
    const [first, second] = body._embedded.item;
    deepEqual(first._embedded, {
      practitioner: {
        _links: {
          self: { href: '/api/practitioners/1' },
          clinic: { href: '/api/clinics/1' },
          ...first._embedded.practitioner._links,
        },
        name: 'Ada',
        _embedded: { clinic: { _links: first._embedded.practitioner._embedded.clinic._links, city: 'Brest' } },
      },
      desk: { _links: { self: { href: '/api/desks/1' }, ...first._embedded.desk._links }, number: 4 },
    });
    equal(first._links.practitioner.href, '/api/practitioners/1');
    equal('_embedded' in second._embedded.practitioner, false, 'a clinic that the user cannot read');
    equal('desk' in second._embedded, false);
    equal((await get('/visits/2.hal?include=practitioner')).body._embedded.practitioner.name, 'Bob');
  }
});

test('invalid includes are rejected with 400 as in JSON:API', async () => {
  const { get } = hosts[0]!;
  for (const [include, detail] of [
    ['practicioner', /did you mean "practitioner"/],
    ['title', /not a relationship/],
    ['practitioner(nam)', /did you mean "name"/],
    ['practitioner.deputy.deputy.deputy', /more than 3 relationships/],
    [Array(21).fill('desk').join(), /more than 20 paths/],
    ['practitioner(', /invalid at character 1/],
    ['desk,practitioner()', /invalid at character 6/],
    ['desk,', /invalid at character 6/],
    ['desk)', /invalid at character 1/],
    ['desk(number', /invalid at character 1/],
    ['desk(number)x', /invalid at character 1/],
    ['practitioner(name,)', /invalid at character 1/],
    ['practitioner..clinic', /invalid at character 14/],
  ] as const) {
    const { status, body } = await get(`/visits?include=${include}`);
    equal(status, 400, include);
    match(JSON.stringify(body).replaceAll('\\"', '"'), detail);
  }
  equal((await get('/visits?include=')).status, 200);
  equal((await get('/visits?include=desk&include=practitioner')).status, 400);
  const csv = await hosts[0]!.send('GET /api/visits?include=desk', { headers: { Accept: 'text/csv' } });
  equal(csv.status, 400);
  for (const path of ['/clinics?include=id', '/desks/1?include=x'])
    equal((await get(path, { Accept: 'application/json' })).status, 400, path);
});

test('a response embeds at most 1,000 items, each as often as it is linked', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    next: [...Array(30).keys()].map((id) => id + 1),
  }));
  const { send } = createCheckedHost({
    log: { level: 'none' },
    resources: [
      resource('nodes', z.object({ id: z.int(), next: z.array(z.int()) }), {
        id: 'id',
        store: memoryStore(rows),
        links: { next: 'nodes' },
      }),
    ],
  });
  const one = JSON.parse(await (await send('GET /api/nodes/1?include=next.next(id)')).text());
  equal(one.next[29].next[29].id, 30);
  equal((await send('GET /api/nodes/1?include=next.next.next(id)')).status, 400);
  equal((await send('GET /api/nodes?include=next.next')).status, 400);
});

test('responses with included items have no entity tag, and are not answered with 304', async () => {
  for (const { get, send } of hosts) {
    const plain = await get('/visits/1');
    const { headers } = await get('/visits/1?include=practitioner');
    deepEqual([headers.has('etag'), headers.has('last-modified'), plain.headers.has('etag')], [false, false, true]);
    const since = { 'If-Modified-Since': new Date().toUTCString(), 'If-None-Match': plain.headers.get('etag')! };
    for (const name of ['If-Modified-Since', 'If-None-Match'] as const)
      for (const format of ['', '.jsonapi']) {
        const sent = { headers: { [name]: since[name] } };
        equal((await send(`GET /api/visits/1${format}?include=practitioner`, sent)).status, 200, `${name} ${format}`);
      }
    equal((await get('/visits?include=practitioner')).headers.has('etag'), false);
    const ifMatch = {
      headers: { 'If-Match': plain.headers.get('etag')!, 'Content-Type': 'application/merge-patch+json' },
    };
    const changed = await send('PATCH /api/visits/1?include=practitioner(name)', { ...ifMatch, body: '{"title":"a"}' });
    deepEqual([changed.status, JSON.parse(await changed.text()).practitioner], [200, { name: 'Ada' }]);
  }
});

test('responses with included items are cached and vary as the included items allow', async () => {
  for (const { get } of hosts)
    for (const format of ['', '.hal', '.jsonapi']) {
      const of = async (include: string) => {
        const { headers } = await get(`/visits/1${format}${include}`);
        return [headers.get('Cache-Control'), headers.get('Vary')?.includes('X-User')];
      };
      deepEqual(await of(''), ['max-age=60, private', false]);
      deepEqual(await of('?include=practitioner'), ['no-cache, private', true]);
      match(String((await of('?include=desk'))[0]), /no-store/);
    }
});

test('the OpenAPI document lists the parameter for formats that embed items', async () => {
  const { send } = hosts[0]!;
  const document = JSON.parse(await (await send('GET /api/docs.json')).text());
  type Parameter = Readonly<Record<string, string>>;
  const resolve = (element: Parameter): Parameter =>
    element['$ref'] ? document.components.parameters[element['$ref'].split('/').at(-1)!] : element;
  const find = (path: string, name = 'include') =>
    [...(document.paths[path].parameters ?? []), ...document.paths[path].get.parameters]
      .map(resolve)
      .find((element) => element['name'] === name);
  match(String(find('/api/visits')?.['description']), /Only with application\/json, application\/hal\+json/);
  equal(document.components.schemas['Visit.embedding'].properties.practitioner.anyOf.length, 2);
});
