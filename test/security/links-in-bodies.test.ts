/** A link in a body must lead to an item that the user can read. A missing item and a forbidden one get the same response. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { Kysely } from 'kysely';
import { defineHost, memoryStore, resource, where } from 'oriel-host';
import type { Host } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import type { SqlStoreOptions } from 'oriel-host/kysely';
import { z } from 'zod';
import { headerAuthenticator } from '../hub/live-host.ts';
import { checkedHost } from '../lib/checked-host.ts';

const Project = z.object({ id: z.int(), owner: z.string() });
const Secret = z.object({ id: z.int(), name: z.string() });
const Issue = z.object({
  id: z.int(),
  title: z.string(),
  project: z.int().nullable().optional(),
  related: z.array(z.int()).optional(),
  topic: z.int().nullable().optional(),
  secret: z.int().nullable().optional(),
  reporter: z.int().nullable().optional(),
});
type Tables = Record<'projects' | 'topics' | 'secrets' | 'issues', ReturnType<typeof memoryStore>>;

// Ada reads project 1 by a rule, topic 1 by the scope of its store, and no secret. There is no item 99.
const PROJECTS = [
  { id: 1, owner: 'ada' },
  { id: 2, owner: 'bob' },
  { id: 3, owner: 'ada' },
];
const ISSUES = [
  { id: 1, title: 'one', project: 1, related: [1], topic: null, secret: null, reporter: null },
  { id: 2, title: 'two', project: 2, related: [2], topic: null, secret: 1, reporter: null },
];

interface TestHost {
  readonly host: Host;
  /** The SQL that was run since the last call. */
  queries(): string[];
}

function createHost(kind: 'memory' | 'sqlite'): TestHost {
  const queries: string[] = [];
  const tables = kind === 'memory' ? inMemory() : inSqlite(queries);
  const ownerAccess = { read: ({ user }: { user: { id: string } | null }) => where({ owner: user?.id ?? '' }) };
  const link = (to: string) => ({ to, as: 'iri' as const });
  const host = defineHost({
    resources: [
      resource('projects', Project, { id: 'id', access: { ...ownerAccess, write: 'user' }, store: tables.projects }),
      resource('topics', Project, {
        id: 'id',
        access: kind === 'memory' ? { ...ownerAccess, write: 'user' } : { write: 'user' },
        store: tables.topics,
      }),
      resource('secrets', Secret, { id: 'id', access: { read: 'role:admin', write: 'user' }, store: tables.secrets }),
      resource('issues', Issue, {
        id: 'id',
        input: { create: Issue.omit({ id: true }) },
        links: {
          project: 'projects',
          related: link('projects'),
          topic: { to: 'topics', as: 'id' },
          secret: 'secrets',
          reporter: { to: 'secrets', as: 'id', requireReadable: false },
        },
        access: { write: 'user' },
        fields: { secret: { read: 'role:admin' } },
        bulk: { max: 100 },
        store: tables.issues,
      }),
    ],
    api: { formats: ['json', 'jsonld', 'jsonapi', 'hal'] },
    security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
    log: { level: 'none' },
    profiler: false,
  });
  return { host, queries: () => queries.splice(0) };
}

function inMemory(): Tables {
  return {
    projects: memoryStore(PROJECTS),
    topics: memoryStore(PROJECTS),
    secrets: memoryStore([{ id: 1, name: 'x' }]),
    issues: memoryStore(ISSUES),
  };
}

function inSqlite(queries: string[]): Tables {
  const file = new DatabaseSync(':memory:');
  file.exec(`
    create table projects (id integer primary key, owner text not null);
    insert into projects values (1, 'ada'), (2, 'bob'), (3, 'ada');
    create table secrets (id integer primary key, name text not null);
    insert into secrets values (1, 'x');
    create table issues (
      id integer primary key, title text not null, project integer references projects, related text, topic integer,
      secret integer, reporter integer
    );
  `);
  const insert = file.prepare('insert into issues values (?, ?, ?, ?, ?, ?, ?)');
  for (const { id, title, project, related, secret } of ISSUES)
    insert.run(id, title, project, JSON.stringify(related), null, secret, null);
  const database = new Kysely<Record<keyof Tables, object>>({
    dialect: new NodeSqliteDialect({ database: file }),
    log: ({ query }) => void queries.push(query.sql),
  });
  const scope: SqlStoreOptions['scope'] = ({ principal }) => ({ owner: principal?.id ?? '' });
  return {
    projects: sqlStore(database, 'projects'),
    topics: sqlStore(database as unknown as Kysely<{ projects: object }>, 'projects', { scope }),
    secrets: sqlStore(database, 'secrets'),
    issues: sqlStore(database, 'issues'),
  };
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

async function send(host: Host, line: string, type: string, body: unknown, user = 'ada'): Promise<Received> {
  const [method, path] = line.split(' ') as [string, string];
  const headers = { 'Content-Type': type, Accept: ACCEPT[type] ?? 'application/json', 'X-User': user };
  const init = { method, headers, body: JSON.stringify(body) };
  const response = await checkedHost(host).fetch(new Request(`http://localhost${path}`, init));
  const { 'x-request-id': _, date: __, ...rest } = Object.fromEntries(response.headers);
  return { status: response.status, headers: rest, text: await response.text() };
}

const JSONLD = 'application/ld+json';
const JSONAPI = 'application/vnd.api+json';
const HAL = 'application/hal+json';
const MERGE = 'application/merge-patch+json';
const PATCH = 'application/json-patch+json';
const ACCEPT: Readonly<Record<string, string>> = { [JSONLD]: JSONLD, [JSONAPI]: JSONAPI, [HAL]: HAL };

/** A request that links issue 1, or a new one, to a project, and the pointer in the error for an item that cannot be linked. */
type Case = readonly [line: string, type: string, body: (id: number) => unknown, pointer: string];

const iri = (id: number): string => `/api/projects/${id}`;
const toProject = (id: number) => ({ project: { data: { type: 'projects', id: String(id) } } });
const toRelated = (id: number) => ({
  related: { data: [1, id].map((value) => ({ type: 'projects', id: String(value) })) },
});
const asResource = (id: string | undefined, relationships: object) => ({
  data: { type: 'issues', ...(id === undefined ? {} : { id }), attributes: { title: 'x' }, relationships },
});

const CASES: readonly Case[] = [
  ['POST /api/issues', 'application/json', (id) => ({ title: 'x', project: iri(id) }), '/project'],
  ['POST /api/issues', 'application/json', (id) => ({ title: 'x', related: [iri(1), iri(id)] }), '/related/1'],
  ['POST /api/issues', 'application/json', (id) => ({ title: 'x', topic: id }), '/topic'],
  ['PUT /api/issues/1', 'application/json', (id) => ({ title: 'x', project: iri(id) }), '/project'],
  ['PATCH /api/issues/1', MERGE, (id) => ({ project: iri(id) }), '/project'],
  ['PATCH /api/issues/1', MERGE, (id) => ({ topic: id }), '/topic'],
  ['PATCH /api/issues/1', PATCH, (id) => [{ op: 'replace', path: '/project', value: iri(id) }], '/project'],
  ['PATCH /api/issues/1', PATCH, (id) => [{ op: 'add', path: '/related/0', value: iri(id) }], '/related/0'],
  ['POST /api/issues', JSONLD, (id) => ({ title: 'x', project: iri(id) }), '/project'],
  ['POST /api/issues', JSONLD, (id) => ({ title: 'x', related: [{ '@id': iri(id) }] }), '/related/0'],
  ['PUT /api/issues/1', JSONLD, (id) => ({ title: 'x', project: { '@id': iri(id) } }), '/project'],
  ['POST /api/issues', HAL, (id) => ({ title: 'x', _links: { project: { href: iri(id) } } }), '/project'],
  ['PUT /api/issues/1', HAL, (id) => ({ title: 'x', _links: { related: [{ href: iri(id) }] } }), '/related/0'],
  ['POST /api/issues', JSONAPI, (id) => asResource(undefined, toProject(id)), '/data/relationships/project/data'],
  ['POST /api/issues', JSONAPI, (id) => asResource(undefined, toRelated(id)), '/data/relationships/related/data/1'],
  ['PATCH /api/issues/1', JSONAPI, (id) => asResource('1', toProject(id)), '/data/relationships/project/data'],
  ['PUT /api/issues/1', JSONAPI, (id) => asResource('1', toRelated(id)), '/data/relationships/related/data/1'],
  [
    'POST /api/issues',
    'application/json',
    (id) => [
      { title: 'x', project: iri(1) },
      { title: 'y', project: iri(id) },
    ],
    '/1/project',
  ],
  ['PATCH /api/issues', 'application/json', (id) => [{ id: 1, project: iri(id) }], '/0/project'],
];

for (const kind of ['memory', 'sqlite'] as const)
  describe(`a link in a body, in ${kind}`, () => {
    for (const [line, type, body, pointer] of CASES) {
      test(`must lead to an item that the user can read: ${line} ${type} ${JSON.stringify(body(1))}`, async () => {
        const { host } = createHost(kind);
        await using _ = host;
        const forbidden = await send(host, line, type, body(2));
        assert.equal(forbidden.status, 422, forbidden.text);
        assert.ok(forbidden.text.includes(`"pointer":"${pointer}"`), forbidden.text);
        assert.deepEqual(await send(host, line, type, body(99)), forbidden);
        const allowed = await send(host, line, type, body(3));
        assert.ok(allowed.status === 200 || allowed.status === 201, allowed.text);
      });
    }

    test('returns the same response for a missing item and for one that the user may not read', async () => {
      const { host } = createHost(kind);
      await using _ = host;
      const link = (id: number) =>
        send(host, 'POST /api/issues', 'application/json', { title: 'x', secret: `/api/secrets/${id}` });
      const forbidden = await link(1);
      assert.equal(forbidden.status, 422);
      assert.deepEqual(await link(99), forbidden);
      const admin = { title: 'x', secret: '/api/secrets/1' };
      assert.equal((await send(host, 'POST /api/issues', 'application/json', admin, 'eve admin')).status, 201);
    });

    test('may keep its value although the user cannot read its target', async () => {
      const { host } = createHost(kind);
      await using _ = host;
      const same = { title: 'changed', project: iri(2), related: [iri(2)] };
      assert.equal((await send(host, 'PUT /api/issues/2', 'application/json', same)).status, 200);
      assert.equal((await send(host, 'PATCH /api/issues/2', MERGE, { title: 'again' })).status, 200);
      const more = await send(host, 'PATCH /api/issues/2', MERGE, { related: [iri(2), iri(3)] });
      assert.equal(more.status, 200, more.text);
    });

    test('does not confirm the value of a field that the user cannot read', async () => {
      const { host } = createHost(kind);
      await using _ = host;
      const guess = (id: number) => send(host, 'PATCH /api/issues/2', MERGE, { secret: `/api/secrets/${id}` });
      const right = await guess(1);
      assert.equal(right.status, 422);
      assert.deepEqual(await guess(99), right);
    });

    test('is not checked if the resource sets requireReadable: false', async () => {
      const { host } = createHost(kind);
      await using _ = host;
      for (const reporter of [1, 99])
        assert.equal((await send(host, 'POST /api/issues', 'application/json', { title: 'x', reporter })).status, 201);
    });

    test('is refused if an item has more than 1,000 links', async () => {
      const { host } = createHost(kind);
      await using _ = host;
      const related = Array.from({ length: 1001 }, (_, index) => iri(index + 1000));
      const answer = await send(host, 'POST /api/issues', 'application/json', { title: 'x', related });
      assert.equal(answer.status, 422);
      assert.match(answer.text, /"pointer":"\/related","detail":"Expected at most 1000 links, got 1001"/);
    });
  });

describe('checking links in SQL', () => {
  test('runs one query for all links of an item to the same resource', async () => {
    const { host, queries } = createHost('sqlite');
    await using _ = host;
    queries();
    const body = { title: 'x', project: iri(3), related: [iri(1), iri(3), iri(1)] };
    assert.equal((await send(host, 'POST /api/issues', 'application/json', body)).status, 201);
    assert.equal(queries().filter((sql) => sql.startsWith('select')).length, 1);
  });

  test('runs one query for all links of a list of items', async () => {
    const { host, queries } = createHost('sqlite');
    await using _ = host;
    queries();
    const body = Array.from({ length: 50 }, (_, index) => ({ title: 'x', project: iri(index % 2 === 0 ? 1 : 3) }));
    assert.equal((await send(host, 'POST /api/issues', 'application/json', body)).status, 201);
    assert.equal(queries().filter((sql) => sql.startsWith('select')).length, 1);
  });
});

describe('a link in a body to an item with special rules', () => {
  const host = (): Host =>
    defineHost({
      resources: [
        resource('projects', Project, {
          id: 'id',
          access: { read: ({ user }) => where({ owner: user?.id ?? '' }), write: 'user' },
          store: memoryStore(PROJECTS),
        }),
        resource('steps', z.object({ project: z.int(), number: z.int(), after: z.unknown().optional() }), {
          id: ['project', 'number'],
          path: '/projects/{project}/steps',
          parent: { project: 'project' },
          links: { project: 'projects' },
          access: { write: 'user' },
          store: memoryStore([
            { project: 1, number: 1 },
            { project: 2, number: 1 },
          ]),
        }),
        resource('people', z.object({ id: z.string() }), {
          id: 'id',
          access: { read: 'role:admin', write: 'user' },
          store: memoryStore([{ id: 'ada' }, { id: 'bob' }]),
        }),
        resource('notes', z.object({ id: z.int(), person: z.string(), step: z.unknown().optional() }), {
          id: 'id',
          links: { person: 'people', step: 'steps' },
          access: {
            read: ({ user }) => where({ person: user?.id ?? '' }),
            write: ({ user }) => where({ person: user!.id }),
          },
          store: memoryStore([{ id: 7, person: 'ada' }]),
          custom: {
            move: {
              line: 'POST /{id}/move',
              input: z.object({ step: z.unknown() }),
              output: false,
              handle: () => undefined,
            },
          },
        }),
        resource('plans', z.object({ id: z.int(), before: z.int().nullable() }), {
          id: 'id',
          links: { before: 'plans' },
          access: { write: 'user' },
          bulk: { max: 10 },
          provide: { get: ({ id }) => (id < 10 ? { id, before: null } : null) },
          store: memoryStore([{ id: 1, before: null }]),
        }),
      ],
      security: { firewalls: [{ name: 'main', authenticators: [headerAuthenticator], anonymous: true }] },
      log: { level: 'none' },
      profiler: false,
    });
  const create = (on: Host, path: string, body: unknown) => send(on, `POST ${path}`, 'application/json', body);
  const step = (project: number) => `/api/projects/${project}/steps/1`;

  test('requires that the user can read the parents in the path of the target', async () => {
    await using on = host();
    const forbidden = await create(on, '/api/notes', { id: 1, person: '/api/people/ada', step: step(2) });
    assert.equal(forbidden.status, 422, forbidden.text);
    assert.deepEqual(await create(on, '/api/notes', { id: 1, person: '/api/people/ada', step: step(9) }), forbidden);
    const allowed = await create(on, '/api/notes', { id: 1, person: '/api/people/ada', step: step(1) });
    assert.equal(allowed.status, 201, allowed.text);
  });

  test('is checked in the input of a custom operation', async () => {
    await using on = host();
    const forbidden = await create(on, '/api/notes/7/move', { step: step(2) });
    assert.equal(forbidden.status, 422, forbidden.text);
    assert.equal((await create(on, '/api/notes/7/move', { step: step(1) })).status, 204);
  });

  test('accepts the value that an access rule requires, and rejects others with 422', async () => {
    await using on = host();
    const other = (id: string) => create(on, '/api/notes', { id: 1, person: `/api/people/${id}` });
    assert.equal((await other('ada')).status, 201);
    assert.equal((await other('bob')).status, 422);
    assert.deepEqual(await other('bob'), await other('eve'));
  });

  test('may lead to an item that the same list creates before it', async () => {
    await using on = host();
    const plan = (id: number, before: number | null) => ({
      id,
      before: before === null ? null : `/api/plans/${before}`,
    });
    assert.equal((await create(on, '/api/plans', [plan(20, null), plan(21, 20)])).status, 201);
    const late = await create(on, '/api/plans', [plan(31, 30), plan(30, null)]);
    assert.equal(late.status, 422);
    assert.match(late.text, /"pointer":"\/0\/before"/);
  });

  test('calls provide.get for the target if the resource has it', async () => {
    await using on = host();
    assert.equal((await create(on, '/api/plans', { id: 40, before: '/api/plans/9' })).status, 201);
    assert.equal((await create(on, '/api/plans', { id: 41, before: '/api/plans/10' })).status, 422);
  });
});
