/** Rules of routes and paths, and what hidden routes reveal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, deny, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { createTestHost } from 'oriel-host/testing';
import { z } from 'zod';
import { headerSecurity } from '../story/header-security.ts';

type Input = {
  user: { id: string } | null;
  body: { by: string };
  query: Record<string, unknown>;
  params: Record<string, string>;
};

const isAda = ({ user }: Input): boolean => user?.id === 'ada';
const onlyAda = (input: Input): unknown => isAda(input) || deny('not yours', { hide: true });

/** Sends requests of users, and returns their statuses. */
async function statuses(config: HostConfig, lines: readonly string[]): Promise<number[]> {
  const { send } = createTestHost({ log: { level: 'none' }, ...config });
  const found: number[] = [];
  for (const line of lines) {
    const [user = '', method, path, ...body] = line.split(' ');
    const headers = { ...(user === '-' ? {} : { 'X-User': user }), 'Content-Type': 'application/json' };
    found.push(
      (await send(`${method} ${path}`, body.length > 0 ? { headers, body: body.join(' ') } : { headers })).status,
    );
  }
  return found;
}

const handle = (): string => 'done';

test('rules of routes are checked before the handler', async () => {
  const routes = [
    route('open', 'GET /open', { handle }),
    route('user', 'GET /user', { access: 'user', handle }),
    route('both', 'GET /both/{id}', {
      access: ['user', (({ params }: Input) => params['id'] === '1') as never],
      handle,
    }),
    route('slow', 'GET /slow', { access: (async (input: Input) => Promise.resolve(isAda(input))) as never, handle }),
    route('body', 'POST /body', {
      body: z.object({ by: z.string() }),
      access: (({ body, user }: Input) => body.by === user?.id) as never,
      handle,
    }),
    route('rows', 'GET /rows', { access: (() => ({ op: 'eq', field: 'a', value: 1 })) as never, handle }),
  ];
  assert.deepEqual(
    await statuses({ security: headerSecurity, routes }, [
      ...[
        '- GET /open',
        '- GET /user',
        'bob GET /user',
        '- GET /both/1',
        'bob GET /both/1',
        'bob GET /both/2',
        'ada GET /slow',
        'bob GET /slow',
      ],
      ...['ada POST /body {"by":"ada"}', 'bob POST /body {"by":"ada"}', 'bob POST /body {}', 'ada GET /rows'],
    ]),
    [200, 401, 200, 401, 200, 403, 200, 403, 200, 403, 422, 500],
  );
});

test('a host that denies by default serves only routes with a rule', async () => {
  const routes = [route('open', 'GET /open', { access: 'public', handle }), route('other', 'GET /other', { handle })];
  const security = { ...headerSecurity, default: 'deny' as const };
  assert.deepEqual(
    await statuses({ security, routes }, ['- GET /open', '- GET /other', 'ada GET /other']),
    [200, 401, 403],
  );
});

test('rules of paths are checked in turn, also if they are asynchronous', async () => {
  const routes = [route('all', 'GET|POST /{rest<.*>}', { handle })];
  for (const wrap of [(answer: unknown) => answer, async (answer: unknown) => Promise.resolve(answer)]) {
    const access = [
      { path: '/a', allow: ((input: Input) => wrap(isAda(input))) as never },
      { path: '/b', methods: ['POST'], allow: (() => wrap(false)) as never },
      { path: '/', hosts: ['other'], allow: 'never' as const },
    ];
    assert.deepEqual(
      await statuses({ security: { ...headerSecurity, access }, routes }, [
        'ada GET /a',
        'bob GET /a/x',
        'bob GET /A',
        'ada GET /A',
        'ada POST /b',
        'ada GET /b',
        'ada POST /x/../b',
        'ada GET /a/../b',
        'bob GET /b/%2e%2e/a',
        '- GET /c',
      ]),
      [200, 403, 403, 200, 403, 200, 403, 200, 403, 200],
    );
  }
});

test('a hidden route has the responses of a missing one, before and after access control', async () => {
  const hidden = (access: unknown, paths: HostConfig['security'] = headerSecurity): HostConfig => ({
    security: paths,
    routes: [
      route('post', 'POST /post', {
        access: access as never,
        query: z.object({ page: z.coerce.number().optional() }),
        body: z.object({ a: z.string() }),
        handle,
      }),
      route('folder', 'GET /folder/', { access: access as never, handle }),
      route('mixed-put', 'PUT /mixed', { access: 'public', handle }),
      route('mixed', 'POST /mixed', { access: access as never, handle }),
    ],
  });
  const lines = (user: string): string[] => [
    ...[
      `${user} POST /post {"a":"b"}`,
      `${user} POST /post {}`,
      `${user} POST /post?page=x {"a":"b"}`,
      `${user} GET /post`,
      `${user} GET /folder`,
      `${user} GET /folder/`,
    ],
    ...[`${user} GET /mixed`, `${user} POST /mixed`],
  ];
  const shown = [200, 422, 400, 405, 301, 200, 405, 200];
  const concealed = [404, 404, 404, 404, 404, 404, 405, 404];
  for (const rule of [onlyAda, async (input: Input) => Promise.resolve(onlyAda(input))]) {
    assert.deepEqual(await statuses(hidden(rule), lines('ada')), shown);
    assert.deepEqual(await statuses(hidden(rule), lines('bob')), concealed);
  }
  const paths = {
    ...headerSecurity,
    access: [
      { path: '/post', allow: onlyAda as never },
      { path: '/folder', allow: onlyAda as never },
    ],
  };
  assert.deepEqual((await statuses(hidden('public', paths), lines('bob'))).slice(0, 6), concealed.slice(0, 6));
  assert.deepEqual(
    await statuses(
      hidden(({ user }: Input) => user !== null || deny('no')),
      lines('-'),
    ),
    [401, 401, 400, 405, 301, 401, 405, 401],
  );
});

test('the Allow header and the text of an error do not reveal hidden routes', async () => {
  const routes = [route('put', 'PUT /a', { handle }), route('post', 'POST /a', { access: onlyAda as never, handle })];
  const { send } = createTestHost({ log: { level: 'none' }, security: headerSecurity, routes });
  const allow = async (user: string): Promise<string | null> =>
    (await send('GET /a', { headers: { 'X-User': user } })).headers.get('Allow');
  assert.deepEqual([await allow('ada'), await allow('bob')], ['PUT, POST, OPTIONS', 'PUT, OPTIONS']);
});

test('a rule that requires a user is an error on a host without a firewall', () => {
  const start = (config: object): string[] => {
    try {
      defineHost({ log: { level: 'none' }, ...config });
    } catch (error) {
      return (error as { issues: { code: string; place: string }[] }).issues.map(
        ({ code, place }) => `${code} ${place}`,
      );
    }
    return [];
  };
  const routes = (access: unknown): object => ({ routes: [route('a', 'GET /a', { access: access as never, handle })] });
  for (const rule of ['user', 'role:editor', ['role:editor', isAda]])
    assert.deepEqual(start(routes(rule)), ['ORIEL_ACCESS_NO_FIREWALL routes[0] "a".access']);
  for (const rule of ['public', 'never', isAda]) assert.deepEqual(start(routes(rule)), []);
  assert.deepEqual(start({ api: { docs: { access: 'user' } } }), ['ORIEL_ACCESS_NO_FIREWALL api.docs.access']);
});
