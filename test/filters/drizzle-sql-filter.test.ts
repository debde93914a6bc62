import { equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import Database from 'better-sqlite3';
import { and, eq, exists, gte, inArray, not, sql } from 'drizzle-orm';
import type { Column, SQL } from 'drizzle-orm';
import { drizzle as overBetterSqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as overNodePostgres } from 'drizzle-orm/node-postgres';
import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';
import { filter, resource } from 'oriel-host';
import { drizzleStore } from 'oriel-host/drizzle';
import { createTestHost } from 'oriel-host/testing';
import { Pool } from 'pg';
import { z } from 'zod';
import { POSTGRES_URL, connectPostgres } from '../contracts/postgres.ts';
import { checkSqlFilters } from './check-sql-filters.ts';
import { TABLES, VOTER, VOTERS, VOTES, taskHost } from './sql-filter-host.ts';

interface TaskTable {
  readonly id: Column;
  readonly place: Column;
}
interface Votes {
  readonly task: Column;
  readonly voter: Column;
}

/** The filters, with the votes that a database selects. */
function getFilters(votes: Votes, select: (where: SQL | undefined) => never) {
  const getVoters = (task: TaskTable, more: SQL) => exists(select(and(eq(votes.task, task.id), more)));
  return {
    votes: filter.sql(VOTES, (task: TaskTable, value) => {
      const count = sql`(select count(*) from votes where ${votes.task} = ${task.id})`;
      return gte(count, value);
    }),
    voter: filter.sql(VOTER, (task: TaskTable, value) => getVoters(task, eq(votes.voter, value))),
    voters: filter.sql(VOTERS, (task: TaskTable, value) => getVoters(task, inArray(votes.voter, value))),
    mine: filter.sql(z.boolean(), (task: TaskTable, value, { headers }) => {
      const isMine = getVoters(task, eq(votes.voter, headers.get('x-user')!));
      return value ? isMine : not(isMine);
    }),
    from: filter.sql(VOTES, (task: TaskTable, value) => gte(task.place, value)),
  };
}

const client = new Database(':memory:');
client.exec(TABLES);
const sqlite = overBetterSqlite({ client });
const liteTasks = lite.sqliteTable('tasks', {
  id: lite.integer().primaryKey(),
  title: lite.text().notNull(),
  team: lite.text().notNull(),
  place: lite.integer().notNull(),
});
const liteVotes = lite.sqliteTable('votes', { task: lite.integer(), voter: lite.text() });
checkSqlFilters('drizzleStore on SQLite', {
  hasRanges: false,
  config: () =>
    taskHost(
      drizzleStore(sqlite, liteTasks) as never,
      getFilters(liteVotes, (where) => sqlite.select().from(liteVotes).where(where) as never),
    ),
});

const { skip, schema, close } = await connectPostgres('drizzle_sql_filter');
const pool = new Pool({ connectionString: POSTGRES_URL, options: `-c search_path=${schema}` });
const postgres = overNodePostgres({ client: pool });
if (skip === false) await postgres.execute(sql.raw(TABLES));
after(async () => {
  client.close();
  await pool.end();
  await close();
});
const pgTasks = pg.pgTable('tasks', {
  id: pg.integer().primaryKey(),
  title: pg.text().notNull(),
  team: pg.text().notNull(),
  place: pg.integer().notNull(),
});
const pgVotes = pg.pgTable('votes', { task: pg.integer(), voter: pg.text() });
checkSqlFilters('drizzleStore on PostgreSQL', {
  ...{ skip, hasRanges: true },
  config: () =>
    taskHost(
      drizzleStore(postgres, pgTasks) as never,
      getFilters(pgVotes, (where) => postgres.select().from(pgVotes).where(where) as never),
    ),
});

test('a condition of filter.sql that is not one of Drizzle is an error in the log', async () => {
  const Task = z.object({ id: z.int(), title: z.string() });
  const filters = { nothing: filter.sql(z.string(), () => true) };
  const store = drizzleStore(sqlite, liteTasks);
  const { host, send, logs } = createTestHost({ resources: [resource('tasks', Task, { id: 'id', filters, store })] });
  await using _ = host;
  equal((await send('GET /api/tasks?nothing=x')).status, 500);
  match(JSON.stringify(logs), /The function of the filter \\"nothing\\" did not return a condition of Drizzle/);
});
