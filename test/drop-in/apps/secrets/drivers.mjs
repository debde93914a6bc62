import { DatabaseSync } from 'node:sqlite';
import Database from 'better-sqlite3';
import { MongoClient } from 'mongodb';
import { startMongoServer } from '../lib/mongo-server.mjs';

const { SQL_URL, SQL_SOCKET, SQL_FILE, HAS_PRISMA, REDIS_URL } = process.env;
const INSERT = 'insert into users (login, password, api_key) values';
const COLUMNS = 'login varchar(40), password varchar(40), api_key varchar(40)';
const TEMPORARY = `create temporary table if not exists users (${COLUMNS})`;

/**
 * What the applications do with secrets and databases. The login is no secret. Each database that a machine does not have
 * is left out, and Prisma if it is not installed.
 */
export const DRIVERS = {
  sqlite: synchronous(new DatabaseSync(':memory:'), 'harmless-sqlite'),
  'better-sqlite3': synchronous(new Database(':memory:'), 'harmless-better-sqlite3'),
  mongodb: await mongodb(),
  ...(HAS_PRISMA && { prisma: await prisma() }),
  ...(SQL_URL && { pg: await pg(), postgres: await postgres() }),
  ...(SQL_SOCKET && { mysql2: await mysql2() }),
  ...(REDIS_URL && { redis: await redis() }),
};

function synchronous(database, login) {
  database.exec(`create table users (${COLUMNS})`);
  return ({ one, two, three }) => {
    database.prepare(`${INSERT} (?, ?, ?)`).run(login, one, two);
    database.exec(`${INSERT} ('bo', '${three}', '${one}')`);
    database.prepare(`select login from users where password = '${two}'`).all();
  };
}

async function mongodb() {
  const client = await new MongoClient(await startMongoServer()).connect();
  const users = client.db().collection('users');
  return async ({ one, two, three }) => {
    await users.insertOne({ login: 'bo', password: one });
    await users.find({ login: 'harmless-mongodb', api_key: two }).toArray();
    await users.updateOne({ password: one }, { $set: { password: three } });
    await users.findOne({ $nothing: { password: two } }).catch(() => {});
  };
}

async function prisma() {
  const { PrismaBetterSqlite3 } = await import('@prisma/adapter-better-sqlite3');
  const { PrismaClient } = await import('../sql/prisma/sqlite/client/client.ts');
  const client = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${SQL_FILE}` }) });
  return async ({ one, two, three }) => {
    await client.boat.findMany({ where: { name: 'harmless-prisma', password: one } });
    await client.boat.create({ data: { id: 1, password: two } }).catch(console.error);
    await client.boat.findMany({ where: { password: three, missing: 1 } }).catch(console.error);
    await client.$queryRawUnsafe(`select id from boats where password = '${one}'`);
    await client.$queryRaw`select missing from boats where password = ${two}`.catch(console.error);
  };
}

async function pg() {
  const pool = new (await import('pg')).default.Pool({ connectionString: SQL_URL });
  return async ({ one, two, three }) => {
    const client = await pool.connect();
    await client.query(TEMPORARY);
    await client.query(`${INSERT} ($1, $2, $3)`, ['harmless-pg', one, two]);
    await client.query(`select login from users where password = '${three}'`);
    await client.query(`insert into nowhere (password) values ('${one}')`).catch(() => {});
    client.release();
  };
}

async function postgres() {
  const sql = (await import('postgres')).default(SQL_URL, { onnotice() {} });
  return async ({ one, two, three }) => {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(TEMPORARY);
      await transaction`insert into users (login, password, api_key) values (${'harmless-postgres'}, ${one}, ${two})`;
      await transaction.unsafe(`select login from users where api_key = '${three}'`);
    });
  };
}

async function mysql2() {
  const { createPool } = await import('mysql2/promise');
  const pool = createPool({ socketPath: SQL_SOCKET, user: 'root', database: 'boats', connectionLimit: 1 });
  return async ({ one, two, three }) => {
    await pool.query(TEMPORARY);
    await pool.execute(`${INSERT} (?, ?, ?)`, ['harmless-mysql2', one, two]);
    await pool.query(`select login from users where password = '${three}'`);
    await pool.query(`insert into nowhere (password) values ('${one}')`).catch(() => {});
  };
}

async function redis() {
  const client = await (await import('redis')).createClient({ url: REDIS_URL }).connect();
  const other = new (await import('ioredis')).default(REDIS_URL);
  return async ({ one, two, three }) => {
    await client.set(`oriel-secret:password:${process.pid}`, one, { EX: 5 });
    await other.set(`oriel-secret:token:${process.pid}`, two, 'EX', 5);
    await other.hset(`oriel-secret:user:${process.pid}`, 'password', three);
    await client.expire(`oriel-secret:user:${process.pid}`, 5);
    await other.get('harmless-ioredis');
    await client.get('harmless-redis');
  };
}
