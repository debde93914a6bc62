import { equal, match } from 'node:assert/strict';
import { HttpResponse, memoryStore, resource, route, where } from 'oriel-host';
import { z } from 'zod';
import { headerSecurity } from '../story/header-security.ts';
import { testTransports } from '../story/test-transports.ts';

const Note = z.object({ id: z.int(), text: z.string(), owner: z.string() });
const items = [{ id: 1, text: 'x', owner: 'ada' }];

const config = {
  log: { level: 'none' as const },
  security: headerSecurity,
  resources: [
    resource('open', Note, {
      id: 'id',
      access: { write: 'user' },
      cache: { public: true, maxAge: '1 min' },
      store: memoryStore(items),
    }),
    resource('own', Note, {
      id: 'id',
      access: { read: ({ user }) => where({ owner: user?.id ?? 'anonymous' }), write: 'user', create: 'user' },
      cache: { maxAge: '1 min' },
      idempotency: 'accept',
      store: memoryStore(items),
    }),
    resource('personalized', Note, {
      id: 'id',
      cache: { public: true, sharedMaxAge: '1 min' },
      provide: { get: ({ user }) => ({ id: 1, text: user?.id ?? 'anonymous', owner: 'x' }) },
    }),
  ],
  routes: [
    route('me', 'GET /me', {
      handle: ({ user }) => new HttpResponse(200, ['Cache-Control', 'public, max-age=60'], user?.id ?? 'anonymous'),
    }),
    route('context-user', 'GET /context-user', {
      handle: ({ context }) =>
        new HttpResponse(200, ['Cache-Control', 'public, max-age=60'], context.user?.id ?? 'anonymous'),
    }),
    route('authenticator', 'GET /authenticator', {
      handle: ({ context }) =>
        new HttpResponse(200, ['Cache-Control', 'public, max-age=60'], context.authentication?.by ?? 'anonymous'),
    }),
    route('forwarding', 'GET /forwarding', {
      handle: async ({ forward }) => {
        const { body } = await forward('GET /static');
        return new HttpResponse(200, ['Cache-Control', 'public, max-age=60'], `${String(body)}, forwarded`);
      },
    }),
    route('static', 'GET /static', {
      handle: () => new HttpResponse(200, ['Cache-Control', 'public, max-age=60'], 'same'),
    }),
  ],
};

testTransports('responses that depend on the user are private, also for anonymous requests', config, async (send) => {
  for (const line of [
    'GET /me',
    'GET /context-user',
    'GET /authenticator',
    'GET /api/own/1',
    'GET /api/own',
    'GET /api/personalized/1',
  ])
    for (const headers of [{}, { 'X-User': 'ada' }]) {
      const { headers: received, status } = await send(line, { headers });
      if (status === 404) continue;
      equal(status, 200, line);
      match(received.get('Cache-Control')!, /private/, line);
      equal(/public|s-maxage/.test(received.get('Cache-Control')!), false, line);
      match(received.get('Vary')!, /Authorization/, line);
      match(received.get('Vary')!, /Cookie/, line);
      match(received.get('Vary')!, /X-User/, line);
    }
  for (const line of ['GET /static', 'GET /forwarding', 'GET /api/open/1', 'GET /api/open']) {
    const { headers: received } = await send(line);
    match(received.get('Cache-Control')!, /public/, line);
    equal(/Authorization|Cookie/.test(received.get('Vary') ?? ''), false, line);
  }
});

testTransports(
  'a response to an authenticated request is private, so that the browser cache does not show it to the next user',
  config,
  async (send) => {
    for (const line of ['GET /static', 'GET /api/open/1', 'GET /api/open', 'HEAD /static']) {
      const { headers: received } = await send(line, { headers: { 'X-User': 'ada' } });
      match(received.get('Cache-Control')!, /private/, line);
      match(received.get('Vary')!, /Authorization, Cookie, X-User/, line);
      equal(received.get('Vary')!.match(/Cookie/g)!.length, 1, line);
    }
  },
);

testTransports(
  'a 304 response is private, and the ETag of one user does not match for another',
  config,
  async (send) => {
    const ada = { 'X-User': 'ada' };
    const tag = (await send('GET /api/own', { headers: ada })).headers.get('ETag')!;
    const same = await send('GET /api/own', { headers: { ...ada, 'If-None-Match': tag } });
    equal(same.status, 304);
    match(same.headers.get('Cache-Control')!, /private/);
    equal((await send('GET /api/own', { headers: { 'X-User': 'bob', 'If-None-Match': tag } })).status, 200);
  },
);

testTransports(
  'an Idempotency-Key belongs to its user, and access is checked before a response is replayed',
  config,
  async (send) => {
    const post = (user: string | undefined, id: number) =>
      send('POST /api/own', {
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': '"same"',
          ...(user === undefined ? {} : { 'X-User': user }),
        },
        body: JSON.stringify({ id, text: 'x', owner: user ?? 'ada' }),
      });
    equal((await post('ada', 7)).status, 201);
    equal((await post('ada', 7)).status, 201);
    equal((await post(undefined, 7)).status, 401);
    equal((await post('bob', 8)).status, 201);
  },
);

const { authenticators } = headerSecurity.firewalls[0]!;
const guarded = {
  log: { level: 'none' as const },
  security: {
    firewalls: [
      { name: 'inner', path: '/inner', authenticators },
      { name: 'rest', anonymous: true },
    ],
  },
  routes: [
    route('inner', 'GET /inner', { handle: () => 'guarded' }),
    route('forwarding', 'GET /forwarding', {
      handle: async ({ forward }) => {
        const { status, body } = await forward('GET /inner');
        return new HttpResponse(
          200,
          ['Cache-Control', 'public, max-age=60'],
          status === 200 ? String(body) : 'nothing',
        );
      },
    }),
  ],
};

testTransports(
  'a response is private if it contains the response to a request forwarded past another firewall',
  guarded,
  async (send) => {
    for (const headers of [{ 'X-User': 'ada' }, {}]) {
      const answer = await send('GET /forwarding', { headers });
      equal(await answer.text(), 'X-User' in headers ? 'guarded' : 'nothing');
      match(answer.headers.get('Cache-Control')!, /private/);
      match(answer.headers.get('Vary')!, /Authorization, Cookie/);
    }
  },
);
