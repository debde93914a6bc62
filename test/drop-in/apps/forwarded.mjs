/** Servers of frameworks with and without their setting for proxies, each on a port of its own. */
import { createServer } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';

/** @param {boolean} isTrusted */
const createExpress = (isTrusted) => {
  const app = express();
  if (isTrusted) app.set('trust proxy', 'loopback');
  return createServer(app.get('/', (request, response) => response.send(request.ip)));
};
/** @param {boolean} proxy */
const createKoa = (proxy) => {
  const app = new Koa({ proxy });
  app.use((context) => (context.body = context.ip));
  return createServer(app.callback());
};
/** @param {boolean} trustProxy */
const createFastify = async (trustProxy) => {
  const app = fastify({ trustProxy });
  app.get('/', (request) => request.ip);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
};
const plain = createServer((request, response) => {
  // The server of Next.js adds the header itself.
  request.headers['x-forwarded-for'] ??= request.socket.remoteAddress;
  response.end('plain');
});

const servers = {
  express: createExpress(false),
  expressTrusted: createExpress(true),
  koa: createKoa(false),
  koaTrusted: createKoa(true),
  fastify: await createFastify(false),
  fastifyTrusted: await createFastify(true),
  plain,
};
for (const server of Object.values(servers))
  if (!server.listening) await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const ports = Object.entries(servers).map(([name, server]) => [name, server.address().port]);
console.log(`ports ${JSON.stringify(Object.fromEntries(ports))}`);
console.log(`listening on ${ports[0][1]}`);
