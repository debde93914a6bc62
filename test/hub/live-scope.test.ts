/** Live resources whose rows are limited by the `scope` of their store or by the access rule of their parent. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, memoryStore, resource, where } from 'oriel-host';
import type { Host } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import type { SqlStoreOptions } from 'oriel-host/kysely';
import { z } from 'zod';
import { SECRET, headerAuthenticator, getCookies, receivedBy, openStream, send } from './live-host.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const ADA = { 'X-User': 'ada' };
const BOB = { 'X-User': 'bob' };
const ROOT = { 'X-User': 'root' };
const Note = z.object({ id: z.int(), owner: z.string(), text: z.string() });
const Memo = Note.omit({ owner: true });
const Project = z.object({ id: z.int(), owner: z.string() });
const Issue = z.object({ id: z.int(), project: z.int(), title: z.string() });

const SCOPES: Readonly<Record<string, Record<string, unknown>>> = { root: {}, several: { owner: ['ada', 'bob'] } };

type ReaderInput = { readonly user: { readonly id: string } | null };
type LiveOption = { readonly payload: 'iri' } | true;

/** Creates notes of two tenants in SQL. `root` can read all of them. Memos are the same rows without the column of the scope. */
function scopedHost(t: TestContext, live: LiveOption = true, rule?: (input: ReaderInput) => object): Host {
  const file = new DatabaseSync(':memory:');
  file.exec(`
    create table notes (id integer primary key, owner text not null, text text not null);
    insert into notes values (1, 'ada', 'hers'), (2, 'bob', 'his');
  `);
  const database = new Kysely<{ notes: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  t.after(() => database.destroy());
  const scope: SqlStoreOptions['scope'] = ({ principal }) =>
    SCOPES[principal?.id ?? ''] ?? { owner: principal?.id ?? 'unknown' };
  return defineHost({
    api: { formats: ALL_FORMATS },
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
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
}

/** Creates issues below projects. Only its owner and `root` can read a project. */
function projectHost(live: LiveOption = true): Host {
  return defineHost({
    api: { formats: ALL_FORMATS },
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
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
}

const cookieFor = async (host: Host, path: string, headers: Record<string, string>): Promise<string> =>
  getCookies(await send(host, `GET ${path}`, undefined, headers));
const idsIn = (updates: readonly unknown[]): unknown[] => updates.map((update) => (update as { '@id': string })['@id']);

describe('a live resource whose store has a scope', () => {
  for (const path of ['/api/notes', '/api/memos'])
    for (const query of [`topic=${path}/{id}&match=end`, `match_urlpattern=${path}/:id&match=end`])
      test(`sends a user the updates of the rows in the scope and of no others: ${query}`, async (t) => {
        await using host = scopedHost(t);
        const ada = await openStream(host, query, await cookieFor(host, path, ADA));
        const anonymous = await openStream(host, query, await cookieFor(host, path, {}));
        const root = await openStream(host, query, await cookieFor(host, path, ROOT));
        assert.equal((await send(host, `GET ${path}/2`, undefined, ADA)).status, 404);
        await send(host, `PATCH ${path}/2`, { text: 'a secret of his' }, BOB);
        await send(host, `PATCH ${path}/1`, { text: 'hers, changed' }, ADA);
        assert.equal((await send(host, `POST ${path}`, { text: 'another of his' }, BOB)).status, 201);
        await send(host, `DELETE ${path}/2`, undefined, BOB);
        assert.deepEqual(idsIn(await receivedBy(host, ada)), [`${path}/1`]);
        assert.deepEqual(await receivedBy(host, anonymous, 'anonymous'), []);
        const all = [`${path}/2`, `${path}/1`, `${path}/3`, `${path}/2`];
        assert.deepEqual(idsIn(await receivedBy(host, root, 'root')), all);
      });

  test('grants the topics of the items that were read where updates contain the address only', async (t) => {
    await using host = scopedHost(t, { payload: 'iri' });
    const query = 'topic=/api/notes/{id}&match=end';
    const ada = await openStream(host, query, await cookieFor(host, '/api/notes', ADA));
    for (const id of [1, 2]) await send(host, `PATCH /api/notes/${id}`, { text: 'x' }, ROOT);
    assert.deepEqual(await receivedBy(host, ada), [{ '@id': '/api/notes/1' }]);
  });

  test('sends updates where the rule of the resource repeats the scope', async (t) => {
    await using host = scopedHost(t, true, ({ user }) => where({ owner: user?.id ?? 'unknown' }));
    const query = 'topic=/api/notes/{id}&match=end';
    const ada = await openStream(host, query, await cookieFor(host, '/api/notes', ADA));
    await send(host, 'PATCH /api/notes/2', { text: 'a secret of his' }, BOB);
    await send(host, 'PATCH /api/notes/1', { text: 'hers, changed' }, ADA);
    assert.deepEqual(idsIn(await receivedBy(host, ada)), ['/api/notes/1']);
  });

  test('sends no updates to a user whose scope has a list, which the store does not read as several values', async (t) => {
    await using host = scopedHost(t);
    const query = 'topic=/api/notes/{id}&match=end';
    const several = { 'X-User': 'several' };
    const cookie = await cookieFor(host, '/api/notes', several);
    assert.deepEqual(await (await send(host, 'GET /api/notes', undefined, several)).json(), []);
    const stream = await openStream(host, query, cookie);
    await send(host, 'PATCH /api/notes/2', { text: 'a secret of his' }, BOB);
    assert.deepEqual(await receivedBy(host, stream), []);
  });

  test('is refused at start-up with live: { private: false }', (t) => {
    assert.throws(() => scopedHost(t, { private: false } as never), /ORIEL_LIVE_PRIVATE[\s\S]*scope/);
  });
});

describe('a live resource below items that not every user can read', () => {
  const query = 'topic=/api/projects/{project}/issues/{id}&match=end';

  test('sends no updates to users who cannot read all of those items', async () => {
    await using host = projectHost();
    const ada = await openStream(host, query, await cookieFor(host, '/api/projects/1/issues', ADA));
    const anonymous = await openStream(host, query);
    const root = await openStream(host, query, await cookieFor(host, '/api/projects/1/issues', ROOT));
    for (const id of [1, 2])
      assert.equal((await send(host, `PATCH /api/projects/${id}/issues/${id}`, { title: 'x' }, ROOT)).status, 200);
    assert.deepEqual(await receivedBy(host, ada), []);
    assert.deepEqual(await receivedBy(host, anonymous, 'anonymous'), []);
    assert.equal((await receivedBy(host, root, 'root')).length, 2);
  });

  test('grants the topics of the items that were read below them where updates contain the address only', async () => {
    await using host = projectHost({ payload: 'iri' });
    const ada = await openStream(host, query, await cookieFor(host, '/api/projects/1/issues', ADA));
    for (const id of [1, 2]) await send(host, `PATCH /api/projects/${id}/issues/${id}`, { title: 'x' }, ROOT);
    assert.deepEqual(await receivedBy(host, ada), [{ '@id': '/api/projects/1/issues/1' }]);
    assert.equal(await cookieFor(host, '/api/titles/x/issues', ADA), '');
  });
});
