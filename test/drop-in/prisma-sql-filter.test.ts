import { deepEqual, equal, match } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { filter, resource } from 'oriel-host';
import { prismaStore } from 'oriel-host/prisma';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { checkSqlFilters } from '../filters/check-sql-filters.ts';
import { TABLES, VOTER, VOTERS, VOTES, taskHost } from '../filters/sql-filter-host.ts';
import { openPostgres, openSqlite, prismaSql } from './lib/prisma-clients.ts';
import type { TestClient } from './lib/prisma-clients.ts';
import { skipWithout } from './lib/skip-without.ts';

describe('filter.sql of Prisma', { skip: skipWithout('@prisma/client') }, async () => {
  const { sql, join } = await prismaSql();
  const votersOf = (more: object) => sql`exists (select 1 from votes where votes.task = tasks.id and ${more})`;
  const filters = {
    votes: filter.sql(VOTES, (_, value) => sql`(select count(*) from votes where votes.task = tasks.id) >= ${value}`),
    voter: filter.sql(VOTER, (_, value) => votersOf(sql`votes.voter = ${value}`)),
    voters: filter.sql(VOTERS, (_, value) => votersOf(sql`votes.voter in (${join(value)})`)),
    mine: filter.sql(z.boolean(), (_, value, { headers }) => {
      const isMine = votersOf(sql`votes.voter = ${headers.get('x-user')}`);
      return value ? isMine : sql`not ${isMine}`;
    }),
    from: filter.sql(VOTES, (_, value) => sql`tasks.place >= ${value}`),
  };

  const sqlite = await openSqlite();
  await createTasks(sqlite);
  checkSqlFilters('prismaStore on SQLite', {
    hasRanges: false,
    config: () => taskHost(prismaStore(sqlite, 'task') as never, filters),
  });

  const { skip, schema, close } = await connectPostgres('prisma_sql_filter');
  const settings = { connectionString: POSTGRES_URL, options: `-c search_path=${schema}` };
  const postgres = await openPostgres(settings, schema);
  if (skip === false) await createTasks(postgres);
  after(async () => {
    await sqlite.$disconnect();
    await postgres.$disconnect();
    await close();
  });
  checkSqlFilters('prismaStore on PostgreSQL', {
    ...{ skip, hasRanges: true },
    config: () => taskHost(prismaStore(postgres, 'task') as never, filters),
  });

  test('computed fields are expressions of Prisma', async () => {
    const Task = z.object({ id: z.int(), title: z.string(), count: z.int() });
    for (const client of skip === false ? [sqlite, postgres] : [sqlite]) {
      const tasks = resource('tasks', Task, {
        id: 'id',
        only: ['list', 'get'],
        computed: { count: sql`(select count(*) from votes where votes.task = tasks.id and votes.voter <> ${'bob'})` },
        filters: { count: filter.range(), order: filter.order(['count']) },
        store: prismaStore(client, 'task'),
      });
      const { host, send } = createTestHost({ resources: [tasks] });
      await using _ = host;
      const response = await send('GET /api/tasks?count[lt]=1&order[count]=desc&fields=id,count');
      deepEqual(await response.json(), [
        { id: 3, count: 0 },
        { id: 4, count: 0 },
      ]);
    }
  });

  test('a condition of filter.sql that is not one of Prisma is an error in the log', async () => {
    const Task = z.object({ id: z.int(), title: z.string() });
    const nothing = { nothing: filter.sql(z.string(), () => true) };
    const store = prismaStore(sqlite, 'task');
    const { host, send, logs } = createTestHost({
      resources: [resource('tasks', Task, { id: 'id', filters: nothing, store })],
    });
    await using _ = host;
    equal((await send('GET /api/tasks?nothing=x')).status, 500);
    match(JSON.stringify(logs), /The function of the filter \\"nothing\\" did not return a condition of Prisma/);
  });
});

async function createTasks(client: TestClient): Promise<void> {
  for (const statement of TABLES.split(';')) await client.$executeRawUnsafe(statement);
}
