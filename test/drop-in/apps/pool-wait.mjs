/** A server whose pools have one connection. The connections of the parallel queries of a request are in use. */
import { createServer } from 'node:http';
import knex from 'knex';
import mysql from 'mysql2';
import mysqlPromise from 'mysql2/promise';
import pg from 'pg';

const { SQL_URL: connectionString, SQL_SOCKET: socketPath } = process.env;
const maria = { socketPath, user: 'root', database: 'boats', connectionLimit: 1 };
const pools = {
  pg: new pg.Pool({ connectionString, max: 1 }),
  mysql2: mysql.createPool(maria),
  mysqlPromise: mysqlPromise.createPool(maria),
  knex: knex({ client: 'pg', connection: connectionString, pool: { min: 0, max: 1 } }),
};
/** @type {Record<string, (sql: string) => Promise<unknown>>} */
const QUERIES = {
  '/pg': (sql) => pools.pg.query(sql),
  '/pg-connect': async (sql) => {
    const client = await pools.pg.connect();
    await client.query(sql);
    client.release();
  },
  '/knex': (sql) => pools.knex.raw(sql),
  '/mysql2': (sql) => new Promise((resolve) => pools.mysql2.query(sql, resolve)),
  '/mysql2-promise': (sql) => pools.mysqlPromise.query(sql),
};

const server = createServer(async (request, response) => {
  const [path, count] = request.url.split('?');
  const sql = path.startsWith('/mysql') ? 'select sleep(0.1) as n' : 'select pg_sleep(0.1)';
  await Promise.all(Array.from({ length: Number(count) }, () => QUERIES[path](sql)));
  response.end();
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
