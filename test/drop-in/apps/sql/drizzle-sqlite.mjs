import Database from 'better-sqlite3';
import { eq, gt, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { serve } from './serve.mjs';

const db = drizzle(new Database(process.env.SQL_FILE));
const boats = sqliteTable('boats', {
  id: integer('id').primaryKey(),
  name: text('name'),
  length: integer('length'),
  password: text('password'),
});
const broken = sqliteTable('boats', { missing: text('missing') });

serve({
  async select() {
    return await db.select({ id: boats.id, name: boats.name }).from(boats).where(gt(boats.id, 1)).orderBy(boats.id); // select
  },
  async update() {
    const query = db.update(boats).set({ length: 1 }).where(lte(boats.id, 2)); // update
    return (await query).changes;
  },
  async secret() {
    return db.update(boats).set({ password: 'hunter2' }).where(eq(boats.id, 1)).run().changes;
  },
  async error() {
    await db.select().from(broken); // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6])
      names.push(db.select({ name: boats.name }).from(boats).where(eq(boats.id, id)).get()?.name);
    return names;
  },
  async slow() {
    return db.all(
      sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000) select count(*) as n from n`,
    ).length;
  },
  async own({ n }) {
    const row = db.get(sql`select ${n} as n`);
    console.warn('own', n);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    return [row.n, (await db.get(sql`select ${n} as again`)).again];
  },
  unhandled() {
    void db
      .select()
      .from(broken)
      .then((rows) => rows);
    return 'not awaited';
  },
});
