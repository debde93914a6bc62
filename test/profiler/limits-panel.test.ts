import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { defineHost, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { MemoryProfileStorage } from 'oriel/profiler';
import { apiKey, createApiKey, hashPassword, sessionLogin } from 'oriel/security';
import { until } from '../safety/support/recorded-host.ts';

const { key, ...entry } = createApiKey('ada');
const password = await hashPassword('secret', { memory: 64, passes: 1 });

async function recording(config: HostConfig) {
  const storage = new MemoryProfileStorage();
  const host = defineHost({ log: false, profiler: { storage }, ...config });
  const { port } = await host.listen({ port: 0, mode: 'development' });
  after(() => host.close());
  return async (line: string, headers: Record<string, string> = {}, body?: string, panel = 'limits') => {
    const [method, path] = line.split(' ') as [string, string];
    const origin = `http://localhost:${port}`;
    const answer = await fetch(origin + path, { method, headers, ...(body === undefined ? {} : { body }) });
    await answer.arrayBuffer();
    const token = answer.headers.get('x-debug-token')!;
    const { data } = await until(() => storage.read(token), line);
    const text = await (await fetch(`${origin}/_profiler/${token}.md?panel=${panel}`)).text();
    return { status: answer.status, text, limits: data.limits, found: data.findings.map(({ code }) => code), data };
  };
}

const routes = [
  route('map', 'GET /map', { limit: { limit: 2, per: 60 }, handle: () => 'map' }),
  route('free', 'GET /free', { handle: () => 'free' }),
];

test('every limit is told with its outcome and its reason, those that were not reached as well', async () => {
  const ask = await recording({
    routes,
    rateLimits: [
      { name: 'all', limit: 9, per: 60 },
      { name: 'users', limit: 9, per: 60, by: 'user' },
    ],
    security: {
      firewalls: [
        {
          name: 'all',
          authenticators: [apiKey({ keys: [{ ...entry, user: { id: 'ada', roles: [] } }] })],
          anonymous: true,
        },
      ],
    },
  });
  const known = await ask('GET /map', { 'X-Api-Key': key });
  match(
    known.text,
    /`map` \| `addresses` \| `allowed` \| `1 of 2 are left for address [^`]+; 2 in 60 s by sliding-window/,
  );
  match(known.text, /`users` \| `users` \| `allowed` \| `8 of 9 are left for user ada;/);
  const nobody = await ask('GET /free');
  match(
    nobody.text,
    /`users` \| `users` \| `allowed` \| `8 of 9 are left for address [^`]*because nobody knows who is asking/,
  );
  const wrong = await ask('GET /free', { 'X-Api-Key': 'wrong' });
  equal(wrong.status, 401);
  match(
    wrong.text,
    /`users` \| `users` \| `not reached` \| `the request was answered before it was known who is asking`/,
  );
  deepEqual(wrong.found, ['refused']);
  await ask('GET /map');
  const refused = await ask('GET /map');
  equal(refused.status, 429);
  match(refused.text, /Rejected by map: none of 2 is left for \d+ s for address/);
  deepEqual(refused.found, ['limited']);
  const lost = await ask('GET /nowhere');
  match(lost.text, /`all` \| `addresses` \| `allowed`/);
  ok(!lost.text.includes('`map`'));
});

test('attempts to log in are told with the account they were for, and without what was typed', async () => {
  const ask = await recording({
    sessions: {},
    routes,
    security: {
      users: [{ id: 'ada', roles: [], password }],
      throttle: { attempts: 1 },
      firewalls: [{ name: 'all', authenticators: [sessionLogin()], anonymous: true }],
    },
  });
  const login = () => {
    const body = JSON.stringify({ username: 'ada', password: 'planted-guess' });
    return ask('POST /login', { 'Content-Type': 'application/json' }, body);
  };
  const first = await login();
  match(first.text, /`login account` \| `logins` \| `allowed` \| `0 of 1 are left for this account from address/);
  const second = await login();
  equal(second.status, 429);
  match(second.text, /Rejected by login account/);
  ok(!JSON.stringify(second.data).includes('planted-guess'));
  equal((await ask('GET /free')).limits, undefined);
});

test('a store that is down is told by the panel and by a finding', async () => {
  const store = { take: () => Promise.reject(new Error('down')) };
  const ask = await recording({ routes, rateLimits: { store } });
  const { status, text, found } = await ask('GET /map');
  equal(status, 200);
  match(text, /`not counted` \| `the store did not answer; 2 in 60 s/);
  deepEqual(found, ['limited']);
});

test('a proxy that is not listed is told with the line to add, and one that is with what it says', async () => {
  const sent = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' };
  const stranger = await (await recording({ routes }))('GET /free', sent, undefined, 'request');
  match(stranger.text, /Address[^\n]*127\.0\.0\.1|::1/);
  match(stranger.text, /Ignored headers[^\n]*x-forwarded-for, x-forwarded-proto/);
  match(stranger.text, /no trusted proxies configured/);
  deepEqual(stranger.found, ['ignored-proxy']);
  const proxies = ['127.0.0.1', '::1'];
  const listed = await (await recording({ routes, proxies }))('GET /free', sent, undefined, 'request');
  match(listed.text, /Address[^\n]*203\.0\.113\.9/);
  match(listed.text, /Source[^\n]*X-Forwarded-\*/);
  ok(!listed.text.includes('Ignored headers'));
  deepEqual(listed.found, []);
  const direct = await (await recording({ routes }))('GET /free', {}, undefined, 'request');
  deepEqual([direct.found, direct.text.includes('Ignored headers')], [[], false]);
});
