import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import postgres from 'postgres';
import { serve } from './serve.mjs';

/** Queries that are sent where the stack has no code of the application. */
const options = `-c search_path=${process.env.SQL_SCHEMA}`;
const db = new Kysely({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env.SQL_URL, options, max: 1 }) }),
});
const orm = drizzle(postgres(process.env.SQL_URL, { connection: { search_path: process.env.SQL_SCHEMA }, max: 1 }));
const boats = pgTable('boats', { id: integer().primaryKey(), name: text() });

serve({
  then: () =>
    new Promise((resolve) => {
      const query = db.selectFrom('boats').select('name').where('id', '=', 1);
      query.execute().then(resolve); // then
    }),
  drizzle: async () => await orm.select().from(boats).where(eq(boats.id, 1)), // drizzle
  deep: () => nest(60, () => db.selectFrom('boats').select('id').execute()), // deep
});

function nest(depth, work) {
  return depth === 0 ? work() : new Promise((resolve) => resolve(nest(depth - 1, work)));
}
