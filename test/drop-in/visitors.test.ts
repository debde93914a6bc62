import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { spansToJson } from '../../packages/profiler/src/otlp/export/profile-spans.ts';
import type { Profile, ProfileSummary } from '../../packages/profiler/src/profile/profile.ts';
import { startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';

const APP = 'visitors.mjs';
const BEARER = 'Bearer 0123456789abcdef0123456789abcdef';

/** A browser that keeps the session cookie. */
class Browser {
  readonly #app: Application;
  readonly cookies = new Set<string>();
  readonly lines: string[] = [];

  constructor(app: Application) {
    this.#app = app;
  }

  async send(line: string): Promise<string> {
    const [method = '', path = ''] = line.split(' ');
    const headers = { cookie: ['theme=dark', ...this.cookies].join('; ') };
    const response = await fetch(this.#app.url + path, { method, headers });
    await response.arrayBuffer();
    for (const cookie of response.headers.getSetCookie()) this.cookies.add(cookie.split(';')[0]!);
    this.lines.push(line);
    return response.headers.get('x-debug-token')!;
  }
}

test('the requests of two visitors and of a client with a token are three stories, each in order', async (t) => {
  const app = await startApplication(t, APP);
  const [ada, bob] = [new Browser(app), new Browser(app)];
  const profilerUrl = `${app.url}/_profiler`;
  const search = async (query: string): Promise<readonly ProfileSummary[]> => {
    const url = `${profilerUrl}/empty/search/results.json?sort=time&limit=100&q=${encodeURIComponent(query)}`;
    return ((await (await fetch(url)).json()) as { rows: ProfileSummary[] }).rows;
  };
  const getLines = async (query: string): Promise<string[]> =>
    (await search(query)).map(({ method, path }) => `${method} ${path}`);

  const first = await ada.send('GET /');
  await bob.send('GET /offers');
  const api = await fetch(`${app.url}/api/orders`, { headers: { authorization: BEARER } });
  await ada.send('POST /login/ada');
  await fetch(`${profilerUrl}/latest`, { headers: { cookie: [...ada.cookies].join('; ') } });
  await bob.send('GET /about');
  const last = await ada.send('GET /account');
  await fetch(`${app.url}/anonymous`, { headers: { cookie: 'theme=dark; _ga=1' } });
  await fetch(`${app.url}/api/status`, { headers: { authorization: BEARER } });
  await fetch(`${app.url}/api/status`);
  const profiles = await app.profiles(9);
  assert.equal(profiles.length, 9, 'the pages of the profiler are not recorded');

  const getId = (token: string): string => profiles.find(({ summary }) => summary.token === token)!.summary.visitor!;
  // The session survives the login, and its first response belongs to it.
  assert.deepEqual(await getLines(`visitor:${getId(first)}`), ['GET /', 'POST /login/ada', 'GET /account']);
  assert.deepEqual(ada.lines, ['GET /', 'POST /login/ada', 'GET /account']);
  assert.deepEqual(await getLines('user:ada visitor:*'), ['POST /login/ada', 'GET /account']);
  assert.deepEqual(await getLines(`visitor:${getId(api.headers.get('x-debug-token')!)}`), [
    'GET /api/orders',
    'GET /api/status',
  ]);
  assert.equal(new Set(profiles.map(({ summary }) => summary.visitor)).size, 5, 'two, one client, one session, none');
  assert.deepEqual(await getLines('-visitor:*'), ['GET /api/status']);

  const shown = (await (await fetch(`${profilerUrl}/${last}.json`)).json()) as ShownProfile;
  assert.deepEqual(shown.visitor, {
    id: getId(last).slice(0, 8),
    older: profiles.find(({ summary }) => summary.path === '/login/ada')!.summary.token,
    link: `/_profiler/empty/search/results?q=visitor:${getId(last).slice(0, 8)}&sort=time&limit=25`,
  });
  const page = await (await fetch(`${profilerUrl}/${last}`)).text();
  assert.match(page, /Requests of this visitor, the oldest first/);
  assert.match(page, /‹ POST \/login\/ada/);
  assert.match(page, /\?q=user:%3Dada&amp;sort=time/);
  const markdown = await (await fetch(`${profilerUrl}/${last}.md`)).text();
  assert.match(markdown, new RegExp(`- Visitor: \`visitor:${getId(last).slice(0, 8)}\`, previous: `));
});

test('neither cookies nor their plain hashes are stored, and the id of a visitor leaves the store in no export', async (t) => {
  const app = await startApplication(t, APP);
  const browser = new Browser(app);
  await browser.send('GET /');
  const token = await browser.send('GET /account');
  await fetch(`${app.url}/api/orders`, { headers: { authorization: BEARER } });
  const profiles = await app.profiles(3);
  const [cookie = ''] = browser.cookies;
  const value = cookie.slice(cookie.indexOf('=') + 1);
  const session = /^s%3A([^.]+)/.exec(value)![1]!;
  const secrets = [value, decodeURIComponent(value), session, cookie, BEARER, BEARER.slice('Bearer '.length)];
  const stored = readStore(app);
  for (const secret of secrets)
    for (const form of [secret, ...DIGESTS.flatMap((name) => hashes(name, secret))])
      assert.equal(stored.includes(form), false, `${form} is stored`);
  assert.equal(stored.includes(profiles[0]!.summary.visitor!), true, 'the bytes are those of the store');

  const id = profiles[0]!.summary.visitor!;
  for (const format of ['html', 'md', 'markdown', 'json', 'har', 'curl', 'fetch', 'httpie']) {
    const text = await (await fetch(`${app.url}/_profiler/${token}/export/${format}`)).text();
    assert.equal(text.includes(id.slice(0, 8)), false, format);
  }
  const ids = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), parentId: undefined };
  const spans = JSON.stringify(spansToJson(profiles[0]!, ids));
  assert.equal(spans.includes(profiles[0]!.summary.token), true);
  assert.equal(spans.includes(id.slice(0, 8)), false, 'OpenTelemetry');
  for (const path of [`/${token}`, `/${token}.json`, `/${token}.md`, '/empty/search/results.json'])
    assert.equal((await (await fetch(`${app.url}/_profiler${path}`)).text()).includes(id), false, path);
});

test('two stores have different ids for one cookie, and two applications of one store have the same', async (t) => {
  const one = await startApplication(t, APP);
  const other = await startApplication(t, APP);
  const same = await startApplication(t, APP, { env: { ORIEL_PROFILER_FILE: one.store } });
  const visit = async (app: Application): Promise<Profile> =>
    app.profileOf(await fetch(app.url, { headers: { cookie: 'connect.sid=s%3Aabc' } }));
  const [first, second, third] = [await visit(one), await visit(other), await visit(same)];
  assert.match(first.summary.visitor!, /^[0-9a-f]{16}$/);
  assert.notEqual(second.summary.visitor, first.summary.visitor);
  assert.equal(third.summary.visitor, first.summary.visitor);
});

interface ShownProfile {
  readonly visitor: unknown;
}

const DIGESTS = ['sha256', 'sha1', 'md5'];

function hashes(name: string, text: string): string[] {
  const digest = createHash(name).update(text).digest();
  return [digest.toString('hex').slice(0, 16), digest.toString('base64').slice(0, 12)];
}

// The store, its write-ahead log and its index.
function readStore({ store }: Application): string {
  const folder = dirname(store);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
}
