import { createRequire } from 'node:module';
import { serve } from './serve.mjs';

const require = createRequire(import.meta.url);
// The CommonJS build is one minified file.
const mariadb = process.env.SQL_BUILD === 'cjs' ? require('mariadb') : (await import('mariadb')).default;
const callbacks = process.env.SQL_BUILD === 'cjs' ? require('mariadb/callback') : await import('mariadb/callback');
const settings = { socketPath: process.env.SQL_SOCKET, user: 'root', database: 'boats', connectionLimit: 1 };
const pool = mariadb.createPool({ ...settings, bigIntAsNumber: true, insertIdAsNumber: true });
const callbackPool = callbacks.createPool(settings);

serve({
  async select() {
    return await pool.query('select id, name from boats where id > ? order by id', [1]); // select
  },
  async update() {
    return (await pool.execute('update boats set length = length + 1 where id <= 2')).affectedRows; // update
  },
  async secret() {
    return (await pool.query('update boats set password = ? where id = ?', ['hunter2', 1])).affectedRows;
  },
  async error() {
    try {
      await pool.query('select missing from boats'); // error
    } catch (error) {
      // Each process has other connections.
      for (const name of ['message', 'stack']) error[name] = error[name].replace(/conn:\d+/, 'conn:1');
      throw error;
    }
  },
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6])
      names.push((await pool.execute('select name from boats where id = ?', [id]))[0]?.name);
    return names;
  },
  async slow() {
    return (await pool.query('select sleep(0.3)')).length;
  },
  own: ({ n }) =>
    new Promise((resolve, reject) => {
      callbackPool.query('select ? as n', [n], (error, rows) => {
        if (error) return reject(error);
        console.warn('own', n);
        callbackPool.getConnection((failure, connection) => {
          if (failure) return reject(failure);
          connection.query('select ? as again', [n], (_, again) => {
            connection.release();
            resolve([rows[0].n, again[0].again]);
          });
        });
      });
    }),
  unhandled() {
    void pool.query('select missing from boats');
    return 'not awaited';
  },
  async stream() {
    const connection = await pool.getConnection();
    const names = [];
    for await (const { name } of connection.queryStream('select name from boats order by id')) names.push(name);
    await connection.release();
    return names;
  },
  async transaction() {
    const connection = await pool.getConnection();
    await connection.beginTransaction();
    await connection.batch('insert into boats (id, name) values (?, ?)', [
      [4, 'Aino'],
      [5, 'Louhi'],
    ]);
    await connection.rollback();
    await connection.release();
    return 'rolled back';
  },
});
