import mysql from 'mysql';
import { serve, uncaughtStack } from './serve.mjs';

const settings = { socketPath: process.env.SQL_SOCKET, user: 'root', database: 'boats' };
const pool = mysql.createPool({ ...settings, connectionLimit: 1, multipleStatements: true });

function run(sql, values) {
  return new Promise((resolve, reject) => {
    pool.query(sql, values, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

serve({
  select: () =>
    new Promise((resolve) => {
      pool.query('select id, name from boats where id > ? order by id', [1], (_, rows) => resolve(rows)); // select
    }),
  update: () =>
    new Promise((resolve) => {
      const sql = 'update boats set length = length + 1 where id <= 2';
      pool.query({ sql }, (_, { affectedRows }) => resolve(affectedRows)); // update
    }),
  secret: async () => (await run('update boats set password = ? where id = ?', ['hunter2', 1])).affectedRows,
  error: () =>
    new Promise((_, reject) => {
      pool.query('select missing from boats', reject); // error
    }),
  async n1() {
    const names = [];
    for (const id of [1, 2, 3, 4, 5, 6]) names.push((await run('select name from boats where id = ?', [id]))[0]?.name);
    return names;
  },
  slow: async () => (await run('select sleep(0.3)')).length,
  own: ({ n }) =>
    new Promise((resolve, reject) => {
      pool.query('select ? as n', [n], (error, rows) => {
        if (error) return reject(error);
        console.warn('own', n);
        pool.getConnection((failure, connection) => {
          if (failure) return reject(failure);
          connection.query('select ? as again', [n], (_, again) => {
            connection.release();
            resolve([rows[0].n, again[0].again]);
          });
        });
      });
    }),
  unhandled() {
    void run('select missing from boats');
    return 'not awaited';
  },
  events: () =>
    new Promise((resolve) => {
      const seen = [];
      pool
        .query('select id from boats order by id')
        .on('result', ({ id }) => (console.warn('row', id), seen.push(id)))
        .on('end', () => resolve(seen));
    }),
  several: () => run('select 1 as one; select id from boats; update boats set name = name'),
  transaction: () =>
    new Promise((resolve) => {
      pool.getConnection((_, connection) => {
        connection.beginTransaction(() => {
          connection.query('insert into boats (id, name) values (4, ?)', ['Aino'], () => {
            connection.rollback(() => {
              connection.release();
              resolve('rolled back');
            });
          });
        });
      });
    }),
  thrown: () =>
    uncaughtStack(() => {
      pool.query('select 1', () => {
        throw new Error('in a callback');
      });
    }),
});
