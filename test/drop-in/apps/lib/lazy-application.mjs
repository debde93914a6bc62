import express from 'express';
import { createRequire } from 'node:module';
import './slow-library.cjs';

const require = createRequire(import.meta.url);
const { SQL_URL: connectionString, SQL_SCHEMA, SQL_SOCKET: socketPath } = process.env;
const SQL = 'select name from boats where id = 1';

export const application = express();

application.get('/pg', async (_request, response) => {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString, options: `-c search_path=${SQL_SCHEMA}` });
  response.json((await pool.query(SQL)).rows);
});

application.get('/mysql2', async (_request, response) => {
  delete require.cache[require.resolve('./slow-library.cjs')];
  require('./slow-library.cjs');
  const pool = require('mysql2/promise').createPool({ socketPath, user: 'root', database: 'boats' });
  response.json((await pool.query(SQL))[0]);
});
