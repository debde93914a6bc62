import knexModule from 'knex';
import { serve } from './serve.mjs';

const knex = knexModule({
  client: 'pg',
  connection: process.env.SQL_URL,
  searchPath: [process.env.SQL_SCHEMA],
  pool: { min: 0, max: 2 },
});

serve({
  async select() {
    return await knex('boats').select('id', 'name').where('id', '>', 1).orderBy('id'); // select
  },
  async update() {
    return await knex('boats').where('id', '<=', 2).increment('length', 1); // update
  },
  async secret() {
    return await knex('boats').where({ id: 1 }).update({ password: 'hunter2' });
  },
  async error() {
    await knex('boats').select('missing'); // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6]) names.push((await knex('boats').first('name').where({ id }))?.name);
    return names;
  },
  async slow() {
    return (await knex.raw('select pg_sleep(0.3)')).rowCount;
  },
  async own({ n }) {
    const { rows } = await knex.raw('select ?::text as n', [n]);
    console.warn('own', n);
    const again = await knex.raw('select ?::text as again', [n]);
    return [rows[0].n, again.rows[0].again];
  },
  unhandled() {
    void knex('boats')
      .select('missing')
      .then((rows) => rows);
    return 'not awaited';
  },
  transaction: () =>
    knex.transaction(async (transaction) => {
      await transaction('boats').insert({ id: 9, name: 'Aino' });
      return await transaction('boats').where({ id: 9 }).delete();
    }),
});
