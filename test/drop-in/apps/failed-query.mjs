import express from 'express';
import pg from 'pg';

/** The stack of an error of pg ends in the event of a socket, if the query has a callback. */
const pool = new pg.Pool({ connectionString: process.env.SQL_URL });
const app = express();
app.get('/', (request, response, next) => {
  pool.query('select missing from boats', (error) => next(error)); // failed
});
const server = app.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
