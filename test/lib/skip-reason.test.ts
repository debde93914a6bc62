import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Client } from 'pg';
import { createClient } from 'redis';
import { POSTGRES_URL } from '../contracts/postgres.ts';
import { skipReason } from './skip-reason.ts';

const VARIABLE = 'ORIEL_URL_OF_THIS_TEST';

async function connectError(connect: () => Promise<unknown>): Promise<unknown> {
  try {
    await connect();
  } catch (error) {
    return error;
  }
  return assert.fail('the connection was accepted');
}

/** Returns a port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('tests are skipped if PostgreSQL or Redis does not run on this machine', async () => {
  const port = await closedPort();
  const postgres = await connectError(() => new Client({ host: 'localhost', port }).connect());
  assert.match(skipReason('PostgreSQL', VARIABLE, postgres), /^PostgreSQL does not run/);
  const redis = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: false } });
  const refused = await connectError(() => redis.on('error', () => {}).connect());
  assert.match(skipReason('Redis', VARIABLE, refused), /^Redis does not run/);
});

test('tests fail if the server of the variable cannot be reached', async (t) => {
  process.env[VARIABLE] = 'set';
  t.after(() => delete process.env[VARIABLE]);
  const port = await closedPort();
  const refused = await connectError(() => new Client({ host: '127.0.0.1', port }).connect());
  assert.throws(() => skipReason('PostgreSQL', VARIABLE, refused), { code: 'ECONNREFUSED' });
});

test('tests fail if the server exists and the connection fails', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = await connectError(() => new Client({ host: '127.0.0.1', port }).connect());
  server.close();
  assert.throws(() => skipReason('PostgreSQL', VARIABLE, cut));
  const late = await connectError(async () => {
    const client = new Client({ connectionString: POSTGRES_URL, connectionTimeoutMillis: 1 });
    await client.connect();
    // It connected within the millisecond.
    await client.end();
    throw new Error('timeout expired');
  });
  assert.throws(() => skipReason('PostgreSQL', VARIABLE, late));
  for (const error of [
    new Error('x'),
    new AggregateError([]),
    undefined,
    Object.assign(new Error('x'), { code: '3D000' }),
  ])
    assert.throws(() => skipReason('PostgreSQL', VARIABLE, error));
});
