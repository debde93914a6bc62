import { equal, match } from 'node:assert/strict';
import { HttpResponse, memoryStore, resource, route, where } from 'oriel';
import { z } from 'zod';
import { asked } from '../story/asked.ts';
import { bothWays } from '../story/both-ways.ts';

const Note = z.object({ id: z.int(), text: z.string(), owner: z.string() });
const items = [{ id: 1, text: 'x', owner: 'ada' }];

const config = {
  log: { level: 'none' as const },
  security: asked,
  resources: [
    resource('open', Note, {
      id: 'id',
      access: { write: 'user' },
      cache: { public: true, maxAge: 60 },
      store: memoryStore(items),
    }),
    resource('own', Note, {
      id: 'id',
      access: { read: ({ user }) => where({ owner: user?.id ?? 'nobody' }), write: 'user', create: 'user' },
      cache: { maxAge: 60 },
      idempotency: 'accept',
      store: memoryStore(items),
    }),
    resource('looking', Note, {
      id: 'id',
      cache: { public: true, sharedMaxAge: 60 },
      provide: { get: ({ user }) => ({ id: 1, text: user?.id ?? 'anonymous', owner: 'x' }) },
    }),
  ],
  routes: [
    route('me', 'GET /me', {
      handle: ({ user }) => new HttpResponse(200, ['Cache-Control', 'public, max-age=60'], user?.id ?? 'anonymous'),
    }),
    route('straight', 'GET /straight', {
      handle: ({ context }) =>
        new HttpResponse(200, ['Cache-Control', 'public, max-age=60'], context.user?.id ?? 'anonymous'),
    }),
    route('how', 'GET /how', {
      handle: ({ context }) =>
        new HttpResponse(200, ['Cache-Control', 'public, max-age=60'], context.authentication?.by ?? 'nobody'),
    }),
    route('around', 'GET /around', {
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

bothWays('no shared cache may keep what depended on who was asking, not even that nobody was', config, async (send) => {
  for (const line of ['GET /me', 'GET /straight', 'GET /how', 'GET /api/own/1', 'GET /api/own', 'GET /api/looking/1'])
    for (const headers of [{}, { 'X-User': 'ada' }]) {
      const { headers: told, status } = await send(line, { headers });
      if (status === 404) continue;
      equal(status, 200, line);
      match(told.get('Cache-Control')!, /private/, line);
      equal(/public|s-maxage/.test(told.get('Cache-Control')!), false, line);
      match(told.get('Vary')!, /Authorization/, line);
      match(told.get('Vary')!, /Cookie/, line);
      match(told.get('Vary')!, /X-User/, line);
    }
  for (const line of ['GET /static', 'GET /around', 'GET /api/open/1', 'GET /api/open']) {
    const { headers: told } = await send(line);
    match(told.get('Cache-Control')!, /public/, line);
    equal(/Authorization|Cookie/.test(told.get('Vary') ?? ''), false, line);
  }
});

bothWays(
  'what somebody was told is not given to whoever logs in next, by the cache of their browser',
  config,
  async (send) => {
    for (const line of ['GET /static', 'GET /api/open/1', 'GET /api/open', 'HEAD /static']) {
      const { headers: told } = await send(line, { headers: { 'X-User': 'ada' } });
      match(told.get('Cache-Control')!, /private/, line);
      match(told.get('Vary')!, /Authorization, Cookie, X-User/, line);
      equal(told.get('Vary')!.match(/Cookie/g)!.length, 1, line);
    }
  },
);

bothWays('a 304 is for its reader alone as well, and one reader never has the tag of another', config, async (send) => {
  const ada = { 'X-User': 'ada' };
  const tag = (await send('GET /api/own', { headers: ada })).headers.get('ETag')!;
  const same = await send('GET /api/own', { headers: { ...ada, 'If-None-Match': tag } });
  equal(same.status, 304);
  match(same.headers.get('Cache-Control')!, /private/);
  equal((await send('GET /api/own', { headers: { 'X-User': 'bob', 'If-None-Match': tag } })).status, 200);
});

bothWays(
  'an Idempotency-Key belongs to the user who sent it, and rules are asked before an answer is given again',
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

const { authenticators } = asked.firewalls[0]!;
const guarded = {
  log: { level: 'none' as const },
  security: {
    firewalls: [
      { name: 'inner', path: '/inner', authenticators },
      { name: 'rest', anonymous: true },
    ],
  },
  routes: [
    route('inner', 'GET /inner', { handle: () => 'for whoever may enter' }),
    route('around', 'GET /around', {
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

bothWays(
  'what was forwarded past a firewall is for its reader alone, whoever let the rest in',
  guarded,
  async (send) => {
    for (const headers of [{ 'X-User': 'ada' }, {}]) {
      const answer = await send('GET /around', { headers });
      equal(await answer.text(), 'X-User' in headers ? 'for whoever may enter' : 'nothing');
      match(answer.headers.get('Cache-Control')!, /private/);
      match(answer.headers.get('Vary')!, /Authorization, Cookie/);
    }
  },
);
