import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.SQL_URL });
const memory = new DatabaseSync(':memory:');

/** Handlers that do not wait for their work, or do much of it. */
const HANDLERS = {
  '/continues': async (response) => {
    response.end('sent');
    await pool.query('select pg_sleep(0.1)');
    console.log('half of the work is done');
    await pool.query('select 2');
  },
  '/slow': (response) => {
    void pool.query('select pg_sleep(3)').catch(() => undefined);
    setTimeout(() => response.end('sent'), 10);
  },
  '/many': (response) => {
    const statement = memory.prepare('select 1');
    for (let i = 0; i < 5_100; i++) statement.get();
    for (let i = 0; i < 5_050; i++) console.debug('log record');
    console.error('the last one');
    response.end('sent');
  },
};

const server = createServer((request, response) => void HANDLERS[request.url](response));
server.listen(0, () => process.stdout.write(`listening on ${server.address().port}\n`));
