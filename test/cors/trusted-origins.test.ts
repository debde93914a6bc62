import { deepEqual, doesNotMatch, equal, match, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { apiKey, basic } from 'oriel-host/security';
import { createTestHost } from '../../packages/host/src/testing/index.ts';

const APP = 'https://app.example.com';
const OTHER = 'https://other.example.com';
const HUB = '/.well-known/mercure';
const secret = 'a-secret-of-the-tests-that-is-long-enough';

const base: HostConfig = {
  origins: [APP],
  sessions: {},
  hub: { secret, anonymous: true },
  routes: [
    route('token', 'GET /token', { handle: async ({ session }) => ({ token: await session.csrfToken() }) }),
    route('pay', 'POST /pay', { handle: async ({ session }) => session.set('paid', 1).then(() => 'paid') }),
  ],
};

/** The request headers that a preflight from `origin` allows, or undefined if the origin is not allowed. */
async function allowedHeaders(config: HostConfig, path = '/pay', origin = APP): Promise<string[] | undefined> {
  const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
  const answer = await createTestHost(config).send(`OPTIONS ${path}`, { headers });
  return answer.headers.get('Access-Control-Allow-Headers')?.split(', ');
}

/** Sends an unsafe request with the session and its CSRF token from a page of this origin, and returns the status. */
async function pay(config: HostConfig, Origin: string): Promise<number> {
  const { send } = createTestHost(config);
  const started = await send('GET /token');
  const Cookie = started.headers.get('Set-Cookie')!.split(';')[0]!;
  const { token } = (await started.json()) as { token: string };
  return (await send('POST /pay', { headers: { Cookie, Origin, 'X-CSRF-Token': token } })).status;
}

/** Subscribes to the hub from a page of this origin, and returns two CORS headers of the response. */
async function subscribe(config: HostConfig, Origin: string): Promise<[string | null, string | null]> {
  const { send, host } = createTestHost(config);
  const { headers, body } = await send(`GET ${HUB}?match=/a`, { headers: { Origin } });
  await body?.cancel();
  await host.close();
  return [headers.get('Access-Control-Allow-Origin'), headers.get('Access-Control-Expose-Headers')];
}

test('pages of top-level origins can read responses with credentials, use the session and subscribe to the hub', async () => {
  const { send } = createTestHost(base);
  const read = await send('GET /token', { headers: { Origin: APP } });
  equal(read.headers.get('Access-Control-Allow-Origin'), APP);
  equal(read.headers.get('Access-Control-Allow-Credentials'), 'true');
  equal((await allowedHeaders(base))!.includes('x-csrf-token'), true);
  equal(await pay(base, APP), 200);
  const [allowed, exposed] = await subscribe(base, APP);
  equal(allowed, APP);
  match(exposed!, /Last-Event-ID/);
});

test('other origins cannot read responses, use the session or subscribe to the hub', async () => {
  const { send } = createTestHost(base);
  equal((await send('GET /token', { headers: { Origin: OTHER } })).headers.get('Access-Control-Allow-Origin'), null);
  equal(await allowedHeaders(base, '/pay', OTHER), undefined);
  equal(await pay(base, OTHER), 403);
  deepEqual(await subscribe(base, OTHER), [null, null]);
});

test('origins in cors or hub replace the top-level origins only there', async () => {
  const cors = { ...base, cors: { origins: OTHER } };
  equal(await allowedHeaders(cors), undefined);
  equal((await allowedHeaders(cors, '/pay', OTHER))!.includes('x-csrf-token'), false);
  equal(await pay(cors, APP), 200);
  const hub: HostConfig = { ...base, hub: { secret, anonymous: true, cors: [OTHER] } };
  equal((await subscribe(hub, APP))[0], null);
  equal((await subscribe(hub, OTHER))[0], OTHER);
  equal(await pay(hub, APP), 200);
});

test('a path rule with its own origins does not inherit credentials from the top-level origins', async () => {
  const { send } = createTestHost({ ...base, cors: { paths: [{ path: '/token', origins: '*' }] } });
  const open = await send('GET /token', { headers: { Origin: OTHER } });
  equal(open.headers.get('Access-Control-Allow-Origin'), '*');
  equal(open.headers.get('Access-Control-Allow-Credentials'), null);
  const trusted = await send('GET /', { headers: { Origin: APP } });
  equal(trusted.headers.get('Access-Control-Allow-Credentials'), 'true');
});

test('top-level origins have no credentials if the host does not use cookies or Basic', async () => {
  const { send } = createTestHost({ origins: [APP] });
  const answer = await send('GET /', { headers: { Origin: APP } });
  equal(answer.headers.get('Access-Control-Allow-Origin'), APP);
  equal(answer.headers.get('Access-Control-Allow-Credentials'), null);
});

test('top-level origins may send Basic credentials to a host without sessions', async () => {
  const config: HostConfig = {
    origins: [APP],
    routes: [route('pay', 'POST /pay', { handle: () => 'paid' })],
    security: {
      users: [{ id: 'ada', roles: [] }],
      firewalls: [{ name: 'all', authenticators: [{ ...basic(), authenticate: () => ({ id: 'ada', roles: [] }) }] }],
    },
  };
  const { send } = createTestHost(config);
  equal((await send('POST /pay', { headers: { Origin: APP } })).status, 200);
  equal((await send('POST /pay', { headers: { Origin: OTHER } })).status, 403);
});

for (const [title, origins] of [
  ['a pattern', ['https://*.example.com']],
  ['"*"', ['*']],
  ['a path', ['https://app.example.com/']],
  ['a single string', APP],
] as const) {
  test(`${title} in the top-level origins is a configuration error`, () => {
    throws(() => defineHost({ origins: origins as unknown as string[] }), /\n {2}origins(\[0\])? {2}\[ORIEL_/);
  });
}

const credentials: HostConfig = { sessions: {}, cors: { origins: APP, credentials: true } };
const keys = (header?: string) => [apiKey({ keys: [], ...(header ? { header } : {}) })];
const withApiKeys = (authenticators: ReturnType<typeof keys>): HostConfig => ({
  cors: { origins: APP },
  security: { firewalls: [{ name: 'all', authenticators, anonymous: true }] },
});
const DEFAULT = (await allowedHeaders({ cors: { origins: APP } }))!;

test('CORS with credentials allows x-csrf-token in addition to the default headers', async () => {
  deepEqual(await allowedHeaders(credentials), [...DEFAULT, 'x-csrf-token']);
});

test('CORS does not allow x-csrf-token without credentials, without sessions or without CSRF protection', async () => {
  deepEqual(await allowedHeaders({ ...credentials, cors: { origins: APP } }), DEFAULT);
  deepEqual(await allowedHeaders({ cors: { origins: APP, credentials: true } }), DEFAULT);
  deepEqual(await allowedHeaders({ ...credentials, sessions: { csrf: false } }), DEFAULT);
});

test('CORS allows the header of every apiKey() authenticator', async () => {
  deepEqual(await allowedHeaders(withApiKeys(keys())), [...DEFAULT, 'x-api-key']);
  deepEqual(await allowedHeaders(withApiKeys(keys('X-Station'))), [...DEFAULT, 'x-station']);
});

test('headers: { add } adds to the default headers, and in a path rule to those of cors', async () => {
  const cors = { origins: APP, headers: { add: ['X-One'] } };
  const paths = [{ path: '/two', headers: { add: ['X-Two'] } }];
  deepEqual(await allowedHeaders({ cors }), [...DEFAULT, 'x-one']);
  deepEqual(await allowedHeaders({ cors: { ...cors, paths } }, '/two'), [...DEFAULT, 'x-one', 'x-two']);
  deepEqual(await allowedHeaders({ cors: { origins: APP, headers: ['x-a'], paths } }, '/two'), ['x-a', 'x-two']);
});

test('a list of headers replaces the default headers', async () => {
  deepEqual(await allowedHeaders({ ...credentials, cors: { origins: APP, credentials: true, headers: ['x-a'] } }), [
    'x-a',
  ]);
});

test('an invalid value of headers: { add } is a configuration error', () => {
  const getMessage = (headers: unknown): string => {
    try {
      defineHost({ cors: { origins: APP, headers: headers as [] } });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  match(getMessage({ add: 'x-a' }), /cors\.headers\.add +\[ORIEL_CORS_LIST\]/);
  match(getMessage({ add: '*' }), /cors\.headers\.add +\[ORIEL_CORS_LIST\]/);
  match(getMessage({ add: ['Cookie'] }), /cors\.headers\.add\[0\] +\[ORIEL_CORS_WORD\]/);
  match(getMessage({ ad: ['x-a'] }), /cors\.headers\.ad +\[ORIEL_CONFIG_KEY\]/);
  doesNotMatch(getMessage({ add: ['x-a'] }), /./);
});
