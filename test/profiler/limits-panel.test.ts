import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import { apiKey, createApiKey, hashPassword, sessionLogin } from 'oriel-host/security';
import { findingCodes } from '../lib/finding-codes.ts';
import { until } from '../safety/support/recorded-host.ts';

const { key, ...entry } = createApiKey('ada');
const password = await hashPassword('secret', { memory: 64, passes: 1 });

async function startRecording(config: HostConfig) {
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
    return { status: answer.status, text, limits: data.limits, codes: findingCodes({ data }), data };
  };
}

const routes = [
  route('map', 'GET /map', { limit: { limit: 2, per: '1 min' }, handle: () => 'map' }),
  route('free', 'GET /free', { handle: () => 'free' }),
];

test('the limits panel shows each limit with its outcome and the reason, also if it was not evaluated', async () => {
  const send = await startRecording({
    routes,
    rateLimits: [
      { name: 'all', limit: 9, per: '1 min' },
      { name: 'users', limit: 9, per: '1 min', by: 'user' },
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
  const authenticated = await send('GET /map', { 'X-Api-Key': key });
  match(authenticated.text, /`map` \| `addresses` \| `allowed` \| `1 of 2 are left for address [^`]+; 2 in 60 s/);
  match(authenticated.text, /`users` \| `users` \| `allowed` \| `8 of 9 are left for user ada;/);
  const anonymous = await send('GET /free');
  match(
    anonymous.text,
    /`users` \| `users` \| `allowed` \| `8 of 9 are left for address [^`]*because the request is anonymous/,
  );
  const invalid = await send('GET /free', { 'X-Api-Key': 'invalid' });
  equal(invalid.status, 401);
  match(invalid.text, /`users` \| `users` \| `not reached` \| `a response was created before authentication`/);
  deepEqual(invalid.codes, ['refused']);
  await send('GET /map');
  const refused = await send('GET /map');
  equal(refused.status, 429);
  match(refused.text, /Rejected by map: none of 2 is left for \d+ s for address/);
  deepEqual(refused.codes, ['limited']);
  const lost = await send('GET /nowhere');
  match(lost.text, /`all` \| `addresses` \| `allowed`/);
  ok(!lost.text.includes('`map`'));
});

test('the limits panel shows failed logins with their account, and without the password', async () => {
  const send = await startRecording({
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
    return send('POST /login', { 'Content-Type': 'application/json' }, body);
  };
  const first = await login();
  match(first.text, /`login account` \| `logins` \| `allowed` \| `0 of 1 are left for this account from address/);
  const second = await login();
  equal(second.status, 429);
  match(second.text, /Rejected by login account/);
  ok(!JSON.stringify(second.data).includes('planted-guess'));
  equal((await send('GET /free')).limits, undefined);
});

test('a failure of the store is shown on the panel and as a finding', async () => {
  const store = { take: () => Promise.reject(new Error('down')) };
  const send = await startRecording({ routes, rateLimits: { store } });
  const { status, text, codes } = await send('GET /map');
  equal(status, 200);
  match(text, /`not counted` \| `the store failed or timed out; the limit for [^;`]* is 2 in 60 s/);
  deepEqual(codes, ['limited']);
});

test('the request panel names the setting for an untrusted proxy, and the forwarded address of a trusted one', async () => {
  const sent = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' };
  const untrusted = await (await startRecording({ routes }))('GET /free', sent, undefined, 'request');
  match(untrusted.text, /Address[^\n]*127\.0\.0\.1|::1/);
  match(untrusted.text, /Ignored headers[^\n]*x-forwarded-for, x-forwarded-proto/);
  match(untrusted.text, /no trusted proxies configured/);
  deepEqual(untrusted.codes, ['ignored-proxy']);
  const proxies = ['127.0.0.1', '::1'];
  const trusted = await (await startRecording({ routes, proxies }))('GET /free', sent, undefined, 'request');
  match(trusted.text, /Address[^\n]*203\.0\.113\.9/);
  match(trusted.text, /Source[^\n]*X-Forwarded-\*/);
  ok(!trusted.text.includes('Ignored headers'));
  deepEqual(trusted.codes, []);
  const direct = await (await startRecording({ routes }))('GET /free', {}, undefined, 'request');
  deepEqual([direct.codes, direct.text.includes('Ignored headers')], [[], false]);
});
