// Sends requests to an application of the same process, and prints what recordRequests returns.
import { DatabaseSync } from 'node:sqlite';
import Database from 'better-sqlite3';
import express from 'express';
import Fastify from 'fastify';
import { recordRequests } from 'oriel/testing';

const database = new Database(':memory:');
database.exec('create table orders (id)');
const other = new DatabaseSync(':memory:');
const app = express();
app.get('/orders/:count', async (request, response) => {
  for (let id = 0; id < Number(request.params.count); id++) {
    database.prepare('select id from orders where id = ?').get(id);
    await new Promise((resolve) => setImmediate(resolve));
  }
  console.warn(`orders ${request.params.count}`);
  await fetch(new URL('/stock', url));
  response.end('[]');
});
app.get('/stock', (request, response) => response.end('7'));
app.get('/events', (request, response) => response.write('event'));
const server = app.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${server.address().port}`;
const api = Fastify();
api.get('/boats', () => database.prepare('select 3 as id').all());

const get = async (path) => await (await fetch(url + path)).text();
const describe = ({ result, requests, queries, calls, findings, logs }) => ({
  result,
  requests: requests.map(({ summary }) => `${summary.method} ${summary.route}`),
  queries: queries.map(({ sql, parameters, caller, token }) => [
    sql,
    parameters,
    /[\w-]+\.mjs/.exec(caller)?.[0],
    requests.some(({ summary }) => summary.token === token),
  ]),
  calls: calls.map(({ method, url, status }) => [method, new URL(url).pathname, status]),
  // A busy machine causes findings about times.
  findings: findings.map(({ code }) => code).filter((code) => code === 'n1'),
  logs: logs.map(({ level, message }) => [level, message]),
});
const attempt = async (work) => await recordRequests(work).then(describe, ({ message }) => message);

const one = await attempt(() => get('/orders/2'));
const direct = await attempt(() => other.prepare('select 5 as id').all().length);
const injected = await attempt(async () => (await api.inject('/boats')).json());
const concurrent = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((count) => attempt(() => get(`/orders/${count}`))));
const none = await attempt(() => 0);
const failed = await attempt(() => {
  throw new Error('own error');
});
const body = await attempt(async () => void (await fetch(`${url}/events`)));
process.stdout.write(JSON.stringify({ one, direct, injected, concurrent, none, failed, body }), () => process.exit());
