import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, resource, route } from 'oriel';
import type { HostConfig, RequestContext } from 'oriel';
import { z } from 'zod';
import { createHeldHost } from '../lib/held.ts';
import { bothWays } from '../story/both-ways.ts';
import { ADA, badge, slowBadge } from './guarded.ts';

const who = ({ context }: { context: RequestContext }) => ({
  user: context.user?.id ?? null,
  firewall: context.authentication?.firewall,
  by: context.authentication?.by ?? null,
});
const Note = z.object({ id: z.number().int(), text: z.string() });
const notes = resource('notes', Note, {
  id: 'id',
  cache: { public: true, maxAge: 60 },
  provide: { list: () => [{ id: 1, text: 'One' }], get: () => ({ id: 1, text: 'One' }) },
});
const config = (): HostConfig => ({
  title: 'Harbour',
  routes: [
    route('open', 'GET /open', { handle: who }),
    route('closed', 'GET|POST /closed/{id}', { handle: who }),
    route('late', 'GET /late', { handle: who }),
    route('numbered', 'GET /closed/numbered/{id<\\d+>}', { query: z.object({ n: z.string() }), handle: who }),
    route('own', 'GET /open/own', { handle: () => new Response(null, { status: 401 }) }),
    route('inner', 'GET /closed/inner/{to}', {
      handle: async ({ forward, params, context }) => {
        const inner = JSON.parse((await forward(params.to === 'a' ? '/closed/1' : '/open')).body as string) as object;
        return { inner, ...who({ context }) };
      },
    }),
  ],
  resources: [notes],
  security: {
    firewalls: [
      { name: 'closed', path: '/closed', authenticators: [badge] },
      { name: 'late', path: '/late', authenticators: [slowBadge] },
      { name: 'public', authenticators: [badge], anonymous: true },
    ],
  },
});

bothWays('anonymous requests pass where that is said, and nowhere else', config, async (send) => {
  deepEqual(await (await send('GET /open')).json(), { user: null, firewall: 'public', by: null });
  for (const line of ['GET /closed/1', 'HEAD /closed/1', 'POST /closed/1', 'GET /late']) {
    const refused = await send(line);
    equal(refused.status, 401, line);
    equal(refused.headers.get('WWW-Authenticate'), 'Badge realm="Harbour"');
    equal(refused.headers.get('Cache-Control'), 'no-cache, private');
  }
  const problem = (await (await send('GET /closed/1')).json()) as object;
  match(JSON.stringify(problem), /"type":"\/problems\/unauthorized".*"status":401.*needs a login/);
});

bothWays('who proves who they are is the user of the request', config, async (send) => {
  deepEqual(await (await send('GET /closed/1', ADA)).json(), { user: 'ada', firewall: 'closed', by: 'badge' });
  deepEqual(await (await send('GET /late', ADA)).json(), { user: 'ada', firewall: 'late', by: 'slow-badge' });
  deepEqual(await (await send('GET /open', ADA)).json(), { user: 'ada', firewall: 'public', by: 'badge' });
});

bothWays('wrong credentials are refused also where none are needed', config, async (send) => {
  const refused = await send('GET /open', { headers: { 'X-Badge': 'eve' } });
  equal(refused.status, 401);
  const { detail } = (await refused.json()) as { detail: string };
  equal(detail, 'Nobody has this badge');
});

bothWays('what is wrong with the request itself goes before who asks', config, async (send) => {
  equal((await send('GET /closed/none/at/all')).status, 404);
  equal((await send('DELETE /closed/1')).status, 405);
  equal((await send('GET /closed/numbered/7?n=1&x=2')).status, 400);
  equal((await send('GET /api/notes', { headers: { Accept: 'image/png', 'X-Badge': 'eve' } })).status, 406);
  equal((await send('GET /api/notes?nonsense=1', { headers: { 'X-Badge': 'eve' } })).status, 400);
  equal((await send('GET /api/notes', { headers: { 'X-Badge': 'eve' } })).status, 401);
});

bothWays('every 401 says what would be accepted, whoever gave it', config, async (send) => {
  equal((await send('GET /open/own')).headers.get('WWW-Authenticate'), 'Badge realm="Harbour"');
});

bothWays('an answer to somebody is kept out of shared caches', config, async (send) => {
  equal((await send('GET /api/notes/1')).headers.get('Cache-Control'), 'max-age=60, public');
  equal((await send('GET /api/notes/1', ADA)).headers.get('Cache-Control'), 'max-age=60, private');
  equal((await send('GET /open')).headers.get('Cache-Control'), null);
  equal((await send('GET /open', ADA)).headers.get('Cache-Control'), 'no-cache, private');
});

bothWays('a forwarded request has its own firewall, and the outer one keeps its user', config, async (send) => {
  const outer = { user: 'ada', firewall: 'closed', by: 'badge' };
  deepEqual(await (await send('GET /closed/inner/a', ADA)).json(), { inner: outer, ...outer });
  const inner = { user: 'ada', firewall: 'public', by: 'badge' };
  deepEqual(await (await send('GET /closed/inner/b', ADA)).json(), { inner, ...outer });
});

test('what an authenticator throws is an answer 500, and lets nobody in', async () => {
  const broken = { name: 'broken', authenticate: () => Promise.reject(new Error('no database')) };
  const { send } = createHeldHost({
    routes: [route('a', 'GET /a', { handle: () => 'secret' })],
    security: { firewalls: [{ name: 'all', authenticators: [broken], anonymous: true }] },
  });
  equal((await send('GET /a')).status, 500);
});

test('ten thousand interleaved requests never see another’s user', async () => {
  const host = defineHost({ ...config(), log: false });
  const ask = async (i: number): Promise<void> => {
    const name = ['ada', 'bob', undefined][i % 3];
    const headers = name === undefined ? {} : { 'X-Badge': name };
    const path = i % 2 === 0 ? '/late' : '/open';
    const answer = await host.fetch(new Request(`http://localhost${path}`, { headers }));
    if (name === undefined && path === '/late') return equal(answer.status, 401);
    equal(((await answer.json()) as { user: string | null }).user, name ?? null);
  };
  for (let from = 0; from < 10_000; from += 500)
    await Promise.all(Array.from({ length: 500 }, (_, i) => ask(from + i)));
});
