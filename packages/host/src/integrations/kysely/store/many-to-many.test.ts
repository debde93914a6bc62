import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { Kysely, sql } from 'kysely';
import { z } from 'zod';
import { defineHost } from '../../../host/define-host.ts';
import { filter } from '../../../features/resources/declare/filters/filter.ts';
import { where } from '../../../features/resources/declare/filters/where.ts';
import { resource } from '../../../features/resources/declare/resource.ts';
import type { AnyResource } from '../../../features/resources/declare/resource.ts';
import { memoryStore } from '../../../features/resources/source/memory-store.ts';
import { NodeSqliteDialect } from '../node-sqlite-dialect.ts';
import { connectPostgres } from '../../../../../../test/contracts/postgres.ts';
import { sqlStore } from './sql-store.ts';
import { ALL_FORMATS } from '../../../../../../test/lib/formats.ts';

const Label = z.object({ id: z.int(), name: z.string(), team: z.string() });
const Issue = z.object({ id: z.int(), title: z.string(), labels: z.array(z.int()) });

const LABELS = [
  { id: 1, name: 'bug', team: 'core' },
  { id: 2, name: 'urgent', team: 'core' },
  { id: 3, name: 'secret', team: 'staff' },
];
const ISSUES = [
  { id: 1, title: 'Leak', labels: [1, 2] },
  { id: 2, title: 'Squeak', labels: [1, 3] },
  { id: 3, title: 'Paint', labels: [] as number[] },
];

const TABLES = `
  create table labels (id integer primary key, name text not null, team text not null);
  create table issues (id integer primary key, title text not null);
  create table issue_labels (issue_id integer not null references issues, label_id integer not null references labels,
    primary key (issue_id, label_id));
  insert into labels values (1, 'bug', 'core'), (2, 'urgent', 'core'), (3, 'secret', 'staff');
  insert into issues values (1, 'Leak'), (2, 'Squeak'), (3, 'Paint');
  insert into issue_labels values (1, 2), (1, 1), (2, 3), (2, 1)`;

const postgres = await connectPostgres('many_to_many');
const sqlite = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
const overSqlite = new Kysely<never>({ dialect: new NodeSqliteDialect({ database: sqlite }) });
after(async () => {
  await overSqlite.destroy();
  await postgres.close();
});

describe('links through a join table', () => {
  for (const [name, database] of [
    ['SQLite', overSqlite],
    ['PostgreSQL', postgres.database],
  ] as const)
    describe(name, { skip: database === postgres.database && postgres.skip }, () => {
      it('are read, filtered, included and written', async () => behavesLike(await open(database)));
      it('are the same in memory', async () => {
        const [stored, inMemory] = [await open(database), inMemoryHost()];
        for (const query of QUERIES)
          assert.deepEqual(await stored.get(`/api/issues?${query}`), await inMemory.get(`/api/issues?${query}`), query);
      });
      it('to rows that a rule hides do not match', async () => {
        const { get } = await open(database, true);
        assert.deepEqual(getIds(await get('/api/issues?labels.name=secret')), []);
        assert.deepEqual(getIds(await get('/api/issues?labels.team=staff')), []);
        assert.deepEqual(getIds(await get('/api/issues?labels.name=bug')), [1, 2]);
      });
      it('to rows of another tenant do not match and cannot be added', async () => {
        const { get, send } = await open(database, false, 'core');
        assert.deepEqual(getIds(await get('/api/issues?labels.name=secret')), []);
        assert.deepEqual(getIds(await get('/api/issues?labels.name=bug')), [1, 2]);
        const { status } = await send('POST', '/api/issues', { title: 'Rust', labels: ['/api/labels/3'] });
        assert.equal(status, 422);
        const { included } = await get('/api/issues.jsonapi?include=labels');
        assert.deepEqual(
          included.map(({ id }: { id: string }) => id),
          ['1', '2'],
        );
      });
      it('to missing rows are rejected at the field', async () => {
        const { send } = await open(database);
        const { status, body } = await send('POST', '/api/issues', { title: 'Rust', labels: ['/api/labels/9'] });
        assert.deepEqual([status, body.errors[0].pointer], [422, '/labels/0']);
      });
    });

  it('are removed by PUT and by patches that remove the list', async () => {
    const Open = Issue.extend({ labels: z.array(z.int()).optional() });
    await open(overSqlite);
    const issues = resource('issues', Open, {
      id: 'id',
      input: { create: Open.omit({ id: true }) },
      links: { labels: { to: 'labels', through: 'issue_labels' } },
      store: sqlStore(overSqlite, 'issues' as never),
    });
    const { get, send } = getClient([labelsIn(sqlStore(overSqlite, 'labels' as never)), issues]);
    for (const [method, body] of [
      ['PUT', { title: 'Leak' }],
      ['PATCH', { labels: null }],
    ] as const) {
      await send('PATCH', '/api/issues/1', { labels: ['/api/labels/1', '/api/labels/2'] });
      assert.equal((await send(method, '/api/issues/1', body)).status, 200, method);
      assert.deepEqual((await get('/api/issues/1')).labels ?? [], [], method);
    }
    await send('PATCH', '/api/issues/1', { labels: ['/api/labels/1'] });
    await send('PATCH', '/api/issues/1', { title: 'Drip' });
    assert.deepEqual((await get('/api/issues/1')).labels, ['/api/labels/1']);
  });

  it('that the user cannot write are kept by PUT', async () => {
    for (const labels of ['never', { write: 'never' }] as const) {
      await open(overSqlite);
      const Open = Issue.extend({ labels: z.array(z.int()).optional() });
      const issues = resource('issues', Open, {
        id: 'id',
        input: { create: Open.omit({ id: true }) },
        fields: { labels },
        links: { labels: { to: 'labels', through: 'issue_labels' } },
        store: sqlStore(overSqlite, 'issues' as never),
      });
      const { send } = getClient([labelsIn(sqlStore(overSqlite, 'labels' as never)), issues]);
      assert.equal((await send('PUT', '/api/issues/1', { title: 'Drip' })).status, 200);
      const { rows } = await sql`select label_id from issue_labels where issue_id = 1`.execute(overSqlite);
      assert.equal(rows.length, 2, JSON.stringify(labels));
    }
  });

  it('need a list of identifiers', () => {
    const issues = resource('issues', z.object({ id: z.int(), label: z.int() }), {
      id: 'id',
      links: { label: { to: 'labels', through: 'issue_labels' } },
      store: memoryStore(),
    });
    assert.throws(() => defineHost({ resources: [labelsIn(memoryStore()), issues] }), /"label" is not a list/);
  });

  it('cannot be filtered in a column of a table', () => {
    const issues = resource('issues', Issue, {
      id: 'id',
      links: { labels: 'labels' },
      filters: { labels: filter.exact() },
      store: sqlStore(overSqlite, 'issues'),
    });
    const labels = labelsIn(sqlStore(overSqlite, 'labels'));
    assert.throws(() => defineHost({ resources: [labels, issues] }), /use a join table/);
  });
});

const QUERIES = [
  '',
  'labels=/api/labels/1',
  'labels=2',
  'labels[]=2&labels[]=3',
  'labels=99',
  'exists[labels]=false',
  'exists[labels]=true',
  'labels.name=bug',
  'labels.name=urgent&labels.team=core',
  'labels.team=staff',
  'or[0][labels.name]=secret&or[1][exists][labels]=false',
  'q=urg',
  'fields=id,labels',
];

async function behavesLike({ get, send }: Client): Promise<void> {
  assert.deepEqual(await get('/api/issues/1'), {
    id: 1,
    title: 'Leak',
    labels: ['/api/labels/1', '/api/labels/2'],
  });
  const { included, data } = await get('/api/issues.jsonapi?include=labels&filter[labels.name]=urgent');
  assert.deepEqual(
    included.map(({ id }: { id: string }) => id),
    ['1', '2'],
  );
  assert.equal(data[0].relationships.labels.data.length, 2);
  const labels = ['/api/labels/2', '/api/labels/3', '/api/labels/2'];
  const created = await send('POST', '/api/issues', { title: 'Rust', labels });
  assert.deepEqual(created, {
    status: 201,
    body: { id: 4, title: 'Rust', labels: ['/api/labels/2', '/api/labels/3'] },
  });
  const patched = await send('PATCH', '/api/issues/4', { labels: ['/api/labels/1', '/api/labels/3'] });
  assert.deepEqual(patched.body.labels, ['/api/labels/1', '/api/labels/3']);
  assert.deepEqual((await send('PATCH', '/api/issues/4', { title: 'Dust' })).body.labels.length, 2);
  const replaced = await send('PUT', '/api/issues/4', { title: 'Dust', labels: [] });
  assert.deepEqual(replaced.body, { id: 4, title: 'Dust', labels: [] });
  await send('PATCH', '/api/issues/4', { labels: ['/api/labels/1'] });
  assert.equal((await send('DELETE', '/api/issues/4')).status, 204);
  assert.deepEqual(getIds(await get('/api/issues?labels=1')), [1, 2]);
}

/* oxlint-disable typescript/no-explicit-any -- the JSON of responses */
interface Client {
  readonly get: (path: string) => Promise<any>;
  readonly send: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>;
}
/* oxlint-enable typescript/no-explicit-any */

async function open(database: Kysely<never>, hides = false, tenant?: string): Promise<Client> {
  for (const table of ['issue_labels', 'issues', 'labels'])
    await sql.raw(`drop table if exists ${table}`).execute(database);
  for (const statement of TABLES.split(';')) await sql.raw(statement).execute(database);
  const generated =
    database === overSqlite ? '' : 'alter table issues alter id add generated by default as identity (start 4)';
  if (generated !== '') await sql.raw(generated).execute(database);
  const labels = labelsIn(sqlStore(database, 'labels' as never), hides);
  const issues = issuesIn(sqlStore(database, 'issues' as never), tenant !== undefined);
  return getClient([labels, issues], tenant);
}

function inMemoryHost(): Client {
  return getClient([labelsIn(memoryStore(LABELS)), issuesIn(memoryStore(ISSUES))]);
}

function labelsIn(store: ReturnType<typeof memoryStore>, hides = false) {
  return resource('labels', Label, {
    id: 'id',
    store,
    ...(hides && { access: { read: () => where({ team: 'core' }) } }),
  });
}

function issuesIn(store: ReturnType<typeof memoryStore>, global = false) {
  return resource('issues', Issue, {
    id: 'id',
    global,
    input: { create: Issue.omit({ id: true }) },
    links: { labels: { to: 'labels', through: 'issue_labels' } },
    filters: {
      labels: filter.exact(),
      'labels.name': filter.exact(),
      'labels.team': filter.exact(),
      exists: filter.exists(['labels']),
      q: filter.search(['labels.name']),
    },
    store,
  });
}

function getClient(resources: readonly AnyResource[], tenant?: string): Client {
  const api = { formats: ALL_FORMATS, ...(tenant !== undefined && { tenant: { field: 'team', value: () => tenant } }) };
  const host = defineHost({ resources, api, log: false });
  const send: Client['send'] = async (method, path, body) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const init =
      body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'Content-Type': type } };
    const response = await host.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { send, get: async (path) => (await send('GET', path)).body };
}

function getIds(items: readonly { id: number }[]): number[] {
  return items.map(({ id }) => id);
}
