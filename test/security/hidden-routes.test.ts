import { deepEqual, equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { defineHost, deny, memoryStore, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { sendRaw } from '../lib/send-raw.ts';
import type { Sent } from '../lib/send-raw.ts';
import { headerSecurity } from '../story/header-security.ts';
import { ALL_FORMATS } from '../lib/formats.ts';

const Note = z.object({ id: z.int(), owner: z.string(), text: z.string() });
const stored = [
  { id: 1, owner: 'ada', text: 'one' },
  { id: 2, owner: 'bob', text: 'two' },
];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const MERGE = { 'Content-Type': 'application/merge-patch+json' };

// Denies access to every user except "ada", and hides the route.
const onlyAda = ({ user }: { readonly user: { readonly id: string } | null }) =>
  user?.id === 'ada' || deny('not yours', { hide: true });

function config(rules: 'own' | 'paths'): HostConfig {
  const rule = rules === 'own' ? onlyAda : ('public' as const);
  return {
    log: false,
    profiler: false,
    security: { ...headerSecurity, ...(rules === 'paths' ? { access: [{ path: '/', allow: onlyAda }] } : {}) },
    rateLimits: [{ name: 'all', limit: 10_000, per: '1 h' }],
    locales: ['en', 'de'],
    routes: [
      route('hidden', 'POST /hidden', {
        access: rule,
        query: z.object({ page: z.coerce.number().optional() }),
        body: z.object({ text: z.string() }),
        handle: () => 'done',
      }),
      route('folder', 'GET /folder/', { access: rule, handle: () => 'done' }),
    ],
    api: { formats: ALL_FORMATS },
    resources: [
      resource('notes', Note, {
        id: 'id',
        access: { read: rule, write: rule },
        acceptQuery: true,
        deprecated: { since: '2026-01-31' },
        operations: { list: { limit: { limit: 5000, per: '1 h' } } },
        store: memoryStore(stored),
      }),
      resource('gone', Note, {
        id: 'id',
        access: { read: rule, write: rule },
        deprecated: { since: '2020-01-31', sunset: '2021-01-01' },
        store: memoryStore(stored),
      }),
    ],
  };
}

// Replaces the path and what differs in every response: the request ID, the date and the reset time.
function normalized(text: string, path: string): string {
  return text
    .replaceAll(path, '/***')
    .replace(/"x-request-id","[^"]*"/, '"x-request-id","…"')
    .replace(/"date","[^"]*"/, '"date","…"')
    .replace(/r=\d+;t=\d+/, 'r=…');
}

async function getResponse(port: number, line: string, sent: Sent, path: string): Promise<string> {
  const response = await sendRaw(port, line.replace('*', path), sent);
  return normalized(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`, path);
}

const REQUESTS: readonly (readonly [line: string, sent: Sent])[] = [
  ['GET *', {}],
  ['HEAD *', {}],
  ['GET *?unknown=1', {}],
  ['GET *.zip', {}],
  ['GET *.json', {}],
  ['GET */', {}],
  ['GET */1', {}],
  ['GET */no-number', {}],
  ['GET *', { headers: { Accept: 'application/unknown' } }],
  ['GET *', { headers: { Accept: 'application/vnd.api+json', 'Accept-Language': 'de' } }],
  ['GET *', { headers: { Accept: 'text/html' } }],
  ['GET *', { headers: { 'If-None-Match': '"x"' } }],
  ['POST *', { headers: JSON_TYPE, body: '{"text":"x"}' }],
  ['POST *', { headers: JSON_TYPE, body: '{"text"' }],
  ['POST *', { headers: JSON_TYPE, body: '{}' }],
  ['POST *?unknown=1', { headers: JSON_TYPE, body: '{}' }],
  ['POST *', { headers: { 'Content-Type': 'text/unknown' }, body: 'x' }],
  ['POST *', { body: 'x' }],
  ['QUERY *', { headers: JSON_TYPE, body: '{"unknown":1}' }],
  ['PATCH */1', { headers: MERGE, body: '{"text"' }],
  ['PUT */1', { headers: { 'Content-Type': 'text/unknown' }, body: 'x' }],
  ['DELETE *', {}],
  ['PUT *', {}],
  ['OPTIONS *', {}],
  ['OPTIONS */1', {}],
];

for (const rules of ['own', 'paths'] as const)
  for (const mode of ['production', 'development'] as const)
    test(`a hidden route gets the same response as a path without a route, with ${rules} rules in ${mode}`, async () => {
      const host = defineHost(config(rules));
      const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode });
      try {
        for (const hidden of ['/api/notes', '/api/gone', '/hidden', '/folder'])
          for (const [line, sent] of REQUESTS)
            for (const extra of [{}, { Referer: 'http://elsewhere/' }, { 'X-User': 'bob' }]) {
              const headers = { ...sent.headers, ...extra };
              const without = hidden.replace(/\w$/, 'q');
              const [one, other] = await Promise.all([
                getResponse(port, line, { ...sent, headers }, hidden),
                getResponse(port, line, { ...sent, headers }, without),
              ]);
              // In development the body contains a stack trace or a page, so that only the status is compared.
              const compared = (text: string): string => (mode === 'production' ? text : text.slice(0, 4));
              equal(compared(one), compared(other), `${line} of ${hidden} ${JSON.stringify(headers)}`);
              equal(one.slice(0, 3), '404', `${line} of ${hidden} ${JSON.stringify(headers)}`);
            }
        const ada = { headers: { 'X-User': 'ada' } };
        equal((await sendRaw(port, 'GET /api/notes', ada)).status, 200);
        equal((await sendRaw(port, 'GET /api/notes?unknown=1', ada)).status, 400);
        equal((await sendRaw(port, 'DELETE /api/notes', ada)).status, 405);
        equal((await sendRaw(port, 'OPTIONS /api/notes', ada)).headers.get('Allow'), 'GET, HEAD, POST, QUERY, OPTIONS');
        equal((await sendRaw(port, 'GET /folder', ada)).status, 301);
        equal((await sendRaw(port, 'GET /api/gone', ada)).status, 410);
      } finally {
        await host.close();
      }
    });

test('a QUERY to a hidden route gets 404 before its body is sent', async () => {
  const host = defineHost(config('own'));
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  const firstLine = async (path: string, user: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    const head = ['Host: localhost', `X-User: ${user}`, 'Content-Type: application/json', 'Content-Length: 2'];
    socket.write([`QUERY ${path} HTTP/1.1`, ...head, 'Expect: 100-continue', '', ''].join('\r\n'));
    const [data] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return data.toString('latin1').split('\r\n', 1)[0]!;
  };
  try {
    equal(await firstLine('/api/noteq', 'bob'), 'HTTP/1.1 404 Not Found');
    equal(await firstLine('/api/notes', 'bob'), 'HTTP/1.1 404 Not Found');
    equal(await firstLine('/api/notes', 'ada'), 'HTTP/1.1 100 Continue');
  } finally {
    await host.close();
  }
});

test('with hide, every path of a resource gets the same response as a missing one if no rule reads an item', async () => {
  const host = defineHost({
    log: false,
    security: headerSecurity,
    api: { formats: ALL_FORMATS },
    resources: [
      resource('notes', Note, {
        id: 'id',
        access: { read: 'role:admin', write: 'role:admin', hide: true },
        store: memoryStore(stored),
      }),
    ],
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  try {
    for (const path of ['', '/1', '/9', '/no-number', '.json', '/1.json', '?unknown=1', '/1?unknown=1'])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'UNKNOWN'])
        for (const sent of [{}, { headers: { 'X-User': 'bob', ...MERGE }, body: '{"text"' }]) {
          const line = `${method} *${path}`;
          const hidden = await getResponse(port, line, sent, '/api/notes');
          equal(hidden, await getResponse(port, line, sent, '/api/noteq'), line);
        }
    equal((await sendRaw(port, 'GET /api/notes/1', { headers: { 'X-User': 'eve:admin' } })).status, 200);
  } finally {
    await host.close();
  }
});

test('a request for a hidden route is counted once by rate limits, like one for a missing path', async () => {
  const host = defineHost({ ...config('own'), rateLimits: [{ name: 'all', limit: 3, per: '1 h' }] });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  try {
    const seen: unknown[] = [];
    for (const path of ['/api/notes', '/api/noteq', '/api/notes', '/api/notes', '/api/noteq']) {
      const response = await sendRaw(port, `GET ${path}`);
      seen.push([response.status, /r=\d+/.exec(response.headers.get('RateLimit')!)![0]]);
    }
    deepEqual(seen, [
      [404, 'r=2'],
      [404, 'r=1'],
      [404, 'r=0'],
      [429, 'r=0'],
      [429, 'r=0'],
    ]);
  } finally {
    await host.close();
  }
});

test('a rule that reads the session does not change the headers of the 404', async () => {
  const host = defineHost({
    log: false,
    sessions: {},
    security: headerSecurity,
    routes: [
      route('login', 'GET /login', {
        handle: async ({ context }) => {
          await context.session!.set('visited' as never, true as never);
          return 'done';
        },
      }),
      route('hidden', 'GET /hidden', {
        access: async ({ context }) =>
          (await context.session!.get('visited' as never)) === false || deny('', { hide: true }),
        handle: () => 'done',
      }),
    ],
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  try {
    const [cookie = ''] = (await sendRaw(port, 'GET /login')).headers.getSetCookie();
    const sent = { headers: { Cookie: cookie.split(';', 1)[0]! } };
    match(sent.headers.Cookie, /=/);
    equal(await getResponse(port, 'GET *', sent, '/hidden'), await getResponse(port, 'GET *', sent, '/hiddeq'));
  } finally {
    await host.close();
  }
});

test('Allow lists only the methods that the user is permitted to call', async () => {
  const host = defineHost({
    log: false,
    security: headerSecurity,
    api: { formats: ALL_FORMATS },
    resources: [
      resource('notes', Note, { id: 'id', access: { read: 'public', write: onlyAda }, store: memoryStore(stored) }),
    ],
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  try {
    const allow = async (line: string, headers = {}): Promise<unknown> => {
      const response = await sendRaw(port, line, { headers });
      return [response.status, response.headers.get('Allow')];
    };
    deepEqual(await allow('DELETE /api/notes'), [405, 'GET, HEAD, OPTIONS']);
    deepEqual(await allow('OPTIONS /api/notes/1'), [204, 'GET, HEAD, OPTIONS']);
    deepEqual(await allow('DELETE /api/notes', { 'X-User': 'ada' }), [405, 'GET, HEAD, POST, OPTIONS']);
  } finally {
    await host.close();
  }
});

test('a hidden item gets the same response as a missing one, whatever the body is', async () => {
  const host = defineHost({
    log: false,
    security: headerSecurity,
    api: { formats: ALL_FORMATS },
    resources: [
      resource('notes', Note, {
        id: 'id',
        access: {
          read: 'public',
          write: ({ user, item }) => item?.owner === user?.id || deny('', { hide: true }),
          create: 'never',
        },
        concurrency: 'required',
        store: memoryStore(stored),
      }),
    ],
  });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
  try {
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      for (const body of ['{"text":"x"}', '{"text"', '{}', '[]', undefined])
        for (const type of [...Object.values(MERGE), ...Object.values(JSON_TYPE), 'text/unknown', undefined])
          for (const extra of [{}, { Referer: 'http://elsewhere/' }, { 'If-Match': '"x"' }]) {
            const headers = { 'X-User': 'ada', ...extra, ...(type === undefined ? {} : { 'Content-Type': type }) };
            const sent = body === undefined || method === 'DELETE' ? { headers } : { headers, body };
            const hidden = await getResponse(port, `${method} *`, sent, '/api/notes/2');
            const without = await getResponse(port, `${method} *`, sent, '/api/notes/3');
            const named = (text: string): string => text.replace(/Note \\"\d\\"/, 'Note');
            equal(named(hidden), named(without), `${method} ${type} ${body}`);
            match(hidden, /^404/);
          }
    const request = { headers: { 'X-User': 'ada', ...MERGE }, body: '{"text"' };
    equal((await sendRaw(port, 'PATCH /api/notes/1', request)).status, 400);
  } finally {
    await host.close();
  }
});
