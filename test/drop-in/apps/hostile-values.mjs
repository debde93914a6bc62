import { DatabaseSync } from 'node:sqlite';
import { createServer } from 'node:http';
import express from 'express';
import { withProfile } from 'oriel';

/** Values of the application that the recorder reads: users, errors, parameters, names, records of loggers. */
const database = new DatabaseSync(':memory:');
const app = express();

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const fail = () => {
  throw new Error('code of the application was called');
};

function cyclic() {
  const value = { name: 'cyclic', list: [] };
  value.list.push(value);
  return value;
}

function deep() {
  let value = {};
  for (let i = 0; i < 100_000; i++) value = { value };
  return value;
}

const VALUES = {
  revoked,
  getter: () => Object.defineProperty({}, 'name', { get: fail, enumerable: true }),
  list: () => Object.defineProperty([], 0, { get: fail, enumerable: true }),
  proxy: () => new Proxy({}, { get: fail, ownKeys: fail, getPrototypeOf: fail, has: fail }),
  cyclic,
  deep,
  bigint: () => 10n,
  symbol: () => Symbol('s'),
  null: () => Object.create(null),
  surrogate: () => ({ '\ud800': '\udfff\ud800' }),
  huge: () => ({ text: 'x'.repeat(5_000_000), list: new Array(1_000_000).fill(1) }),
  sparse: () => new Array(4_000_000_000),
  function: () => fail,
  date: () => new Date(NaN),
  json: () => ({ toJSON: fail, toString: fail, [Symbol.toPrimitive]: fail, then: fail }),
  prototype: () => ({ constructor: { name: revoked } }),
  error: () =>
    Object.defineProperties(new Error('x'), {
      message: { get: fail },
      stack: { get: fail },
      name: { value: Symbol('name') },
      cause: { get: fail },
      code: { get: fail },
      status: { value: 500 },
    }),
  stack: () => Object.assign(new Error('x'), { stack: [1, 2], message: { a: 1 }, name: 5, cause: 7n }),
  'own proto': () => JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
  bytes: () => new Uint8Array(10_000_000),
};

app.get('/user/:kind', (request, response) => {
  request.user = VALUES[request.params.kind]();
  response.end('user');
});
app.get('/thrown/:kind', (request) => {
  throw VALUES[request.params.kind]();
});
app.get('/uncaught/:kind', (request, response) => {
  setTimeout(() => {
    setTimeout(() => response.end('uncaught'), 5);
    throw VALUES[request.params.kind]();
  }, 1);
});
app.get('/parameter/:kind', (request, response) => {
  try {
    database.prepare('select ? as value').all(VALUES[request.params.kind]());
  } catch {
    // Most of them are rejected.
  }
  response.end('parameter');
});
app.get('/job/:kind', async (request, response) => {
  const value = VALUES[request.params.kind]();
  await withProfile('job', `hostile \ud800 ${request.params.kind} \n?#%`, async () => {
    throw value;
  }).catch(() => undefined);
  response.end('job');
});
app.get('/logged/:kind', (request, response) => {
  console.debug(VALUES[request.params.kind]());
  response.end('logged');
});
app.get('/kinds', (_request, response) => response.json(Object.keys(VALUES)));
app.use((error, _request, response, _next) => response.status(500).end('failed'));
process.on('uncaughtException', () => console.log('uncaught'));
const server = createServer(app);
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
