import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { memoryStore, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { headerSecurity } from '../story/header-security.ts';
import { testTransports } from '../story/test-transports.ts';

const Person = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string().default('member'),
  salary: z.int().nullable().default(null),
  boss: z.int().nullable().default(null),
  diary: z.string().default(''),
});
const rows = [
  { id: 1, name: 'ada', role: 'member', salary: 100, boss: null, diary: 'private' },
  { id: 2, name: 'bob', role: 'member', salary: 200, boss: 1, diary: 'private' },
];
const TYPES = ['json', 'jsonld', 'hal', 'hal-forms', 'jsonapi', 'csv', 'ndjson'] as const;
const MERGE = 'application/merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';

function database(): Kysely<{ people: object }> {
  const file = new DatabaseSync(':memory:');
  file.exec(
    'create table people (id integer primary key, name text, role text, salary integer unique, boss integer, diary text)',
  );
  const insert = file.prepare('insert into people values (?, ?, ?, ?, ?, ?)');
  for (const { id, name, role, salary, boss, diary } of rows) insert.run(id, name, role, salary, boss, diary);
  return new Kysely<{ people: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
}

const config = (kind: 'memory' | 'sql') => (): HostConfig => ({
  log: { level: 'none' },
  security: headerSecurity,
  api: { formats: [...TYPES] },
  resources: [
    resource('people', Person, {
      id: 'id',
      links: { boss: 'people' },
      access: { read: 'public', write: 'user' },
      bulk: { max: 5, atomic: false },
      fields: {
        role: 'role:admin',
        salary: 'never',
        boss: 'role:admin',
        diary: ({ user, item }) => item.name === user?.id,
      },
      store: kind === 'memory' ? memoryStore(rows) : sqlStore(database(), 'people'),
    }),
  ],
});

for (const kind of ['memory', 'sql'] as const) {
  testTransports(
    `a single rule of a field restricts writing as well as reading, with ${kind}`,
    config(kind),
    async (send) => {
      const write = async (line: string, user: string, type: string, body: unknown): Promise<number> =>
        (await send(line, { headers: { 'X-User': user, 'Content-Type': type }, body: JSON.stringify(body) })).status;
      const role = async (): Promise<unknown> =>
        ((await (await send('GET /api/people/1', { headers: { 'X-User': 'eve:admin' } })).json()) as { role: unknown })
          .role;
      equal(await write('PATCH /api/people/1', 'ada', MERGE, { role: 'admin' }), 422);
      equal(await write('PATCH /api/people/1', 'ada', MERGE, { salary: 1 }), 422);
      equal(await write('PATCH /api/people/1', 'eve:admin', MERGE, { salary: 1 }), 422);
      equal(await write('PATCH /api/people/1', 'ada', JSON_PATCH, [{ op: 'add', path: '/role', value: 'admin' }]), 422);
      equal(await write('PUT /api/people/1', 'ada', 'application/json', { id: 1, name: 'ada', role: 'admin' }), 422);
      equal(await write('POST /api/people', 'ada', 'application/json', { id: 3, name: 'x', role: 'admin' }), 422);
      equal(await role(), 'member');
      equal(await write('PUT /api/people/1', 'ada', 'application/json', { id: 1, name: 'ada', diary: 'x' }), 200);
      equal(await role(), 'member', 'PUT keeps the fields that the user may not write');
      equal(await write('PATCH /api/people/1', 'eve:admin', MERGE, { role: 'admin' }), 200);
      equal(await role(), 'admin');
    },
  );

  testTransports(
    `a rule that reads the item restricts the members of a created item, with ${kind}`,
    config(kind),
    async (send) => {
      const post = async (body: object): Promise<number> =>
        (
          await send('POST /api/people', {
            headers: { 'X-User': 'ada', 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).status;
      equal(await post({ id: 3, name: 'ada', diary: 'own' }), 201);
      equal(await post({ id: 4, name: 'joe', diary: 'of another' }), 422);
      equal(await post({ id: 4, name: 'joe' }), 201);
    },
  );

  test(`writing a hidden field gets the same response as writing an unknown member, with ${kind}`, async () => {
    const { send } = createTestHost(config(kind)());
    const answer = async (line: string, type: string, body: string, name: string): Promise<string> => {
      const response = await send(line, {
        headers: { 'X-User': 'ada', 'Content-Type': type, Accept: `${type}, application/json;q=0.5` },
        body,
      });
      return `${response.status} ${(await response.text()).replaceAll(name, '***')}`;
    };
    // A name of the same length that is not similar to any field.
    const same = async (line: string, type: string, name: string, body: (name: string) => unknown): Promise<void> => {
      const unknown = 'q'.repeat(name.length);
      const text = (element: string): string => {
        const content = body(element);
        return typeof content === 'string' ? content : JSON.stringify(content);
      };
      const hidden = await answer(line, type, text(name), name);
      equal(hidden, await answer(line, type, text(unknown), unknown), `${line} ${type} ${name}`);
    };
    const values = { role: 'admin', salary: 1, boss: '/api/people/2', diary: 'x' } as Record<string, unknown>;
    for (const name of ['role', 'salary', 'boss', 'diary']) {
      const invalid = name === 'boss' ? 'no IRI' : { no: 'value' };
      for (const value of [values[name], invalid, null]) {
        await same('PATCH /api/people/2', MERGE, name, (text) => ({ [text]: value }));
        await same('PATCH /api/people/2', JSON_PATCH, name, (text) => [{ op: 'add', path: `/${text}`, value }]);
        await same('PATCH /api/people/2', JSON_PATCH, name, (text) => [{ op: 'test', path: `/${text}`, value }]);
        await same('PATCH /api/people/2', JSON_PATCH, name, (text) => [{ op: 'replace', path: `/${text}`, value }]);
        for (const type of ['application/json', 'application/ld+json', 'application/hal+json']) {
          await same('PUT /api/people/2', type, name, (text) => ({ id: 2, name: 'bob', [text]: value }));
          await same('POST /api/people', type, name, (text) => ({ id: 2, name: 'bob', [text]: value }));
        }
        await same('POST /api/people', 'application/json', name, (text) => [{ id: 2, name: 'bob', [text]: value }]);
        await same('POST /api/people', 'application/vnd.api+json', name, (text) => ({
          data: { type: 'people', id: '2', attributes: { name: 'bob', [text]: value } },
        }));
        await same('PATCH /api/people/2', 'application/vnd.api+json', name, (text) => ({
          data: { type: 'people', id: '2', attributes: { [text]: value } },
        }));
      }
      for (const data of [{ type: 'people', id: '2' }, { type: 'elsewhere', id: '2' }, null])
        await same('PATCH /api/people/2', 'application/vnd.api+json', name, (text) => ({
          data: { type: 'people', id: '2', relationships: { [text]: { data } } },
        }));
      await same('POST /api/people', 'text/csv', name, (text) => `id,name,${text}\n9,bob,x\n`);
      await same('PUT /api/people/2', 'application/hal+json', name, (text) => ({
        ...{ id: 2, name: 'bob', _links: { [text]: { href: 'no IRI' } } },
      }));
    }
  });

  testTransports(
    `the suggestion for a misspelt member does not name a hidden field, with ${kind}`,
    config(kind),
    async (send) => {
      const response = await send('PATCH /api/people/2', {
        headers: { 'X-User': 'ada', 'Content-Type': MERGE },
        body: JSON.stringify({ salry: 1, rol: 1, bos: 1 }),
      });
      equal(response.status, 422);
      const text = await response.text();
      ok(!/salary|role|boss/.test(text), text);
      match(text, /known members: id, name/);
    },
  );

  testTransports(`an update keeps the values of hidden fields, with ${kind}`, config(kind), async (send) => {
    const patch = async (user: string, body: object): Promise<Record<string, unknown>> => {
      const headers = { 'X-User': user, 'Content-Type': MERGE };
      const response = await send('PATCH /api/people/2', { headers, body: JSON.stringify(body) });
      equal(response.status, 200);
      return (await response.json()) as Record<string, unknown>;
    };
    deepEqual(await patch('ada', { name: 'bobby' }), { id: 2, name: 'bobby' });
    deepEqual(await patch('eve:admin', {}), { id: 2, name: 'bobby', role: 'member', boss: '/api/people/1' });
  });
}

test('a conflict does not name a hidden field', async () => {
  const file = new DatabaseSync(':memory:');
  file.exec('create table people (id integer primary key, name text, code text, unique (name, code))');
  file.exec("insert into people values (1, 'ada', 'secret')");
  const { send } = createCheckedHost({
    log: { level: 'none' },
    security: headerSecurity,
    resources: [
      resource('people', z.object({ id: z.int(), name: z.string(), code: z.string().default('secret') }), {
        id: 'id',
        access: { read: 'public', write: 'user' },
        fields: { code: 'role:admin' },
        store: sqlStore(
          new Kysely<{ people: object }>({ dialect: new NodeSqliteDialect({ database: file }) }),
          'people',
        ),
      }),
    ],
  });
  const post = async (user: string): Promise<string> => {
    const headers = { 'X-User': user, 'Content-Type': 'application/json' };
    const response = await send('POST /api/people', { headers, body: JSON.stringify({ id: 2, name: 'ada' }) });
    equal(response.status, 409);
    return response.text();
  };
  const text = await post('ada');
  ok(!text.includes('code') || !/name and code|\/code/.test(text), text);
  match(text, /with this name"/);
  match(await post('eve:admin'), /with this name and code/);
});

test('a missing member that is a hidden field is reported without its name', async () => {
  const { send } = createCheckedHost({
    log: { level: 'none' },
    security: headerSecurity,
    resources: [
      resource('people', z.object({ id: z.int(), name: z.string(), salary: z.int() }), {
        id: 'id',
        access: { read: 'public', write: 'user' },
        fields: { salary: 'role:hr' },
        store: memoryStore(),
      }),
    ],
  });
  const post = async (user: string): Promise<Response> => {
    const headers = { 'X-User': user, 'Content-Type': 'application/json' };
    return send('POST /api/people', { headers, body: JSON.stringify({ id: 2 }) });
  };
  const response = await post('ada');
  equal(response.status, 422);
  const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
  deepEqual(
    errors.map(({ pointer, code }) => [pointer, code]),
    [
      ['/name', 'invalid_type'],
      ['', 'hidden_value'],
    ],
  );
  match(await (await post('eve:hr')).text(), /\/salary/);
});

test('a hidden field cannot be written if the schema accepts unknown members', async () => {
  const { send } = createCheckedHost({
    log: { level: 'none' },
    security: headerSecurity,
    resources: [
      resource('people', z.object({ id: z.int(), name: z.string(), role: z.string().optional() }), {
        id: 'id',
        input: { create: z.looseObject({ id: z.int(), name: z.string() }) },
        access: { read: 'public', write: 'user' },
        fields: { role: 'role:admin' },
        store: memoryStore([{ id: 1, name: 'ada', role: 'member' }]),
      }),
    ],
  });
  const patch = async (user: string, body: object): Promise<number> => {
    const headers = { 'X-User': user, 'Content-Type': MERGE };
    return (await send('PATCH /api/people/1', { headers, body: JSON.stringify(body) })).status;
  };
  const role = async (): Promise<unknown> =>
    ((await (await send('GET /api/people/1', { headers: { 'X-User': 'eve:admin' } })).json()) as { role: unknown })
      .role;
  equal(await patch('ada', { role: 'admin' }), await patch('ada', { unknown: 'admin' }));
  equal(await role(), 'member');
  equal(await patch('ada', { name: 'ida' }), 200);
  equal(await role(), 'member', 'an update keeps the hidden field');
  equal(await patch('eve:admin', { role: 'admin' }), 200);
  equal(await role(), 'admin');
});

test('documents and forms have no member that no user may write', async () => {
  const { send } = createCheckedHost(config('memory')());
  const text = async (line: string, accept: string): Promise<string> =>
    (await send(line, { headers: { Accept: accept } })).text();
  const openapi = await text('GET /api/docs.json', 'application/json');
  ok(openapi.includes('diary') && !openapi.includes('salary'), 'the OpenAPI document');
  for (const path of ['/api/people', '/api/people/2']) {
    const forms = await text(`GET ${path}.hal-forms`, '*/*');
    ok(forms.includes('_templates') && !/salary|role|boss|diary/.test(forms), forms);
  }
  const hydra = await text('GET /api/docs.jsonld', 'application/ld+json');
  ok(hydra.includes('diary') && !hydra.includes('salary'), 'the Hydra documentation');
});
