import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { z } from 'zod';
import { createTestHost } from '../../packages/host/src/testing/index.ts';
import type { TestHost } from '../../packages/host/src/testing/index.ts';
import type { CsrfConfig } from '../../packages/host/src/features/session/csrf-guard.ts';
import { testTransports, sendRaw } from '../story/test-transports.ts';
import type { Sent } from '../story/test-transports.ts';
import { exchange, statuses } from '../robustness/raw-socket.ts';
import { file, forgedRequests, form, part } from './support/forged-requests.ts';

const config = (csrf: CsrfConfig | false = {}, origins: readonly string[] = []): HostConfig => ({
  origins,
  sessions: { csrf },
  routes: [
    route('token', 'GET /token', { handle: async ({ session }) => ({ token: await session.csrfToken() }) }),
    route('pay', 'POST|PUT|PATCH|DELETE|PURGE /pay', {
      handle: async ({ session }) => ({ paid: await session.update('paid', (n) => Number(n ?? 0) + 1) }),
    }),
    route('paid', 'GET /paid', { handle: async ({ session }) => ({ paid: (await session.get('paid')) ?? 0 }) }),
    route('read', 'POST /read', { handle: async ({ session }) => ({ paid: (await session.get('paid')) ?? 0 }) }),
    route('login', 'POST /login', {
      handle: async ({ session }) => {
        await session.regenerate();
        await session.set('user', 'ada');
        return 'in';
      },
    }),
    route('logout', 'POST /logout', { handle: async ({ session }) => (await session.destroy(), 'out') }),
    route('free', 'POST /free', { handle: () => 'free' }),
  ],
});

let testHost: TestHost;
let port = 0;
let origin = '';
before(async () => {
  testHost = createTestHost(config());
  ({ port } = await testHost.host.listen({ port: 0, host: '127.0.0.1' }));
  origin = `http://127.0.0.1:${port}`;
});
after(() => testHost.host.close());

const send = (line: string, sent: Sent = {}) =>
  sendRaw(port, line, { ...sent, headers: { Host: `127.0.0.1:${port}`, Accept: 'application/json', ...sent.headers } });

/** Starts a session and returns its cookie and a CSRF token. */
async function startSession(): Promise<{ Cookie: string; token: string }> {
  const response = await send('GET /token');
  const Cookie = response.headers.get('Set-Cookie')!.split(';')[0]!;
  return { Cookie, token: ((await response.json()) as { token: string }).token };
}

async function paid(Cookie: string): Promise<unknown> {
  return ((await (await send('GET /paid', { headers: { Cookie } })).json()) as { paid: unknown }).paid;
}

for (const [index, [title, line, , reason]] of forgedRequests('').entries()) {
  test(`${title} gets 403 and changes nothing`, async () => {
    const { Cookie, token } = await startSession();
    // The origin is known when the host listens.
    const [, , sent] = forgedRequests(origin)[index]!;
    const { headers, body } = sent(token);
    const response = await send(line, { headers: { Cookie, ...headers }, ...(body === undefined ? {} : { body }) });
    equal(response.status, 403);
    const problem = (await response.json()) as { type: string; reason: string; detail: string };
    deepEqual([problem.type, problem.reason], ['/problems/csrf', reason]);
    ok(!JSON.stringify(problem).includes(token));
    equal(await paid(Cookie), 0);
  });
}

const ACCEPTED_REQUESTS: readonly [title: string, line: string, sent: (token: string) => Sent][] = [
  ['a token without Origin and Sec-Fetch-Site', 'POST /pay', (t) => ({ headers: { 'X-CSRF-Token': t } })],
  ['a token and the Origin of the host', 'POST /pay', (t) => ({ headers: { Origin: origin, 'X-CSRF-Token': t } })],
  [
    'a token and Sec-Fetch-Site',
    'DELETE /pay',
    (t) => ({ headers: { 'Sec-Fetch-Site': 'same-origin', 'X-CSRF-Token': t } }),
  ],
  [
    'a token in a form',
    'POST /pay',
    (t) => ({
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8', Origin: origin },
      body: `a=1&_csrf=${t}`,
    }),
  ],
  [
    'a token in a form with files',
    'POST /pay',
    (t) => form(part('a', '1') + part('_csrf', t) + file('f', 'x'), origin),
  ],
];
for (const [title, line, sent] of ACCEPTED_REQUESTS) {
  test(`a request with ${title} is accepted`, async () => {
    const { Cookie, token } = await startSession();
    const { headers, body } = sent(token);
    const response = await send(line, { headers: { Cookie, ...headers }, ...(body === undefined ? {} : { body }) });
    equal(response.status, 200);
    equal(await paid(Cookie), 1);
  });
}

test('a token is valid for one session id only', async () => {
  const [ada, eve] = [await startSession(), await startSession()];
  const foreign = await send('POST /pay', { headers: { Cookie: ada.Cookie, 'X-CSRF-Token': eve.token } });
  equal(((await foreign.json()) as { reason: string }).reason, 'wrong-token');
  const login = await send('POST /login', { headers: { Cookie: ada.Cookie, Origin: origin } });
  equal(login.status, 200);
  const Cookie = login.headers.get('Set-Cookie')!.split(';')[0]!;
  equal((await send('POST /pay', { headers: { Cookie, 'X-CSRF-Token': ada.token } })).status, 403);
});

test('every issued token is different and valid', async () => {
  const { Cookie } = await startSession();
  const tokens: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { token } = (await (await send('GET /token', { headers: { Cookie } })).json()) as { token: string };
    tokens.push(token);
    equal((await send('POST /pay', { headers: { Cookie, 'X-CSRF-Token': token } })).status, 200);
  }
  equal(new Set(tokens).size, 5);
  equal(await paid(Cookie), 5);
});

test('a request without a session needs no token, but is rejected from another site', async () => {
  equal((await send('POST /pay')).status, 200);
  equal((await send('POST /login', { headers: { Origin: origin } })).status, 200);
  equal((await send('POST /login', { headers: { Origin: 'https://evil.example' } })).status, 403);
  equal((await send('POST /pay', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status, 403);
});

test('a handler that does not use the session needs no token', async () => {
  const { Cookie } = await startSession();
  equal((await send('POST /free', { headers: { Cookie, Origin: 'https://evil.example' } })).status, 200);
});

testTransports(
  'requests of a configured origin are accepted, and token: "unknown-origin" accepts them without a token',
  () => config({ token: 'unknown-origin' }, ['https://app.example.com']),
  async (send) => {
    const started = await send('GET /token');
    const Cookie = started.headers.get('Set-Cookie')!.split(';')[0]!;
    const sendFrom = (headers: Record<string, string>) => send('POST /pay', { headers: { Cookie, ...headers } });
    equal((await sendFrom({ Origin: 'https://app.example.com', 'Sec-Fetch-Site': 'cross-site' })).status, 200);
    equal((await sendFrom({ 'Sec-Fetch-Site': 'same-origin' })).status, 200);
    equal((await sendFrom({ Origin: 'https://other.example.com' })).status, 403);
    equal((await sendFrom({})).status, 403);
  },
);

testTransports(
  'csrf: false accepts requests of any origin without a token',
  () => config(false),
  async (send) => {
    const Cookie = (await send('GET /token')).headers.get('Set-Cookie')!.split(';')[0]!;
    equal((await send('POST /pay', { headers: { Cookie, Origin: 'https://evil.example' } })).status, 200);
  },
);

test('the 403 names the header and the field for the token', async () => {
  const { Cookie } = await startSession();
  const problem = (await (await send('POST /pay', { headers: { Cookie, Origin: origin } })).json()) as {
    detail: string;
  };
  match(problem.detail, /X-CSRF-Token.*_csrf/);
});

test('a safe method needs no token', async () => {
  const { Cookie } = await startSession();
  for (const line of ['GET /paid', 'HEAD /paid', 'OPTIONS /pay']) {
    const { status } = await send(line, {
      headers: { Cookie, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    });
    ok(status < 300, line);
  }
});

test('credentials that a browser sends by itself are checked: sessions and Basic, but not bearer tokens', async (t) => {
  const by = (name: string, ambient: boolean) => ({
    ...{ name, ambient },
    authenticate: (context: { headers: { get(name: string): string | undefined } }) =>
      context.headers.get('x-by') === name ? { id: 'ada', roles: [] } : undefined,
  });
  const authenticators = [by('session', true), by('basic', true), by('bearer', false)];
  const { host } = createTestHost({
    ...config(),
    security: { firewalls: [{ name: 'all', authenticators, anonymous: true }] },
  });
  const server = await host.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => host.close());
  const sendFrom = (headers: Record<string, string>) => sendRaw(server.port, 'POST /free', { headers });
  const started = await sendRaw(server.port, 'GET /token');
  const Cookie = started.headers.get('Set-Cookie')!.split(';')[0]!;
  const token = ((await started.json()) as { token: string }).token;
  const Origin = 'https://evil.example';
  equal((await sendFrom({ 'X-By': 'session', Cookie })).status, 403);
  equal((await sendFrom({ 'X-By': 'session', Cookie, 'X-CSRF-Token': token })).status, 200);
  equal((await sendFrom({ 'X-By': 'session', Cookie, 'X-CSRF-Token': token, Origin })).status, 403);
  equal((await sendFrom({ 'X-By': 'basic' })).status, 200, 'a request without Origin does not come from a page');
  equal((await sendFrom({ 'X-By': 'basic', Origin })).status, 403);
  equal((await sendFrom({ 'X-By': 'basic', 'Sec-Fetch-Site': 'cross-site' })).status, 403);
  equal((await sendFrom({ 'X-By': 'bearer', Origin })).status, 200);
  equal((await sendFrom({ Origin })).status, 200);
});

test('a page of an origin in cors.origins can change nothing unless origins has it too', async () => {
  const page = 'https://app.example.com';
  for (const [origins, status] of [
    [[], 403],
    [[page], 200],
  ] as const) {
    const { host } = createTestHost({
      ...config({}, origins),
      cors: { origins: page, credentials: true, headers: ['x-csrf-token'] },
    });
    after(() => host.close());
    const { port: hostPort } = await host.listen({ port: 0, host: '127.0.0.1' });
    const sendFrom = (line: string, headers: Record<string, string>) =>
      sendRaw(hostPort, line, {
        headers: { Host: `127.0.0.1:${hostPort}`, Accept: 'application/json', Origin: page, ...headers },
      });
    const read = await sendFrom('GET /token', {});
    equal(read.headers.get('Access-Control-Allow-Origin'), page);
    equal(read.headers.get('Access-Control-Allow-Credentials'), 'true');
    const { token } = (await read.json()) as { token: string };
    const Cookie = read.headers.get('Set-Cookie')!.split(';')[0]!;
    const response = await sendFrom('POST /pay', { Cookie, 'X-CSRF-Token': token });
    equal(response.status, status);
    // The page can read the error.
    equal(response.headers.get('Access-Control-Allow-Origin'), page);
  }
});

// A forged form must not use the memory of the host. Most of it is never sent here, but the host responds.
for (const [title, begin, status] of [
  ['no token before the first file', () => file('f', 'x'), 403],
  ['a wrong token before the first file', () => part('_csrf', 'A'.repeat(86)) + file('f', 'x'), 403],
  ['too many fields before the token', (t: string) => part('a', 'x'.repeat(70_000)) + part('_csrf', t), 403],
] as const)
  test(`the host rejects a form without reading the rest: ${title}`, async () => {
    const { Cookie, token } = await startSession();
    const head = [
      ...['POST /pay HTTP/1.1', `Host: 127.0.0.1:${port}`, `Origin: ${origin}`, `Cookie: ${Cookie}`],
      ...['Content-Type: multipart/form-data; boundary=edge', 'Content-Length: 900000', '', ''],
    ].join('\r\n');
    const { text } = await exchange(port, [head, begin(token)], 1_500);
    deepEqual(statuses(text), [status]);
    equal(await paid(Cookie), 0);
  });

testTransports(
  'the handler can read the whole form, including parts after the token',
  () => ({
    ...config(),
    routes: [
      ...config().routes!,
      route('upload', 'POST /upload', {
        handle: async ({ session, payload }) => {
          await session.set('last', 1);
          return { bytes: (await payload.bytes()).length, again: (await payload.text()).length };
        },
      }),
    ],
  }),
  async (send) => {
    const read = await send('GET /token');
    const { token } = (await read.json()) as { token: string };
    const Cookie = read.headers.get('Set-Cookie')!.split(';')[0]!;
    for (const size of [1, 400_000]) {
      const { headers, body } = form(part('a', '1') + part('_csrf', token) + file('f', 'x'.repeat(size)), origin);
      const from = { Cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': headers!['Content-Type']! };
      const done = await send('POST /upload', { headers: from, body: body! });
      deepEqual(await done.json(), { bytes: body!.length, again: body!.length });
    }
  },
);

test('fetch reads a forged form only until the host can reject it', async () => {
  const { host } = createTestHost(config());
  const read = await host.fetch(new Request('http://localhost/token'));
  const Cookie = read.headers.get('Set-Cookie')!.split(';')[0]!;
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(pulled++ === 0 ? file('f', 'x') : 'y'.repeat(10_000)));
        if (pulled > 50) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { Cookie, 'Content-Type': 'multipart/form-data; boundary=edge', 'Sec-Fetch-Site': 'same-origin' };
  const response = await host.fetch(
    new Request('http://localhost/pay', { method: 'POST', headers, body, duplex: 'half' }),
  );
  equal(response.status, 403);
  ok(pulled < 5, `${pulled} pieces`);
  await host.close();
});

test('the token field of an upload is not part of the resource', async () => {
  const Note = z.object({ id: z.int(), text: z.string() });
  const { host } = createTestHost({
    sessions: {},
    routes: config().routes!,
    resources: [
      resource('notes', Note, {
        id: 'id',
        operations: { create: { uploads: true } },
        process: { create: async ({ body, session }) => (await session.set('last', body.id), body) },
      }),
    ],
  });
  after(() => host.close());
  const { port: hostPort } = await host.listen({ port: 0, host: '127.0.0.1' });
  const Host = `127.0.0.1:${hostPort}`;
  const read = await sendRaw(hostPort, 'GET /token', { headers: { Host } });
  const { token } = (await read.json()) as { token: string };
  const Cookie = read.headers.get('Set-Cookie')!.split(';')[0]!;
  const upload = async (parts: string) => {
    const { headers, body } = form(part('id', '7') + part('text', 'hi') + parts, `http://${Host}`);
    return sendRaw(hostPort, 'POST /api/notes', { headers: { Host, Cookie, ...headers }, body: body! });
  };
  equal((await upload('')).status, 403);
  const done = await upload(part('_csrf', token));
  equal(done.status, 201);
  deepEqual(await done.json(), { id: 7, text: 'hi' });
});
