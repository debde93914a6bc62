import { createClient } from '@libsql/client';
import { serve } from './serve.mjs';

const client = createClient({ url: `file:${process.env.SQL_FILE}` });

serve({
  async select() {
    const sql = 'select id, name from boats where id > ? order by id';
    return (await client.execute({ sql, args: [1] })).rows; // select
  },
  async update() {
    return (await client.execute('update boats set length = length + 1 where id <= 2')).rowsAffected; // update
  },
  async secret() {
    return (await client.execute('update boats set password = ? where id = ?', ['hunter2', 1])).rowsAffected;
  },
  async error() {
    await client.execute('select missing from boats'); // error
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6])
      names.push((await client.execute('select name from boats where id = ?', [id])).rows[0]?.name);
    return names;
  },
  async slow() {
    const sql =
      'with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000000) select max(i) from n';
    return (await client.execute(sql)).rows.length;
  },
  async own({ n }) {
    const { rows } = await client.execute('select ? as n', [n]);
    console.warn('own', n);
    const again = await client.execute('select ? as again', [n]);
    return [rows[0].n, again.rows[0].again];
  },
  unhandled() {
    void client.execute('select missing from boats');
    return 'not awaited';
  },
  async batch() {
    const results = await client.batch(
      ['select id from boats', { sql: 'update boats set name = name where id = ?', args: [2] }],
      'write',
    );
    return results.map(({ rows, rowsAffected }) => rows.length || rowsAffected);
  },
  async transaction() {
    const transaction = await client.transaction('write');
    await transaction.execute('update boats set name = name');
    await transaction.rollback();
    return 'rolled back';
  },
});
