import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { serve } from './serve.mjs';

const options = `-c search_path=${process.env.SQL_SCHEMA}`;
const pool = new pg.Pool({ connectionString: process.env.SQL_URL, options, max: 2 });
const db = new Kysely({ dialect: new PostgresDialect({ pool }) });

serve({
  async select() {
    return await db.selectFrom('boats').select(['id', 'name']).where('id', '>', 1).orderBy('id').execute(); // select
  },
  async update() {
    const length = (expression) => ({ length: expression('length', '+', 1) });
    return (await db.updateTable('boats').set(length).where('id', '<=', 2).execute()).length; // update
  },
  async secret() {
    return (await db.updateTable('boats').set({ password: 'hunter2' }).where('id', '=', 1).execute()).length;
  },
  async error() {
    await db.selectFrom('boats').select('missing').execute(); // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6])
      names.push((await db.selectFrom('boats').select('name').where('id', '=', id).executeTakeFirst())?.name);
    return names;
  },
  async slow() {
    return (await sql`select pg_sleep(0.3)`.execute(db)).rows.length;
  },
  async own({ n }) {
    const { rows } = await sql`select ${n}::text as n`.execute(db);
    console.warn('own', n);
    const again = await sql`select ${n}::text as again`.execute(db);
    return [rows[0].n, again.rows[0].again];
  },
  unhandled() {
    void db.selectFrom('boats').select('missing').execute();
    return 'not awaited';
  },
  transaction: () =>
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('boats').values({ id: 9, name: 'Aino' }).execute();
      return String((await transaction.deleteFrom('boats').where('id', '=', 9).executeTakeFirst()).numDeletedRows);
    }),
});
