/** A server whose pools have one connection. The connections of the parallel queries of a request are in use. */
import { createServer } from 'node:http';
import { createPool } from 'generic-pool';
import knex from 'knex';
import mariadb from 'mariadb';
import mariadbCallback from 'mariadb/callback';
import { createRequire } from 'node:module';
import mysql1 from 'mysql';
import mysql from 'mysql2';
import mysqlPromise from 'mysql2/promise';
import pg from 'pg';
import postgres from 'postgres';
import { Pool } from 'sequelize-pool';

const require = createRequire(import.meta.url);
const { SQL_URL: connectionString, SQL_SOCKET: socketPath } = process.env;
const maria = { socketPath, user: 'root', database: 'boats', connectionLimit: 1 };
const pools = {
  pg: new pg.Pool({ connectionString, max: 1 }),
  mysql2: mysql.createPool(maria),
  mysqlPromise: mysqlPromise.createPool(maria),
  mysql: mysql1.createPool(maria),
  mariadb: mariadb.createPool(maria),
  mariadbCommonJs: require('mariadb').createPool(maria),
  mariadbCallback: mariadbCallback.createPool(maria),
  postgres: postgres(connectionString, { max: 1, onnotice() {} }),
  generic: createPool({ create: connect, destroy: (client) => client.end() }, { max: 1 }),
  sequelize: new Pool({ create: connect, destroy: (client) => client.end(), validate: () => true, max: 1, min: 0 }),
  knex: knex({ client: 'pg', connection: connectionString, pool: { min: 0, max: 1 } }),
};
async function connect() {
  const client = new pg.Client(connectionString);
  await client.connect();
  return client;
}

async function queryClientOf(pool, sql) {
  const client = await pool.acquire();
  await client.query(sql);
  await pool.release(client);
}

/** @type {Record<string, (sql: string) => Promise<unknown>>} */
const QUERIES = {
  '/pg': (sql) => pools.pg.query(sql),
  '/pg-connect': async (sql) => {
    const client = await pools.pg.connect();
    await client.query(sql);
    client.release();
  },
  '/knex': (sql) => pools.knex.raw(sql),
  '/generic-pool': (sql) => queryClientOf(pools.generic, sql),
  '/sequelize-pool': (sql) => queryClientOf(pools.sequelize, sql),
  '/postgres': (sql) => pools.postgres.unsafe(sql),
  '/mysql': (sql) => new Promise((resolve) => pools.mysql.query(sql, resolve)),
  '/mysql-mariadb': (sql) => pools.mariadb.query(sql),
  '/mysql-mariadb-commonjs': (sql) => pools.mariadbCommonJs.execute(sql),
  '/mysql-mariadb-callback': (sql) => new Promise((resolve) => pools.mariadbCallback.query(sql, resolve)),
  '/mysql-mariadb-connection': async (sql) => {
    const connection = await pools.mariadb.getConnection();
    await connection.query(sql);
    await connection.release();
  },
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
