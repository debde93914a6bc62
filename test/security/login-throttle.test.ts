import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { redisLimitStore } from 'oriel-host/redis';
import { basic, bearer, hashPassword, sessionLogin, MemoryLimitStore } from 'oriel-host/security';
import { connectRedis } from '../contracts/redis.ts';
import { validateSharedState } from '../../packages/host/src/host/check-shared-state.ts';
import { exchange, statuses } from '../robustness/raw-socket.ts';

const password = await hashPassword('secret', { memory: 64, passes: 1 });
const { client, prefix, skip, close } = await connectRedis('logins');
after(close);

function createConfig(security: Partial<HostConfig['security']> = {}, more: HostConfig = {}): HostConfig {
  return {
    sessions: {},
    routes: [route('me', 'GET /me', { handle: ({ user }) => user?.id ?? 'anonymous' })],
    security: {
      users: ['ada', 'bob'].map((id) => ({ id, roles: [], password })),
      firewalls: [{ name: 'all', authenticators: [sessionLogin(), basic()], anonymous: true }],
      ...security,
    },
    log: { level: 'none' },
    ...more,
  };
}

async function listen(config: HostConfig) {
  const host = defineHost({ profiler: false, ...config });
  const { port } = await host.listen({ port: 0, mode: 'development' });
  after(() => host.close());
  return port;
}

function login(username: string, attempt: string, headers = ''): string {
  const body = JSON.stringify({ username, password: attempt });
  return `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}Connection: close\r\n\r\n${body}`;
}

async function getStatus(port: number, text: string): Promise<number> {
  return statuses((await exchange(port, text)).text)[0]!;
}

for (const [where, store] of [
  ['in memory', () => new MemoryLimitStore()],
  ['in Redis', () => redisLimitStore(client, { prefix: `${prefix}${crypto.randomUUID()}` })],
] as const)
  describe(`logins counted ${where}`, { skip: where === 'in Redis' && skip }, () => {
    test('two hosts with one store count concurrent attempts together', async () => {
      const rateLimits = { store: store() };
      const ports = [await listen(createConfig({}, { rateLimits })), await listen(createConfig({}, { rateLimits }))];
      const guesses = Array.from({ length: 40 }, (_, i) => getStatus(ports[i % 2]!, login('ada', `guess ${i}`)));
      const all = await Promise.all(guesses);
      deepEqual(
        [all.filter((number) => number === 401).length, all.filter((number) => number === 429).length],
        [5, 35],
      );
      // The right password, another spelling of the name, a forwarded address and Basic are refused, too.
      for (const port of ports) {
        equal(await getStatus(port, login('ada', 'secret')), 429);
        equal(await getStatus(port, login('ADA', 'secret')), 429);
        equal(await getStatus(port, login('ada', 'secret', 'X-Forwarded-For: 198.51.100.7\r\n')), 429);
        const credentials = Buffer.from('ada:secret').toString('base64');
        const request = `GET /me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${credentials}\r\nConnection: close\r\n\r\n`;
        equal(await getStatus(port, request), 429);
      }
      equal(await getStatus(ports[0]!, login('bob', 'secret')), 200);
    });

    test('successful logins are not counted', async () => {
      const port = await listen(
        createConfig({ throttle: { attempts: 2, perAddress: 3 } }, { rateLimits: { store: store() } }),
      );
      for (let i = 0; i < 8; i++) {
        equal(await getStatus(port, login('ada', 'secret')), 200, `${i}`);
        equal(await getStatus(port, login('bob', 'secret')), 200, `${i}`);
      }
      equal(await getStatus(port, login('ada', 'guess')), 401);
      equal(await getStatus(port, login('ada', 'secret')), 200);
      for (let i = 0; i < 2; i++) equal(await getStatus(port, login('bob', 'guess')), 401);
      // Three attempts failed.
      equal(await getStatus(port, login('ada', 'secret')), 429);
    });
  });

test('while the store is down, logins get 503 without details', async () => {
  const store = { shared: true, take: () => Promise.reject(new Error('connect 10.0.0.9:6379')) };
  const answer = await exchange(await listen(createConfig({}, { rateLimits: { store } })), login('ada', 'secret'));
  equal(statuses(answer.text)[0], 503);
  match(answer.text, /retry-after: 1/i);
  ok(!answer.text.includes('10.0.0.9'));
});

test('logins are counted in the store of rate limits, and their counters are not sent in headers', async () => {
  const taken: string[] = [];
  const memory = new MemoryLimitStore();
  const store = {
    take: (key: string, rule: Parameters<MemoryLimitStore['take']>[1]) => {
      taken.push(key);
      return memory.take(key, rule);
    },
  };
  const port = await listen(
    createConfig({}, { rateLimits: { store, limits: [{ name: 'all', limit: 99, per: '1 min' }] } }),
  );
  const { text } = await exchange(port, login('ada', 'guess'));
  deepEqual(
    taken.map((key) => key.split(':')[0]),
    ['all', 'login account', 'login address'],
  );
  // Keys do not contain user names.
  ok(!taken.some((key) => key.includes('ada')));
  match(text, /ratelimit-policy: "all";q=99;w=60\r\n/i);
});

test('rejects a throttle in memory if there are several workers', () => {
  const codes = (security: Partial<HostConfig['security']>, more: HostConfig = {}) =>
    validateSharedState(
      { ...createConfig(security), ...more, sessions: { storage: { shared: true } as never } },
      'workers',
    ).map(({ code, place, fix }) => `${code} ${place} ${/--workers 1/.test(fix)}`);
  const issues = ['ORIEL_WORKERS_LOGINS rateLimits.store true'];
  const store = { shared: true, take: () => ({ allowed: true, remaining: 1, reset: 1 }) };
  deepEqual(codes({}), issues);
  deepEqual(codes({}, { rateLimits: { store: new MemoryLimitStore() } }), issues);
  deepEqual(codes({}, { rateLimits: { store } }), []);
  deepEqual(codes({ throttle: false }), []);
  const tokens = bearer({ algorithms: ['HS256'], secret: Buffer.alloc(32, 1) });
  deepEqual(codes({ firewalls: [{ name: 'all', authenticators: [tokens] }] }), []);
});
