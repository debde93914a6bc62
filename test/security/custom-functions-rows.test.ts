import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely } from 'kysely';
import { memoryStore, resource, where } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { headerSecurity } from '../story/header-security.ts';

const Team = z.object({ id: z.int(), boss: z.string() });
const Task = z.object({ id: z.int(), title: z.string(), owner: z.string(), team: z.int().nullable() });
const Create = z.object({ title: z.string(), team: z.int().nullable().default(null) });
const tasks = [
  { id: 1, title: 'one', owner: 'ada', team: 1 },
  { id: 2, title: 'two', owner: 'bob', team: 2 },
];
const teams = [
  { id: 1, boss: 'ada' },
  { id: 2, boss: 'bob' },
];

function stores(kind: 'memory' | 'sql') {
  if (kind === 'memory') return { tasks: memoryStore(tasks), teams: memoryStore(teams) };
  const file = new DatabaseSync(':memory:');
  file.exec('create table tasks (id integer primary key, title text, owner text not null, team integer)');
  file.exec('create table teams (id integer primary key, boss text)');
  for (const { id, title, owner, team } of tasks)
    file.prepare('insert into tasks values (?, ?, ?, ?)').run(id, title, owner, team);
  for (const { id, boss } of teams) file.prepare('insert into teams values (?, ?)').run(id, boss);
  const database = new Kysely<{ tasks: object; teams: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  return { tasks: sqlStore(database, 'tasks'), teams: sqlStore(database, 'teams') };
}

function createHost(kind: 'memory' | 'sql', rule: 'owner' | 'team.boss' = 'owner') {
  const store = stores(kind);
  const received: unknown[] = [];
  const { send } = createCheckedHost({
    log: { level: 'none' },
    security: headerSecurity,
    resources: [
      resource('teams', Team, { id: 'id', access: { write: 'never' }, store: store.teams }),
      resource('tasks', Task, {
        id: 'id',
        links: { team: { to: 'teams', as: 'id' } },
        input: { create: Create },
        access: { read: ({ user }) => where({ [rule]: user?.id ?? '' }), write: 'user' },
        views: { short: ['id', 'title'] },
        bulk: { max: 5, atomic: false },
        store: store.tasks,
        provide: { list: (input) => store.tasks.list(input.request, input) },
        process: {
          create: (input) => {
            received.push({ body: input.body, scope: input.scope });
            return store.tasks.create(input.body, input);
          },
          replace: (input) => {
            received.push({ body: input.body, scope: input.scope });
            return store.tasks.replace({ id: input.id }, input.body, input) as never;
          },
          patch: (input) => {
            received.push({ changes: input.changes, scope: input.scope });
            return store.tasks.patch({ id: input.id }, input.changes, input) as never;
          },
        },
        custom: {
          copy: {
            line: 'POST /copies',
            input: z.object({ title: z.string() }),
            handle: (input) => store.tasks.create({ team: null, ...(input.body as object) }, input),
          },
        },
      }),
    ],
  });
  const write = async (line: string, body: object, type = 'application/json') => {
    const response = await send(line, {
      headers: { 'X-User': 'ada', 'Content-Type': type },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { send, write, received };
}

for (const kind of ['memory', 'sql'] as const) {
  test(`a custom "process" function receives the values that the row rule sets, with ${kind}`, async () => {
    const { write, received } = createHost(kind);
    const created = await write('POST /api/tasks', { title: 'new' });
    deepEqual([created.status, created.body['owner']], [201, 'ada']);
    deepEqual(received.pop(), { body: { title: 'new', team: null, owner: 'ada' }, scope: { owner: 'ada' } });
    const replaced = await write('PUT /api/tasks/1', { title: 'put' });
    deepEqual([replaced.status, replaced.body['owner']], [200, 'ada']);
    deepEqual(received.pop(), { body: { title: 'put', team: null, owner: 'ada' }, scope: { owner: 'ada' } });
    const patched = await write('PATCH /api/tasks/1', { title: 'patched' }, 'application/merge-patch+json');
    deepEqual([patched.status, patched.body['owner']], [200, 'ada']);
    deepEqual(received.pop(), { changes: { title: 'patched' }, scope: { owner: 'ada' } });
  });

  test(`a custom "process" function receives the values of the row rule for each item of a list, with ${kind}`, async () => {
    const { write } = createHost(kind);
    const { status, body } = await write('POST /api/tasks', [{ title: 'a' }, { title: 'b' }] as object);
    equal(status, 207);
    const results = body['results'] as { status: number; item: { owner: string } }[];
    deepEqual(
      results.map((result) => [result.status, result.item.owner]),
      [
        [201, 'ada'],
        [201, 'ada'],
      ],
    );
  });

  test(`a custom operation can pass its input to a store, which applies the scope, with ${kind}`, async () => {
    const { write } = createHost(kind);
    const { status, body } = await write('POST /api/tasks/copies', { title: 'copy' });
    deepEqual([status, body['owner']], [200, 'ada']);
  });

  for (const rule of ['owner', 'team.boss'] as const)
    test(`a custom "provide.list" with a row rule on ${rule} supports ?fields= and ?view=, with ${kind}`, async () => {
      const { send } = createHost(kind, rule);
      for (const query of ['?fields=id,title', '?view=short', '?fields=title']) {
        const response = await send(`GET /api/tasks${query}`, { headers: { 'X-User': 'ada' } });
        equal(response.status, 200, query);
        const titleOnly = query.endsWith('=title');
        deepEqual(await response.json(), [titleOnly ? { title: 'one' } : { id: 1, title: 'one' }]);
      }
    });
}
