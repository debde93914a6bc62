import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, filter, resource } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { NodeSqliteDialect, sqlIdempotencyStore, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { badge } from '../security/badge-authenticator.ts';
import { testTransports } from './test-transports.ts';
import type { Send } from './test-transports.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const Note = z.object({ id: z.int(), text: z.string().min(2), stars: z.int().nullable() });

/** A configuration with notes in an SQLite table, and a function that counts them. */
function notes(extra: object = {}) {
  const file = new DatabaseSync(':memory:');
  file.exec('create table notes (id integer primary key, text text not null unique, stars integer)');
  file.exec("insert into notes (text, stars) values ('One', 1), ('Two', 2), ('Three', null)");
  const database = new Kysely<{ notes: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  const count = () => Number(Object.values(file.prepare('select count(*) from notes').get()!)[0]);
  const config: HostConfig = {
    api: { formats: ALL_FORMATS, idempotency: { store: sqlIdempotencyStore(database) } },
    resources: [
      resource('notes', Note, {
        id: 'id',
        input: { create: Note.omit({ id: true }).extend({ stars: z.int().nullable().default(null) }) },
        store: sqlStore(database, 'notes'),
        ...extra,
      }),
    ],
  };
  return { config, count };
}

const notesConfig =
  (extra: object = {}) =>
  () =>
    notes(extra).config;
const json = (body: unknown, headers = {}) => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const patch = (type: string, body: unknown, headers = {}) => ({
  headers: { 'Content-Type': `application/${type}+json`, ...headers },
  body: JSON.stringify(body),
});
const total = async (send: Send) => ((await (await send('GET /api/notes')).json()) as unknown[]).length;
const pointers = async (response: Response) =>
  ((await response.json()) as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);

testTransports('a JSON Patch applies all of its operations or none', notesConfig(), async (send) => {
  const done = await send(
    'PATCH /api/notes/1',
    patch('json-patch', [
      { op: 'test', path: '/text', value: 'One' },
      { op: 'replace', path: '/text', value: 'Uno' },
      { op: 'remove', path: '/stars' },
    ]),
  );
  equal(done.status, 200);
  deepEqual(await done.json(), { id: 1, text: 'Uno', stars: null });
  const late = await send(
    'PATCH /api/notes/1',
    patch('json-patch', [
      { op: 'replace', path: '/stars', value: 5 },
      { op: 'test', path: '/text', value: 'One' },
    ]),
  );
  equal(late.status, 409);
  equal(((await late.json()) as { step: number }).step, 1);
  const invalid = await send('PATCH /api/notes/1', patch('json-patch', [{ op: 'replace', path: '/text', value: 'x' }]));
  equal(invalid.status, 422);
  deepEqual(await pointers(invalid), ['/text']);
  deepEqual(await (await send('GET /api/notes/1')).json(), { id: 1, text: 'Uno', stars: null });
});

testTransports(
  'PUT replaces an item, and creates it with allowCreate',
  notesConfig({ allowCreate: true }),
  async (send) => {
    const replaced = await send('PUT /api/notes/1', json({ text: 'New' }));
    deepEqual(await replaced.json(), { id: 1, text: 'New', stars: null });
    const created = await send('PUT /api/notes/9', json({ text: 'Nine' }));
    equal(created.status, 201);
    equal(created.headers.get('Location'), '/api/notes/9');
    deepEqual(await created.json(), { id: 9, text: 'Nine', stars: null });
  },
);

testTransports('PUT to a missing item is a 404 without allowCreate', notesConfig(), async (send) => {
  equal((await send('PUT /api/notes/9', json({ text: 'Nine' }))).status, 404);
});

testTransports('Prefer: return=minimal omits the response body', notesConfig(), async (send) => {
  const created = await send('POST /api/notes', json({ text: 'New' }, { Prefer: 'return=minimal' }));
  deepEqual([created.status, await created.text(), created.headers.get('Location')], [201, '', '/api/notes/4']);
  equal(created.headers.get('Preference-Applied'), 'return=minimal');
  match(created.headers.get('Vary')!, /Prefer/);
  const changed = await send('PATCH /api/notes/4', patch('merge-patch', { stars: 1 }, { Prefer: 'return=minimal' }));
  deepEqual([changed.status, await changed.text()], [204, '']);
  equal(changed.headers.get('ETag'), (await send('GET /api/notes/4')).headers.get('ETag'));
});

testTransports(
  'a merge patch cannot remove a member that the operation does not accept',
  notesConfig(),
  async (send) => {
    const before = await (await send('GET /api/notes/1')).json();
    for (const name of ['colour', '$ref', '__proto__']) {
      const body = `{"${name}":null}`;
      const headers = { 'Content-Type': 'application/merge-patch+json' };
      const response = await send('PATCH /api/notes/1', { headers, body });
      equal(response.status, 422, name);
      const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
      deepEqual(
        errors.map((error) => [error.pointer, error.code]),
        [[`/${name}`, 'unknown_member']],
      );
    }
    deepEqual(await (await send('GET /api/notes/1')).json(), before);
    equal((await send('PATCH /api/notes/1', patch('merge-patch', { stars: null }))).status, 200);
  },
);

testTransports('a patch in plain JSON is a merge patch', notesConfig(), async (send) => {
  const before = (await (await send('GET /api/notes/1')).json()) as object;
  const response = await send('PATCH /api/notes/1', json({ stars: null, text: 'Patched' }));
  deepEqual([response.status, await response.json()], [200, { ...before, stars: null, text: 'Patched' }]);
  match(response.headers.get('Accept-Patch') ?? '', /^application\/merge-patch\+json, application\/json, /);
  equal((await send('PATCH /api/notes/1', json({ colour: 'red' }))).status, 422);
  const list = [{ op: 'remove', path: '/stars' }];
  equal((await send('PATCH /api/notes/1', json(list))).status, 422);
});

const KEY = { 'Idempotency-Key': '"8e03978e-40d5"' };

testTransports(
  'a repeated request with the same Idempotency-Key gets the same response and is executed once',
  notesConfig({ idempotency: 'accept' }),
  async (send) => {
    const first = await send('POST /api/notes', json({ text: 'New' }, KEY));
    const again = await send('POST /api/notes', json({ text: 'New' }, KEY));
    equal(first.status, 201);
    equal(again.status, 201);
    equal(await again.text(), await first.text());
    for (const name of ['Location', 'Content-Location', 'ETag', 'Content-Type', 'Vary', 'Cache-Control', 'Link'])
      equal(again.headers.get(name), first.headers.get(name), name);
    equal(await total(send), 4);
    const other = await send('POST /api/notes', json({ text: 'Other' }, KEY));
    equal(other.status, 422);
    equal(((await other.json()) as { type: string }).type, '/problems/idempotency-key-reused');
    equal((await send('POST /api/notes', json({ text: 'Other' }, { 'Idempotency-Key': 'bare-key' }))).status, 201);
    equal((await send('POST /api/notes', json({ text: 'Without' }))).status, 201);
    equal(await total(send), 6);
  },
);

testTransports(
  'a repeated conditional PATCH with an Idempotency-Key gets the stored response although its tag is outdated',
  notesConfig({ idempotency: 'accept' }),
  async (send) => {
    const tag = (await send('GET /api/notes/1')).headers.get('ETag')!;
    const sent = patch('merge-patch', { text: 'New' }, { ...KEY, 'If-Match': tag });
    const first = await send('PATCH /api/notes/1', sent);
    equal(first.status, 200);
    const again = await send('PATCH /api/notes/1', sent);
    equal(again.status, 200);
    equal(again.headers.get('ETag'), first.headers.get('ETag'));
    equal((await send('PATCH /api/notes/2', sent)).status, 422, 'the same key for another item');
  },
);

testTransports(
  'the response of a failed request with an Idempotency-Key is not stored',
  notesConfig({ idempotency: 'accept' }),
  async (send) => {
    equal((await send('POST /api/notes', json({ text: 'x' }, KEY))).status, 422);
    equal((await send('POST /api/notes', json({ text: 'One' }, KEY))).status, 409);
    equal((await send('POST /api/notes', json({ text: 'Fine' }, KEY))).status, 201);
  },
);

testTransports(
  'a missing or malformed Idempotency-Key is a 400 where it is required',
  notesConfig({ idempotency: 'require' }),
  async (send) => {
    for (const headers of [
      {},
      { 'Idempotency-Key': '""' },
      { 'Idempotency-Key': 'a b' },
      { 'Idempotency-Key': 'x'.repeat(256) },
    ]) {
      const answer = await send('POST /api/notes', json({ text: 'New' }, headers));
      equal(answer.status, 400);
      match(((await answer.json()) as { type: string }).type, /^\/problems\/idempotency-key-/);
    }
    equal((await send('PUT /api/notes/1', json({ text: 'New' }))).status, 200);
    equal(await total(send), 3);
  },
);

test('one of many concurrent requests with the same Idempotency-Key is executed, and the others get 409', async () => {
  const { config, count } = notes({ idempotency: 'accept' });
  const { send } = createCheckedHost(config);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => send('POST /api/notes', json({ text: 'New' }, KEY))),
  );
  const statuses = responses.map(({ status }) => status);
  ok(statuses.includes(201));
  ok(
    statuses.every((status) => status === 201 || status === 409),
    String(statuses),
  );
  for (const answer of responses) if (answer.status === 409) equal(answer.headers.get('Retry-After'), '1');
  equal(count(), 4);
});

test('users do not share Idempotency-Keys', async () => {
  const { config } = notes({ idempotency: 'accept' });
  const firewalls = [{ name: 'all', authenticators: [badge], anonymous: true }];
  const { send } = createCheckedHost({ ...config, security: { firewalls, default: 'public' } });
  const as = (user: string, text: string) => send('POST /api/notes', json({ text }, { ...KEY, 'X-Badge': user }));
  equal((await as('ada', 'Ada')).status, 201);
  equal((await as('bob', 'Bob')).status, 201);
  equal((await as('ada', 'Bob')).status, 422);
});

test('the write is rolled back when the response cannot be stored', async () => {
  const { config, count } = notes({ idempotency: 'accept' });
  const broken = {
    begin: () => undefined,
    complete: () => Promise.reject(new Error('The disk is full')),
    release: () => {},
  };
  const { send } = createCheckedHost({ ...config, api: { idempotency: { store: broken } } });
  equal((await send('POST /api/notes', json({ text: 'New' }, KEY))).status, 500);
  equal(count(), 3);
});

testTransports('an atomic bulk create writes all items or none', notesConfig({ bulk: { max: 3 } }), async (send) => {
  const created = await send('POST /api/notes', json([{ text: 'Four' }, { text: 'Five', stars: 5 }]));
  equal(created.status, 201);
  deepEqual(await created.json(), [
    { id: 4, text: 'Four', stars: null },
    { id: 5, text: 'Five', stars: 5 },
  ]);
  const invalid = await send('POST /api/notes', json([{ text: 'Six' }, { text: 'x' }, { stars: 'many', text: 'Ok' }]));
  equal(invalid.status, 422);
  deepEqual(await pointers(invalid), ['/1/text', '/2/stars']);
  const taken = await send('POST /api/notes', json([{ text: 'Six' }, { text: 'One' }]));
  equal(taken.status, 409);
  equal(((await taken.json()) as { item: number }).item, 1);
  equal(await total(send), 5, 'valid items are rolled back');
  equal((await send('POST /api/notes', json([1, 2, 3, 4]))).status, 422);
  equal((await send('POST /api/notes', json({ text: 'Single' }))).status, 201);
});

testTransports('a bulk create accepts CSV rows', notesConfig({ bulk: { max: 3 } }), async (send) => {
  const rows = (type: string, body: string) => ({ headers: { 'Content-Type': type }, body });
  const created = await send('POST /api/notes', rows('text/csv', 'text,stars\nFour,4\nFive,\n'));
  equal(created.status, 201);
  deepEqual(await created.json(), [
    { id: 4, text: 'Four', stars: 4 },
    { id: 5, text: 'Five', stars: null },
  ]);
  const invalid = await send('POST /api/notes', rows('text/csv', 'text\nSix\nx\n'));
  equal(invalid.status, 422);
  deepEqual(await pointers(invalid), ['/1/text']);
  equal(await total(send), 5);
});

testTransports('an atomic bulk update writes all items or none', notesConfig({ bulk: { max: 10 } }), async (send) => {
  const done = await send(
    'PATCH /api/notes',
    json([
      { id: 1, stars: 10 },
      { id: 2, text: 'Zwei' },
    ]),
  );
  equal(done.status, 200);
  deepEqual(await done.json(), [
    { id: 1, text: 'One', stars: 10 },
    { id: 2, text: 'Zwei', stars: 2 },
  ]);
  const invalid = await send(
    'PATCH /api/notes',
    json([{ id: 1, stars: 0 }, { id: 9, stars: 1 }, { stars: 1 }, { id: 1 }, { id: '2' }]),
  );
  equal(invalid.status, 422);
  deepEqual(await pointers(invalid), ['/1/id', '/2/id', '/3/id', '/4/id']);
  deepEqual(await (await send('GET /api/notes/1')).json(), { id: 1, text: 'One', stars: 10 });
  match((await send('OPTIONS /api/notes')).headers.get('Allow')!, /PATCH/);
});

testTransports(
  'a bulk operation that is not atomic has a result for each item',
  notesConfig({ bulk: { max: 10, atomic: false } }),
  async (send) => {
    const answer = await send('POST /api/notes', json([{ text: 'Four' }, { text: 'x' }, { text: 'One' }, 'no']));
    equal(answer.status, 207);
    const { results } = (await answer.json()) as {
      results: { status: number; location?: string; etag?: string; problem?: { type: string } }[];
    };
    deepEqual(
      results.map(({ status }) => status),
      [201, 422, 409, 422],
    );
    equal(results[0]!.location, '/api/notes/4');
    equal(results[0]!.etag, (await send('GET /api/notes/4')).headers.get('ETag'));
    equal(results[1]!.problem!.type, '/problems/validation');
    const changed = await send(
      'PATCH /api/notes',
      json([
        { id: 4, stars: 4 },
        { id: 99, stars: 1 },
      ]),
    );
    deepEqual(
      ((await changed.json()) as { results: { status: number }[] }).results.map(({ status }) => status),
      [200, 422],
    );
    equal(await total(send), 4);
  },
);

testTransports(
  'a bulk create with an Idempotency-Key is executed once',
  notesConfig({ bulk: { max: 10 }, idempotency: 'accept' }),
  async (send) => {
    const first = await send('POST /api/notes', json([{ text: 'Four' }], KEY));
    const again = await send('POST /api/notes', json([{ text: 'Four' }], KEY));
    equal(first.status, 201);
    equal(again.status, 201);
    equal(await again.text(), await first.text());
    equal(await total(send), 4);
  },
);

const queryConfig = notesConfig({
  acceptQuery: true,
  filters: { text: filter.partial(), stars: filter.range(), order: filter.order(['stars']) },
  page: { size: 2 },
});

testTransports('QUERY returns the list for the parameters in its body', queryConfig, async (send) => {
  const queryNotes = async (type: string, body: string, query = '') => {
    const answer = await send(`QUERY /api/notes${query}`, { headers: { 'Content-Type': type }, body });
    return [
      answer.status,
      answer.status === 200 ? ((await answer.json()) as { id: number }[]).map(({ id }) => id) : undefined,
    ];
  };
  const FORM = 'application/x-www-form-urlencoded';
  deepEqual(await queryNotes(FORM, 'stars[gte]=1&order[stars]=desc'), [200, [2, 1]]);
  deepEqual(await queryNotes('application/json', '{"stars":{"gte":1},"order":{"stars":"desc"},"page":1}'), [
    200,
    [2, 1],
  ]);
  deepEqual(await queryNotes('application/json', '{"text":"t"}', '?stars[gt]=1'), [200, [2]]);
  deepEqual(await queryNotes(FORM, ''), [200, [1, 2]]);
  equal((await queryNotes(FORM, 'colour=red'))[0], 400);
  equal((await queryNotes('application/json', '["text"]'))[0], 422);
  equal((await queryNotes('application/json', '{'))[0], 400);
  const unsupported = await send('QUERY /api/notes', { headers: { 'Content-Type': 'text/plain' }, body: 'x' });
  equal(unsupported.status, 415);
  match(unsupported.headers.get('Accept-Query')!, /^application\/x-www-form-urlencoded, application\/json$/);
});

testTransports('QUERY rejects unknown parameters whose value is an empty list or object', queryConfig, async (send) => {
  const queryNotes = async (body: unknown) => {
    const answer = await send('QUERY /api/notes', json(body));
    const { errors = [] } = (await answer.json()) as { errors?: { parameter: string; code: string }[] };
    return [answer.status, ...errors.map(({ parameter, code }) => `${parameter} ${code}`)];
  };
  const unknown = (...names: string[]) => [400, ...names.map((name) => `${name} unknown_parameter`)];
  deepEqual(await queryNotes({ colour: [], size: {} }), unknown('colour', 'size'));
  deepEqual(await queryNotes({ stars: { about: [] }, star: [{}, [], []] }), unknown('stars[about]', 'star'));
  deepEqual(await queryNotes({ or: { 0: { colour: {}, stars: {} }, x: {} } }), [...unknown('or[0][colour]', 'or[x]')]);
  deepEqual(await queryNotes({ colour: [[], 1] }), unknown('colour'));
  deepEqual(await queryNotes({ text: [], stars: {}, order: {}, or: [], fields: [] }), [200]);
  deepEqual(await queryNotes({ properties: [], or: { 0: {}, 1: { stars: {}, text: [] } } }), [200]);
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`a${index}`, []]));
  deepEqual(await queryNotes(many), [400]);
});

test('QUERY knows the parameters of JSON:API whose value is an empty list or object', async () => {
  const { send } = createCheckedHost(queryConfig());
  const getStatus = async (body: unknown) =>
    (await send('QUERY /api/notes', json(body, { Accept: 'application/vnd.api+json' }))).status;
  equal(await getStatus({ filter: { stars: {}, or: { 0: { stars: [] } } }, page: {}, fields: {}, include: [] }), 200);
  for (const body of [{ filter: { colour: [] } }, { stars: {} }, { page: { offset: [] } }])
    equal(await getStatus(body), 400, JSON.stringify(body));
});

test('QUERY ignores unknown parameters without a value if the host is lenient', async () => {
  const { send } = createCheckedHost({ ...queryConfig(), query: 'lenient' });
  equal((await send('QUERY /api/notes', json({ colour: [], size: {} }))).status, 200);
});

testTransports('the response to QUERY has links, an entity tag and a Content-Location', queryConfig, async (send) => {
  const sent = { headers: { 'Content-Type': 'application/json' }, body: '{"text":"e","order":{"stars":"desc"}}' };
  const first = await send('QUERY /api/notes', { ...sent, body: '{"text":"e","itemsPerPage":1}' });
  const next = /<http:\/\/[^/]+([^>]*)>; rel="next"/.exec(first.headers.get('Link')!)![1]!;
  equal((await send(`GET ${next}`)).status, 200);
  equal((await send(`GET ${first.headers.get('Content-Location')!}`)).headers.get('ETag'), first.headers.get('ETag'));
  const tag = (await send('QUERY /api/notes', sent)).headers.get('ETag')!;
  const { status, headers } = await send('QUERY /api/notes', {
    ...sent,
    headers: { ...sent.headers, 'If-None-Match': tag },
  });
  equal(status, 304);
  equal(headers.get('Content-Location'), '/api/notes?order%5Bstars%5D=desc&text=e');
  equal(headers.get('Link'), null);
  equal(
    (await send('GET /api/notes')).headers.get('Accept-Query'),
    'application/x-www-form-urlencoded, application/json',
  );
  const options = await send('OPTIONS /api/notes');
  match(options.headers.get('Allow')!, /QUERY/);
  match(options.headers.get('Accept-Query')!, /json/);
});

testTransports('QUERY is a 405 unless it is enabled', notesConfig(), async (send) => {
  equal((await send('QUERY /api/notes', json({}))).status, 405);
});

test('atomic bulk operations without a transactional store are a configuration error', () => {
  const start = (bulk: { max: number; atomic?: boolean }) =>
    defineHost({
      resources: [
        resource('notes', Note, { id: 'id', bulk, process: { create: () => ({ id: 1, text: 'One', stars: 1 }) } }),
      ],
    });
  const codes = (bulk: { max: number; atomic?: boolean }) => {
    try {
      start(bulk);
      return [];
    } catch (error) {
      return (error as { issues: readonly { code: string }[] }).issues.map(({ code }) => code);
    }
  };
  deepEqual(codes({ max: 5 }), ['ORIEL_RESOURCE_BULK']);
  deepEqual(codes({ max: 0, atomic: false }), ['ORIEL_CONFIG_NUMBER']);
  deepEqual(codes({ max: 5, atomic: false }), []);
});
