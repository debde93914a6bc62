import { createRequire } from 'node:module';
import postgresModule from 'postgres';
import { serve } from './serve.mjs';

const postgres = process.env.SQL_BUILD === 'cjs' ? createRequire(import.meta.url)('postgres') : postgresModule;
const sql = postgres(process.env.SQL_URL, { max: 1, connection: { search_path: process.env.SQL_SCHEMA } });

serve({
  async select() {
    return await sql`select id, name from boats where id > ${1} order by id`; // select
  },
  async update() {
    return (await sql`update boats set length = length + 1 where id <= 2`).count; // update
  },
  async secret() {
    return (await sql`update boats set password = ${'hunter2'} where id = ${1}`).count;
  },
  async error() {
    await sql`select missing from boats`; // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6]) names.push((await sql`select name from boats where id = ${id}`)[0]?.name);
    return names;
  },
  async slow() {
    return (await sql`select pg_sleep(0.3)`).count;
  },
  async own({ n }) {
    const rows = await sql`select ${n}::text as n`;
    console.warn('own', n);
    const again = await sql.unsafe('select $1::text as again', [n]);
    return [rows[0].n, again[0].again];
  },
  unhandled() {
    void sql`select missing from boats`.execute();
    return 'not awaited';
  },
  fragments: async () => {
    const where = sql`where id = ${2}`;
    return await sql`select ${sql('name')} from boats ${where}`;
  },
  unsafe: async () => await sql.unsafe('select name from boats where id = $1', [3]), // unsafe
  several: async () => (await sql`select 1 as one; select id from boats`.simple()).map((rows) => rows.length),
  insert: async () => {
    const boats = [7, 8].map((id) => ({ id, name: `boat ${id}` }));
    return await sql.begin(async (transaction) => {
      const added = await transaction`insert into boats ${transaction(boats, 'id', 'name')} returning id`;
      await transaction`delete from boats where id > 6`;
      return added;
    });
  },
  cursor: async () => {
    const batches = [];
    for await (const rows of sql`select id from boats order by id`.cursor(2)) {
      console.warn('batch', rows.length);
      batches.push(rows.map(({ id }) => id));
    }
    await sql`select id from boats order by id`.cursor(2, (rows) => {
      console.warn('called', rows.length);
    });
    return batches;
  },
  each: async () => {
    const ids = [];
    const result = await sql`select id from boats order by id`.forEach(
      ({ id }) => (console.warn('row', id), ids.push(id)),
    );
    return [ids, result.count];
  },
  values: async () => await sql`select id, name from boats order by id`.values(),
  describe: async () => (await sql`select id from boats`.describe()).string,
  shape: async () => {
    const query = sql`select 1 as one`;
    const before = Object.keys(query);
    await query;
    return [before, Object.keys(query), query.constructor.name, query instanceof Promise, String(query.parameters)];
  },
  refused: async () => {
    const other = postgres({ host: '127.0.0.1', port: 1, max: 1 });
    await other`select 1 as one`;
  },
});
