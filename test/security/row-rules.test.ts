import { deepEqual, equal } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Kysely, sql } from 'kysely';
import { filter, memoryStore, resource, where } from 'oriel-host';
import { matchFilter } from 'oriel-host/resources';
import type { FilterTree } from 'oriel-host/resources';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { createCheckedHost } from '../lib/checked-host.ts';
import { connectPostgres } from '../contracts/postgres.ts';
import { headerSecurity } from '../story/header-security.ts';

const postgres = await connectPostgres('row_rules');
after(postgres.close);

const Team = z.object({ id: z.int(), name: z.string(), boss: z.string() });
const Task = z.object({ id: z.int(), title: z.string(), owner: z.string(), stars: z.int(), team: z.int().nullable() });
type Row = z.output<typeof Task>;

const PEOPLE = ['ada', 'bob', 'cy'];
const teams = PEOPLE.map((boss, index) => ({ id: index + 1, name: `team ${'xyz'[index]}`, boss }));
const tasks: Row[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  title: `task ${index % 7}`,
  owner: PEOPLE[index % 3]!,
  stars: index % 5,
  team: index % 4 === 0 ? null : (index % 3) + 1,
}));

// Any filter over the fields of a task.
const leaf: fc.Arbitrary<FilterTree> = fc.oneof(
  fc.constantFrom(...PEOPLE).map((owner) => where({ owner })),
  fc.subarray(PEOPLE).map((owner) => where({ owner })),
  fc.record({
    op: fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq'),
    field: fc.constant('stars'),
    value: fc.integer({ min: 0, max: 5 }),
  }),
  fc.constantFrom('1', '6', 'task').map((value) => ({ op: 'contains' as const, field: 'title', value })),
  fc.boolean().map((value) => ({ op: 'exists' as const, field: 'team', value })),
) as fc.Arbitrary<FilterTree>;
const tree: fc.Arbitrary<FilterTree> = fc.letrec<{ tree: FilterTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ op: fc.constantFrom('and', 'or'), of: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ op: fc.constant('not' as const), of: tie('tree') }),
  ) as fc.Arbitrary<FilterTree>,
})).tree;

type Tables = Kysely<{ tasks: object; teams: object }>;

async function fill(database: Tables): Promise<Tables> {
  for (const line of [
    'drop table if exists teams',
    'drop table if exists tasks',
    'create table teams (id integer primary key, name text not null, boss text not null)',
    'create table tasks (id integer primary key, title text not null, owner text not null, stars integer not null, team integer)',
  ])
    await sql.raw(line).execute(database);
  await database.insertInto('teams').values(teams).execute();
  await database.insertInto('tasks').values(tasks).execute();
  return database;
}

/** Creates hosts with the same resources in memory, SQLite and PostgreSQL. They call the rules for each request. */
async function createHosts(rule: () => FilterTree, teamRule: () => FilterTree, by: 'offset' | 'cursor' = 'offset') {
  const file = new DatabaseSync(':memory:');
  const lite = await fill(new Kysely({ dialect: new NodeSqliteDialect({ database: file }) }));
  const databases = postgres.skip ? [lite] : [lite, await fill(postgres.database as unknown as Tables)];
  const make = (taskStore: ReturnType<typeof memoryStore>, teamStore: ReturnType<typeof memoryStore>) =>
    createCheckedHost({
      security: headerSecurity,
      log: { level: 'none' },
      api: { formats: ['json', 'jsonapi', 'hal', 'ndjson'] },
      resources: [
        resource('teams', Team, { id: 'id', access: { read: () => teamRule(), write: 'never' }, store: teamStore }),
        resource('tasks', Task, {
          id: 'id',
          access: { read: () => rule(), write: 'public' },
          links: { team: 'teams' },
          page: { by, size: 4, max: 30, count: true },
          filters: { stars: filter.range(), 'team.name': filter.exact(), order: filter.order(['stars']) },
          store: taskStore,
        }),
      ],
    });
  return [
    make(memoryStore(tasks), memoryStore(teams)),
    ...databases.map((database) =>
      // The types of the stores do not describe the rows.
      make(sqlStore(database, 'tasks') as never, sqlStore(database, 'teams') as never),
    ),
  ];
}

const KINDS = { id: 'integer', title: 'string', owner: 'string', stars: 'integer', team: 'integer' } as const;

for (const by of ['offset', 'cursor'] as const)
  test(`lists exactly the rows that match the rule, with pages by ${by}, in memory, SQLite and PostgreSQL`, async () => {
    let rule: FilterTree = where({ owner: 'ada' });
    const hosts = await createHosts(
      () => rule,
      () => ({ op: 'and', of: [] }),
      by,
    );
    await fc.assert(
      fc.asyncProperty(tree, fc.integer({ min: 1, max: 30 }), async (generated, id) => {
        rule = generated;
        const matches = matchFilter(generated, (path) => KINDS[path as keyof typeof KINDS]);
        const visible = tasks.filter(matches).map((task) => task.id);
        for (const { send } of hosts) {
          const seen: number[] = [];
          let next: string | undefined = '/api/tasks?itemsPerPage=4';
          let total: string | null = null;
          while (next !== undefined) {
            const page = await send(`GET ${next}`);
            equal(page.status, 200);
            total = page.headers.get('X-Total-Count');
            seen.push(...((await page.json()) as Row[]).map((element) => element.id));
            next = /<http:\/\/localhost([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1];
          }
          deepEqual(seen, visible);
          equal(total, String(visible.length));
          const lines = await (await send('GET /api/tasks', { headers: { Accept: 'application/x-ndjson' } })).text();
          deepEqual(
            lines
              .split('\n')
              .filter(Boolean)
              .map((line) => (JSON.parse(line) as Row).id),
            visible,
          );
          const response = await send('GET /api/tasks?itemsPerPage=30', {
            headers: { Accept: 'application/hal+json' },
          });
          equal(((await response.json()) as { totalItems: number }).totalItems, visible.length);
          const rated = (await (
            await send('GET /api/tasks?itemsPerPage=30&stars[gte]=2&order[stars]=desc')
          ).json()) as Row[];
          deepEqual(
            rated.map((element) => element.id).sort((one, other) => one - other),
            tasks.filter((task) => matches(task) && task.stars >= 2).map((task) => task.id),
          );
          const expected = visible.includes(id) ? 200 : 404;
          equal((await send(`GET /api/tasks/${id}`)).status, expected);
          const patched = await send(`PATCH /api/tasks/${id}`, {
            headers: { 'Content-Type': 'application/merge-patch+json' },
            body: '{}',
          });
          equal(patched.status, expected);
        }
      }),
      { numRuns: 40 },
    );
  });

test('filters through links and included items reveal no rows that the target resource hides', async () => {
  const hosts = await createHosts(
    () => ({ op: 'and', of: [] }),
    () => where({ boss: 'ada' }),
  );
  for (const { send } of hosts) {
    const ids = async (query: string) =>
      ((await (await send(`GET /api/tasks?itemsPerPage=30&${query}`)).json()) as Row[]).map((element) => element.id);
    deepEqual(await ids('team.name=team%20y'), []);
    deepEqual(
      await ids('team.name=team%20x'),
      tasks.filter(({ team }) => team === 1).map(({ id }) => id),
    );
    deepEqual(await ids('or[0][team.name]=team%20y&or[1][stars][gte]=9'), []);
    const answer = await send('GET /api/tasks?include=team&page[size]=30', {
      headers: { Accept: 'application/vnd.api+json' },
    });
    const { included } = (await answer.json()) as { included: { id: string; attributes: object }[] };
    deepEqual(
      included.map(({ id }) => id),
      ['1'],
    );
    const embedded = (await (await send('GET /api/tasks?include=team&itemsPerPage=30')).json()) as { team: unknown }[];
    deepEqual(
      embedded.map(({ team }) => team),
      tasks.map(({ team }) => (team === 1 ? teams[0] : team && `/api/teams/${team}`)),
    );
    equal((await send('GET /api/teams/2')).status, 404);
  }
});

test('a stream that is read in batches contains only rows that match the rule', async () => {
  const many = Array.from({ length: 2_600 }, (_, index) => ({ id: index + 1, owner: PEOPLE[index % 2]! }));
  const { send } = createCheckedHost({
    security: headerSecurity,
    log: { level: 'none' },
    api: { formats: ['ndjson'] },
    resources: [
      resource('rows', z.object({ id: z.int(), owner: z.string() }), {
        id: 'id',
        access: { read: ({ user }) => where({ owner: user?.id ?? '' }), write: 'never' },
        store: memoryStore(many),
      }),
    ],
  });
  const text = await (await send('GET /api/rows', { headers: { 'X-User': 'ada' } })).text();
  deepEqual(
    text.split('\n').filter(Boolean),
    many.filter(({ owner }) => owner === 'ada').map((row) => JSON.stringify(row)),
  );
});

test('a write to a row that the user cannot read gets the same response as a read of it', async () => {
  const byOwner = ({ user }: { user: { id: string } | null }) => where({ owner: user?.id ?? '' });
  const { send } = createCheckedHost({
    resources: [
      resource('tasks', Task, {
        id: 'id',
        access: { read: ['user', byOwner], write: ['user', byOwner] },
        store: memoryStore(tasks),
      }),
    ],
    security: headerSecurity,
    log: false,
  });
  const sendAs = async (line: string, user: string) => {
    const body = line.startsWith('DELETE') || line.startsWith('GET') ? {} : { body: '{"title":"x"}' };
    const response = await send(line, {
      headers: { 'X-User': user, 'Content-Type': 'application/merge-patch+json' },
      ...body,
    });
    return [response.status, ((await response.json()) as { detail?: string }).detail];
  };
  const missing = await sendAs('GET /api/tasks/2', 'ada');
  equal(missing[0], 404);
  deepEqual(await sendAs('PATCH /api/tasks/2', 'ada'), missing);
  deepEqual(await sendAs('DELETE /api/tasks/2', 'ada'), missing);
  equal((await sendAs('PATCH /api/tasks/2', 'bob'))[0], 200);
});
