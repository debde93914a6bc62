/** Live resources whose rows are limited by the `scope` of their store, or by who may read the item that they belong to. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, memoryStore, resource, where } from 'oriel';
import type { Host } from 'oriel';
import { NodeSqliteDialect, sqlStore } from 'oriel/kysely';
import type { SqlStoreOptions } from 'oriel/kysely';
import { z } from 'zod';
import { SECRET, byName, cookiesOf, heardBy, listen, send } from './live-house.ts';

const ADA = { 'X-User': 'ada' };
const BOB = { 'X-User': 'bob' };
const ROOT = { 'X-User': 'root' };
const Note = z.object({ id: z.int(), owner: z.string(), text: z.string() });
const Memo = Note.omit({ owner: true });
const Project = z.object({ id: z.int(), owner: z.string() });
const Issue = z.object({ id: z.int(), project: z.int(), title: z.string() });

const SCOPES: Readonly<Record<string, Record<string, unknown>>> = { root: {}, several: { owner: ['ada', 'bob'] } };

type ReaderInput = { readonly user: { readonly id: string } | null };
type Tell = { readonly payload: 'iri' } | true;

/** Notes of two tenants in SQL. `root` reads all of them; memos are the same rows without the column of the scope. */
function scopedHost(t: TestContext, live: Tell = true, rule?: (input: ReaderInput) => object): Host {
  const file = new DatabaseSync(':memory:');
  file.exec(`
    create table notes (id integer primary key, owner text not null, text text not null);
    insert into notes values (1, 'ada', 'hers'), (2, 'bob', 'his');
  `);
  const database = new Kysely<{ notes: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  t.after(() => database.destroy());
  const scope: SqlStoreOptions['scope'] = ({ principal }) =>
    SCOPES[principal?.id ?? ''] ?? { owner: principal?.id ?? 'nobody' };
  return defineHost({
    hub: { secret: SECRET, anonymous: true },
    resources: [
      resource('notes', Note, {
        id: 'id',
        input: { create: Note.pick({ text: true }) },
        access: { write: 'user', ...(rule ? { read: rule as never } : {}) },
        live,
        store: sqlStore(database, 'notes', { scope }),
      }),
      resource('memos', Memo, {
        id: 'id',
        input: { create: Memo.omit({ id: true }) },
        access: { write: 'user' },
        live,
        store: sqlStore(database, 'notes', { scope }),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [byName], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
}

/** Issues below projects; each project is readable by its owner only. */
function projectHost(live: Tell = true): Host {
  return defineHost({
    hub: { secret: SECRET, anonymous: true },
    resources: [
      resource('projects', Project, {
        id: 'id',
        access: { read: ({ user }) => user?.id === 'root' || where({ owner: user?.id ?? '' }), write: 'user' },
        store: memoryStore([
          { id: 1, owner: 'ada' },
          { id: 2, owner: 'bob' },
        ]),
      }),
      resource('issues', Issue, {
        id: 'id',
        path: '/projects/{project}/issues',
        parent: { project: 'project' },
        links: { project: 'projects' },
        subresources: { '/titles/{title}/issues': { title: 'title' } },
        access: { write: 'user' },
        live,
        store: memoryStore([
          { id: 1, project: 1, title: 'hers' },
          { id: 2, project: 2, title: 'his' },
        ]),
      }),
    ],
    security: { firewalls: [{ name: 'main', authenticators: [byName], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
}

const cookieFor = async (host: Host, path: string, headers: Record<string, string>): Promise<string> =>
  cookiesOf(await send(host, `GET ${path}`, undefined, headers));
const idsIn = (heard: readonly unknown[]): unknown[] => heard.map((each) => (each as { '@id': string })['@id']);

describe('a live resource whose store has a scope', () => {
  for (const path of ['/api/notes', '/api/memos'])
    for (const query of [`topic=${path}/{id}&match=end`, `match_urlpattern=${path}/:id&match=end`])
      test(`sends a user the updates of the rows in the scope and of no others: ${query}`, async (t) => {
        await using host = scopedHost(t);
        const ada = await listen(host, query, await cookieFor(host, path, ADA));
        const anonymous = await listen(host, query, await cookieFor(host, path, {}));
        const root = await listen(host, query, await cookieFor(host, path, ROOT));
        assert.equal((await send(host, `GET ${path}/2`, undefined, ADA)).status, 404);
        await send(host, `PATCH ${path}/2`, { text: 'a secret of his' }, BOB);
        await send(host, `PATCH ${path}/1`, { text: 'hers, changed' }, ADA);
        assert.equal((await send(host, `POST ${path}`, { text: 'another of his' }, BOB)).status, 201);
        await send(host, `DELETE ${path}/2`, undefined, BOB);
        assert.deepEqual(idsIn(await heardBy(host, ada)), [`${path}/1`]);
        assert.deepEqual(await heardBy(host, anonymous, 'anonymous'), []);
        const all = [`${path}/2`, `${path}/1`, `${path}/3`, `${path}/2`];
        assert.deepEqual(idsIn(await heardBy(host, root, 'root')), all);
      });

  test('grants the topics of the items that were read where updates contain the address only', async (t) => {
    await using host = scopedHost(t, { payload: 'iri' });
    const query = 'topic=/api/notes/{id}&match=end';
    const ada = await listen(host, query, await cookieFor(host, '/api/notes', ADA));
    for (const id of [1, 2]) await send(host, `PATCH /api/notes/${id}`, { text: 'x' }, ROOT);
    assert.deepEqual(await heardBy(host, ada), [{ '@id': '/api/notes/1' }]);
  });

  test('sends updates where the rule of the resource repeats the scope', async (t) => {
    await using host = scopedHost(t, true, ({ user }) => where({ owner: user?.id ?? 'nobody' }));
    const query = 'topic=/api/notes/{id}&match=end';
    const ada = await listen(host, query, await cookieFor(host, '/api/notes', ADA));
    await send(host, 'PATCH /api/notes/2', { text: 'a secret of his' }, BOB);
    await send(host, 'PATCH /api/notes/1', { text: 'hers, changed' }, ADA);
    assert.deepEqual(idsIn(await heardBy(host, ada)), ['/api/notes/1']);
  });

  test('sends no updates to a user whose scope has a list, which the store does not read as several values', async (t) => {
    await using host = scopedHost(t);
    const query = 'topic=/api/notes/{id}&match=end';
    const several = { 'X-User': 'several' };
    const cookie = await cookieFor(host, '/api/notes', several);
    assert.deepEqual(await (await send(host, 'GET /api/notes', undefined, several)).json(), []);
    const stream = await listen(host, query, cookie);
    await send(host, 'PATCH /api/notes/2', { text: 'a secret of his' }, BOB);
    assert.deepEqual(await heardBy(host, stream), []);
  });

  test('is refused at start-up with live: { private: false }', (t) => {
    assert.throws(() => scopedHost(t, { private: false } as never), /ORIEL_LIVE_PRIVATE[\s\S]*scope/);
  });
});

describe('a live resource below items that not every user can read', () => {
  const query = 'topic=/api/projects/{project}/issues/{id}&match=end';

  test('sends no updates to users who cannot read all of those items', async () => {
    await using host = projectHost();
    const ada = await listen(host, query, await cookieFor(host, '/api/projects/1/issues', ADA));
    const anonymous = await listen(host, query);
    const root = await listen(host, query, await cookieFor(host, '/api/projects/1/issues', ROOT));
    for (const id of [1, 2])
      assert.equal((await send(host, `PATCH /api/projects/${id}/issues/${id}`, { title: 'x' }, ROOT)).status, 200);
    assert.deepEqual(await heardBy(host, ada), []);
    assert.deepEqual(await heardBy(host, anonymous, 'anonymous'), []);
    assert.equal((await heardBy(host, root, 'root')).length, 2);
  });

  test('grants the topics of the items that were read below them where updates contain the address only', async () => {
    await using host = projectHost({ payload: 'iri' });
    const ada = await listen(host, query, await cookieFor(host, '/api/projects/1/issues', ADA));
    for (const id of [1, 2]) await send(host, `PATCH /api/projects/${id}/issues/${id}`, { title: 'x' }, ROOT);
    assert.deepEqual(await heardBy(host, ada), [{ '@id': '/api/projects/1/issues/1' }]);
    assert.equal(await cookieFor(host, '/api/titles/x/issues', ADA), '');
  });
});
