import { eq, gt, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { serve } from './serve.mjs';

const options = `-c search_path=${process.env.SQL_SCHEMA}`;
const db = drizzle(new pg.Pool({ connectionString: process.env.SQL_URL, options, max: 2 }));
const boats = pgTable('boats', {
  id: integer().primaryKey(),
  name: text(),
  length: integer(),
  password: text(),
});
const broken = pgTable('boats', { missing: text('missing') });

serve({
  async select() {
    return await db.select({ id: boats.id, name: boats.name }).from(boats).where(gt(boats.id, 1)).orderBy(boats.id); // select
  },
  async update() {
    const query = db.update(boats).set({ length: 1 }).where(lte(boats.id, 2)); // update
    return (await query).rowCount;
  },
  async secret() {
    return (await db.update(boats).set({ password: 'hunter2' }).where(eq(boats.id, 1))).rowCount;
  },
  async error() {
    await db.select().from(broken); // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6])
      names.push((await db.select({ name: boats.name }).from(boats).where(eq(boats.id, id)))[0]?.name);
    return names;
  },
  async slow() {
    return (await db.execute(sql`select pg_sleep(0.3)`)).rowCount;
  },
  async own({ n }) {
    const { rows } = await db.execute(sql`select ${n}::text as n`);
    console.warn('own', n);
    const again = await db.execute(sql`select ${n}::text as again`);
    return [rows[0].n, again.rows[0].again];
  },
  unhandled() {
    void db
      .select()
      .from(broken)
      .then((rows) => rows);
    return 'not awaited';
  },
  transaction: () =>
    db.transaction(async (transaction) => {
      await transaction.insert(boats).values({ id: 9, name: 'Aino' });
      return (await transaction.delete(boats).where(eq(boats.id, 9))).rowCount;
    }),
});
