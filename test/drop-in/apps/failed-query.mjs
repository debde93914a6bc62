import express from 'express';
import mysql from 'mysql';

/** The stack of an error of mysql ends in the event of a socket. */
const pool = mysql.createPool({ socketPath: process.env.SQL_SOCKET, user: 'root', database: 'boats' });
const app = express();
app.get('/', (request, response, next) => {
  pool.query('select missing from boats', (error) => next(error)); // failed
});
const server = app.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
