import { equal, match, throws } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import { defineHost, filter, memoryStore, resource } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { connectPostgres } from '../contracts/postgres.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { until } from '../safety/support/recorded-host.ts';
import { checkSqlFilters } from './check-sql-filters.ts';
import { TABLES, VOTER, VOTERS, VOTES, taskHost } from './sql-filter-host.ts';

interface Tables {
  tasks: { id: number; title: string; team: string; place: number };
  votes: { task: number; voter: string };
}
type Builder = ExpressionBuilder<Tables, 'tasks'>;

const getVoters = (eb: Builder) => eb.selectFrom('votes').select('voter').whereRef('votes.task', '=', 'tasks.id');
const filters = {
  votes: filter.sql(VOTES, (eb: Builder, value) =>
    eb(
      eb
        .selectFrom('votes')
        .select((builder) => builder.fn.countAll().as('n'))
        .whereRef('votes.task', '=', 'tasks.id'),
      '>=',
      value,
    ),
  ),
  voter: filter.sql(VOTER, (eb: Builder, value) => eb.exists(getVoters(eb).where('voter', '=', value))),
  voters: filter.sql(VOTERS, (eb: Builder, value) => eb.exists(getVoters(eb).where('voter', 'in', value))),
  mine: filter.sql(z.boolean(), (eb: Builder, value, { headers }) => {
    const isMine = eb.exists(getVoters(eb).where('voter', '=', headers.get('x-user')!));
    return value ? isMine : eb.not(isMine);
  }),
  from: filter.sql(VOTES, (eb: Builder, value) => eb.or([eb('place', '>=', value), eb('tasks.place', '=', -1)])),
};

const file = new DatabaseSync(':memory:');
file.exec(TABLES);
const sqlite = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: file }) });
const postgres = await connectPostgres('sql_filter');
const overPostgres = postgres.database as unknown as Kysely<Tables>;
if (postgres.skip === false) await sql.raw(TABLES).execute(overPostgres);
after(async () => {
  await sqlite.destroy();
  await postgres.close();
});

checkSqlFilters('sqlStore on SQLite', {
  hasRanges: false,
  config: () => taskHost(sqlStore(sqlite, 'tasks') as never, filters),
});
checkSqlFilters('sqlStore on PostgreSQL', {
  ...{ skip: postgres.skip, hasRanges: true },
  config: () => taskHost(sqlStore(overPostgres, 'tasks') as never, filters),
});
checkSqlFilters('sqlStore on PostgreSQL with a schema', {
  ...{ skip: postgres.skip, hasRanges: true },
  config: () => taskHost(sqlStore(overPostgres, `${postgres.schema}.tasks` as 'tasks') as never, filters),
});

const Task = z.object({ id: z.int(), title: z.string() });

test('the plugins of the database apply to the condition of filter.sql', async () => {
  const plugged = sqlite.withPlugin(new CamelCasePlugin());
  const votes = {
    voteCount: filter.sql(z.number(), (eb: ExpressionBuilder<{ polls: { voteCount: number } }, 'polls'>, value) =>
      eb('voteCount', '=', value),
    ),
  };
  file.exec('create table polls (id integer primary key, title text, vote_count integer)');
  file.exec("insert into polls values (1, 'One', 7), (2, 'Two', 8)");
  const store = sqlStore(plugged as unknown as Kysely<{ polls: object }>, 'polls');
  const { host, send } = createTestHost({ resources: [resource('polls', Task, { id: 'id', filters: votes, store })] });
  await using _ = host;
  equal(await (await send('GET /api/polls?voteCount=8')).text(), '[{"id":2,"title":"Two"}]');
});

test('the profiler shows the value of filter.sql and the description of its schema', async () => {
  const storage = new MemoryProfileStorage();
  const host = defineHost({ ...taskHost(sqlStore(sqlite, 'tasks') as never, filters), profiler: { storage } });
  await using _ = host;
  const origin = `http://localhost:${(await host.listen({ port: 0, mode: 'development' })).port}`;
  const response = await fetch(`${origin}/api/tasks?voter=bob`, { headers: { 'X-Team': 'core' } });
  const token = response.headers.get('x-debug-token')!;
  await response.text();
  await until(() => storage.read(token), 'the profile');
  const panel = await (await fetch(`${origin}/_profiler/${token}.md?panel=operation`)).text();
  match(panel, /\| `voter` \| `bob` \| `filter voter: Has a vote of this user/);
  const queries = await (await fetch(`${origin}/_profiler/${token}.md?panel=database`)).text();
  match(queries, /"votes"."task" = "tasks"."id"/);
});

test('filter.sql is a start-up error without a store in an SQL database', () => {
  const filters = { voted: filter.sql(z.boolean(), () => undefined) };
  const start = (definition: object): (() => unknown) => {
    return () => defineHost({ log: false, resources: [resource('tasks', Task, { id: 'id', filters, ...definition })] });
  };
  throws(start({ store: memoryStore() }), /evaluates filter\.sql, but the store is a MemoryStore[\s\S]*sqlStore/);
  throws(start({ provide: { list: () => [] } }), /evaluates filter\.sql, but the resource has no store/);
  const customStore = { list: () => ({ items: [] }), get: () => null };
  throws(start({ store: customStore }), /but the store of the resource does not/);
});

test('filter.sql rejects what is not a schema or a function', () => {
  throws(() => filter.sql({} as never, () => undefined), /first argument of filter\.sql is not a Standard Schema/);
  throws(() => filter.sql(z.string(), 'voted' as never), /second argument of filter\.sql is string/);
});

test('an invalid condition of filter.sql, an asynchronous schema and a list of a function are errors in the log', async () => {
  const late = z.string().refine(async () => true);
  const wrong = {
    nothing: filter.sql(z.string(), () => undefined),
    late: filter.sql(late, () => sql`1 = 1`),
  };
  const store = sqlStore(sqlite, 'tasks');
  const resources = [
    resource('tasks', Task, { id: 'id', filters: wrong, store }),
    resource('arrays', Task, { id: 'id', filters, store: sqlStore(sqlite, 'tasks'), provide: { list: () => [] } }),
  ];
  const { host, send, logs } = createTestHost({ resources });
  await using _ = host;
  equal((await send('GET /api/tasks?nothing=x')).status, 500);
  match(JSON.stringify(logs), /The function of the filter \\"nothing\\" did not return an expression of Kysely/);
  equal((await send('GET /api/tasks?late=x')).status, 500);
  match(JSON.stringify(logs), /The schema of the filter \\"late\\" is asynchronous/);
  equal((await send('GET /api/arrays?votes=1')).status, 500);
  match(JSON.stringify(logs), /The filter \\"votes\\" is filter\.sql, which only a store in an SQL database evaluates/);
});
