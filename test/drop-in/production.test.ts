import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { signRecordHeader } from '../../packages/profiler/src/record/demand/record-header.ts';
import { startApplication } from './lib/application.ts';
import { requestText, sendRaw, getTokens } from './lib/raw-http.ts';
import type { Application } from './lib/application.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const APP = 'faults/footprint.mjs';

test('in production without a key, nothing is observed, opened or recorded', async (t) => {
  const folder = temporaryFolder(t);
  const production = { NODE_ENV: 'production', ORIEL_PROFILER_FILE: join(folder, 'new/profiler.sqlite') };
  const [off, disabled, recorded] = await Promise.all([
    startApplication(t, APP, { env: { ORIEL_PROFILER: 'off' } }),
    startApplication(t, APP, { env: production }),
    startApplication(t, APP),
  ]);
  const footprint = await getFootprint(disabled);
  assert.deepEqual(footprint, await getFootprint(off));
  assert.deepEqual({ ...footprint, console: '', timers: 0 }, UNTOUCHED);
  // The test would notice a recorder.
  assert.notDeepEqual(await getFootprint(recorded), footprint);
  const headers = { Authorization: `Bearer ${KEY}`, 'X-Debug-Record': signRecordHeader(KEY) };
  for (const path of ['/hello', '/_profiler/', `/_profiler/?key=${KEY}`, '/_profiler/latest']) {
    const response = await fetch(disabled.url + path, { headers });
    assert.equal(response.status, path === '/hello' ? 200 : 404, path);
    assert.equal(response.headers.get('x-debug-token'), null);
  }
  assert.deepEqual(readdirSync(folder), []);
  const line = 'oriel: nothing is recorded: NODE_ENV is "production" and ORIEL_PROFILER_KEY is not set\n';
  assert.equal(disabled.errors(), line);
  assert.equal(off.errors(), '');
});

test('a key below 32 bytes is reported with its length, and nothing is recorded', async (t) => {
  const file = join(temporaryFolder(t), 'profiler.sqlite');
  for (const [key, bytes] of [
    ['short', 5],
    ['', 0],
    ['ä'.repeat(15), 30],
  ] as const) {
    const env = { NODE_ENV: 'production', ORIEL_PROFILER_KEY: key, ORIEL_PROFILER_FILE: file };
    const app = await startApplication(t, APP, { env });
    assert.equal((await fetch(`${app.url}/hello`)).headers.get('x-debug-token'), null);
    assert.equal(
      app.errors(),
      `oriel: nothing is recorded: ORIEL_PROFILER_KEY has ${bytes} bytes; use at least 32 random bytes\n`,
    );
  }
  assert.equal(existsSync(file), false);
});

test('requests whose URL has the key, or a pass of the pages, are not recorded', async (t) => {
  const app = await startApplication(t, 'node-http.ts', { env: { ORIEL_PROFILER_KEY: KEY } });
  for (const url of [
    ...[`/_profiler/?key=${KEY}`, `//_profiler/?key=${KEY}`, `/profile?k=${encodeURIComponent(KEY)}`],
    ...['/_profiler/a1b2c3?panel=logs&key=tozuo1.xHWqA7AleA2_7J0bXmXAjo', `http://localhost/_profiler/?key=${KEY}`],
  ]) {
    const answer = await sendRaw(app.url, requestText({ method: 'GET', path: url }));
    assert.deepEqual(getTokens(answer), [], url);
  }
  await (await fetch(`${app.url}/hello?key=1`)).text();
  const profiles = await app.profiles(1);
  assert.deepEqual(
    profiles.map(({ summary }) => summary.path),
    ['/hello'],
  );
});

test('in production with a key, only clients with the key get the token of a profile and the pages', async (t) => {
  const env = { NODE_ENV: 'production', ORIEL_PROFILER_KEY: KEY };
  const app = await startApplication(t, APP, { env });
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await fetch(app.url + path, { headers, redirect: 'manual' });
    await response.text();
    return response;
  };
  const unknownClients: Record<string, string>[] = [
    {},
    { Authorization: `Bearer ${KEY}x` },
    { Authorization: `Bearer ${KEY.slice(1)}x` },
    { Authorization: `Basic ${KEY}` },
    { 'X-Debug-Record': KEY },
    { 'X-Debug-Record': signRecordHeader(`${KEY}x`) },
    { Cookie: `key=${KEY}` },
    { 'X-Debug': '1', 'X-Profiler': 'on' },
  ];
  for (const headers of unknownClients) {
    const response = await get('/hello', headers);
    assert.equal(response.headers.get('x-debug-token'), null, JSON.stringify(headers));
    assert.equal(response.headers.get('x-debug-token-link'), null);
    for (const page of ['/_profiler/', '/_profiler/latest', '/_profiler/empty/search/results', '/_profiler/?key=wrong'])
      if (headers['Authorization'] === undefined) assert.equal((await get(page, headers)).status, 404, page);
  }
  const bearer = { Authorization: `Bearer ${KEY}` };
  const response = await get('/hello', bearer);
  const token = response.headers.get('x-debug-token');
  assert.equal(response.headers.get('x-debug-token-link'), `${app.url}/_profiler/${token}`);
  assert.match(
    (await get('/hello', { 'X-Debug-Record': signRecordHeader(KEY) })).headers.get('x-debug-token') ?? '',
    /^[0-9a-f]{6}$/,
  );
  const profile = await app.profile(token!);
  assert.doesNotMatch(JSON.stringify(profile), new RegExp(KEY));
  assert.equal((await get(`/_profiler/${token}`, bearer)).status, 200);
  assert.equal((await get(`/_profiler/?key=${KEY}`)).status, 303);
  // The requests of the others are recorded as well.
  assert.equal((await app.profiles(unknownClients.length + 2)).length, unknownClients.length + 2);
});

const UNTOUCHED = { channels: [], listeners: [0, 0, 0], timers: 0, libraries: false, console: '' };

async function getFootprint({ url }: Application): Promise<{ console: string; timers: number }> {
  const response = await fetch(`${url}/footprint`);
  return (await response.json()) as { console: string; timers: number };
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-production-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
