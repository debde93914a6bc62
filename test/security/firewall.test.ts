import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, resource, route } from 'oriel-host';
import type { HostConfig, RequestContext } from 'oriel-host';
import { z } from 'zod';
import { HttpResponse } from 'oriel-host/http';
import { createCheckedHost } from '../lib/checked-host.ts';
import { testTransports } from '../story/test-transports.ts';
import { ADA, badge, slowBadge } from './badge-authenticator.ts';

const who = ({ context }: { context: RequestContext }) => ({
  user: context.user?.id ?? null,
  firewall: context.authentication?.firewall,
  by: context.authentication?.by ?? null,
});
const Note = z.object({ id: z.number().int(), text: z.string() });
const notes = resource('notes', Note, {
  id: 'id',
  cache: { public: true, maxAge: '1 min' },
  provide: { list: () => [{ id: 1, text: 'One' }], get: () => ({ id: 1, text: 'One' }) },
});
const config = (): HostConfig => ({
  title: 'Harbour',
  routes: [
    route('open', 'GET /open', { handle: who }),
    route('closed', 'GET|POST /closed/{id}', { handle: who }),
    route('late', 'GET /late', { handle: who }),
    route('numbered', 'GET /closed/numbered/{id<\\d+>}', { query: z.object({ n: z.string() }), handle: who }),
    route('cached', 'GET /open/cached', {
      handle: ({ context }) => new HttpResponse(200, ['Cache-Control', context.headers.get('x-control')!]),
    }),
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

testTransports('anonymous requests are refused unless the firewall allows them', config, async (send) => {
  deepEqual(await (await send('GET /open')).json(), { user: null, firewall: 'public', by: null });
  for (const line of ['GET /closed/1', 'HEAD /closed/1', 'POST /closed/1', 'GET /late']) {
    const refused = await send(line);
    equal(refused.status, 401, line);
    equal(refused.headers.get('WWW-Authenticate'), 'Badge realm="Harbour"');
    equal(refused.headers.get('Cache-Control'), 'no-cache, private');
  }
  const problem = (await (await send('GET /closed/1')).json()) as object;
  match(
    JSON.stringify(problem),
    /"type":"\/problems\/unauthorized".*"status":401.*Authentication is required, and the request has no credentials/,
  );
});

testTransports('the authenticated user is the user of the request', config, async (send) => {
  deepEqual(await (await send('GET /closed/1', ADA)).json(), { user: 'ada', firewall: 'closed', by: 'badge' });
  deepEqual(await (await send('GET /late', ADA)).json(), { user: 'ada', firewall: 'late', by: 'slow-badge' });
  deepEqual(await (await send('GET /open', ADA)).json(), { user: 'ada', firewall: 'public', by: 'badge' });
});

testTransports('invalid credentials are refused also where anonymous requests are allowed', config, async (send) => {
  const refused = await send('GET /open', { headers: { 'X-Badge': 'eve' } });
  equal(refused.status, 401);
  const { detail } = (await refused.json()) as { detail: string };
  equal(detail, 'Unknown badge');
});

testTransports('invalid requests are rejected before authentication', config, async (send) => {
  equal((await send('GET /closed/none/at/all')).status, 404);
  equal((await send('DELETE /closed/1')).status, 405);
  equal((await send('GET /closed/numbered/7?n=1&x=2')).status, 400);
  equal((await send('GET /api/notes', { headers: { Accept: 'image/png', 'X-Badge': 'eve' } })).status, 406);
  equal((await send('GET /api/notes?nonsense=1', { headers: { 'X-Badge': 'eve' } })).status, 400);
  equal((await send('GET /api/notes', { headers: { 'X-Badge': 'eve' } })).status, 401);
});

testTransports('every 401 has a WWW-Authenticate header, also one from a handler', config, async (send) => {
  equal((await send('GET /open/own')).headers.get('WWW-Authenticate'), 'Badge realm="Harbour"');
});

testTransports('a response to an authenticated request is private', config, async (send) => {
  equal((await send('GET /api/notes/1')).headers.get('Cache-Control'), 'max-age=60, public');
  equal((await send('GET /api/notes/1', ADA)).headers.get('Cache-Control'), 'max-age=60, private');
  equal((await send('GET /open')).headers.get('Cache-Control'), null);
  equal((await send('GET /open', ADA)).headers.get('Cache-Control'), 'no-cache, private');
});

testTransports('a response to a user is private, whatever its route sets', config, async (send) => {
  for (const [control, expected] of [
    ['public, s-maxage=60', 'private'],
    ['max-age=60', 'max-age=60, private'],
    ['no-cache', 'no-cache, private'],
    ['private, max-age=60', 'private, max-age=60'],
    ['no-store', 'no-store'],
  ] as const) {
    const headers = { 'X-Badge': 'ada', 'X-Control': control };
    equal((await send('GET /open/cached', { headers })).headers.get('Cache-Control'), expected, control);
  }
});

testTransports('a forwarded request has its own firewall, and the outer one keeps its user', config, async (send) => {
  const outer = { user: 'ada', firewall: 'closed', by: 'badge' };
  deepEqual(await (await send('GET /closed/inner/a', ADA)).json(), { inner: outer, ...outer });
  const inner = { user: 'ada', firewall: 'public', by: 'badge' };
  deepEqual(await (await send('GET /closed/inner/b', ADA)).json(), { inner, ...outer });
});

test('an error of an authenticator is a 500 response, and the handler is not called', async () => {
  const broken = { name: 'broken', authenticate: () => Promise.reject(new Error('no database')) };
  const { send } = createCheckedHost({
    routes: [route('a', 'GET /a', { handle: () => 'secret' })],
    security: { firewalls: [{ name: 'all', authenticators: [broken], anonymous: true }] },
  });
  equal((await send('GET /a')).status, 500);
});

test('ten thousand interleaved requests never have the user of another request', async () => {
  const host = defineHost({ ...config(), log: false });
  const request = async (i: number): Promise<void> => {
    const name = ['ada', 'bob', undefined][i % 3];
    const headers = name === undefined ? {} : { 'X-Badge': name };
    const path = i % 2 === 0 ? '/late' : '/open';
    const answer = await host.fetch(new Request(`http://localhost${path}`, { headers }));
    if (name === undefined && path === '/late') return equal(answer.status, 401);
    equal(((await answer.json()) as { user: string | null }).user, name ?? null);
  };
  for (let from = 0; from < 10_000; from += 500)
    await Promise.all(Array.from({ length: 500 }, (_, i) => request(from + i)));
});
