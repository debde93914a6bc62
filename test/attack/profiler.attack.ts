import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signRecordHeader } from '../../packages/profiler/src/record/demand/record-header.ts';
import { attackAll } from './attack-all.ts';
import type { Attacker } from './attacker.ts';
import { PROFILER_KEY } from './hosts/attacked.ts';

const HTML = { Accept: 'text/html' };
const PATHS = [
  '/_profiler',
  '/_profiler/',
  '/_profiler/latest',
  '/_profiler/latest.json',
  '/_profiler/latest.md',
  '/_profiler/empty/search/results',
  '/_profiler/empty/search/results.json',
  '/_profiler/latest/export/har',
  '/_profiler/search?q=x',
  '/_profiler/open?file=packages/host/src/index.ts',
  '/_profiler/?key=wrong',
  '/_PROFILER/',
  '//_profiler/',
  '/%5fprofiler/',
  '/x/../_profiler/',
];
const CONTENT = /Profile Search|"panels"|# Profile|"log":\{"version"|defineHost/;

/** Headers of a client that is not on this machine, or of a page of another site. */
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  ...['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '0.0.0.0', '2130706433', '[::ffff:8.8.8.8]'].map(
    (Host) => ({ Host }),
  ),
  { Forwarded: 'for=127.0.0.1' },
  { 'X-Forwarded-For': '127.0.0.1' },
  { 'X-Forwarded-For': '' },
  { 'X-Forwarded-Host': 'localhost' },
  { 'X-Forwarded-Proto': 'http' },
  { 'X-Real-IP': '127.0.0.1' },
  { Via: '1.1 proxy' },
  { Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
  { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
  { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
];

/** Headers that try to enable the profiler in production. */
const SWITCHES: readonly Readonly<Record<string, string>>[] = [
  {},
  { Host: 'localhost' },
  { 'X-Debug': '1', 'X-Debug-Token': 'abcdef', 'X-Profiler': 'on', 'X-Oriel-Mode': 'development' },
  { Cookie: 'debug=1; XDEBUG_SESSION=1; profiler=on' },
  { Authorization: `Bearer ${PROFILER_KEY}x` },
  { Authorization: `Basic ${Buffer.from(`profiler:${PROFILER_KEY}`).toString('base64')}` },
  { Cookie: `key=${PROFILER_KEY}` },
  { 'X-HTTP-Method-Override': 'GET', 'X-Original-URL': '/_profiler/', 'X-Rewrite-URL': '/_profiler/' },
];

attackAll('the profiler', (attacker, { application, mode }) => {
  const client = addresses();
  const assertClosed = async (path: string, headers: Readonly<Record<string, string>>): Promise<void> => {
    const response = await attacker.send(`GET ${path}`, { headers: { ...HTML, ...headers }, from: client() });
    const label = `${path} ${JSON.stringify(headers)} ${response.status}`;
    // Firewalls reject an invalid bearer token before they know the path.
    const allowed = mode === 'development' ? [301, 400, 403, 404, 421] : [400, 401, 404, 421];
    assert.ok(allowed.includes(response.status), label);
    assert.doesNotMatch(response.text, CONTENT, label);
    assert.equal(response.get('access-control-allow-credentials'), undefined, label);
  };

  test('rejects clients of other machines and pages of other sites', async () => {
    for (const headers of FOREIGN) for (const path of PATHS) await assertClosed(path, headers);
  });

  test('cannot be read by scripts of other sites', async () => {
    for (const method of ['GET', 'OPTIONS'])
      for (const path of ['/_profiler/latest.json', '/_profiler/empty/search/results']) {
        const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' };
        const response = await attacker.send(`${method} ${path}`, { headers, from: client() });
        if (response.status < 300 || mode === 'development')
          assert.equal(response.get('access-control-allow-origin'), undefined, `${method} ${path}`);
        assert.doesNotMatch(response.text, CONTENT);
      }
  });

  if (mode === 'development')
    test('is open to this machine, and its pages cannot be framed, cached or sniffed', async () => {
      await attacker.assertServed();
      for (const path of ['/_profiler/empty/search/results', '/_profiler/latest']) {
        const opened = await attacker.send(`GET ${path}`, { headers: HTML });
        const response = opened.status === 200 ? opened : await attacker.send(`GET ${opened.get('location')!}`);
        assertGuarded(response, path);
      }
    });
  else {
    test('is enabled by no header, cookie or query', async () => {
      for (const headers of SWITCHES)
        for (const path of [...PATHS, '/_profiler/?mode=development', '/_profiler/?_profiler=1&debug=1'])
          await assertClosed(path, headers);
      for (const headers of SWITCHES) {
        const response = await attacker.send('GET /session', { headers, from: client() });
        for (const value of ['x-debug-token', 'x-debug-token-link', 'server-timing'])
          assert.equal(response.get(value), undefined, JSON.stringify(headers));
      }
    });

    test('has the same response as a page that does not exist', async () => {
      const missing = await missingPage(attacker, '/_nowhere1/');
      for (const path of ['/_profiler/', '/_profiler/latest.json', '/_profiler/?key=wrong'])
        assert.deepEqual(await missingPage(attacker, path), missing, path);
    });

    test(`${application === 'atlas' ? 'opens with' : 'does not open, because it has no key, also with'} a key`, async () => {
      const headers = { ...HTML, Authorization: `Bearer ${PROFILER_KEY}` };
      const response = await attacker.send('GET /_profiler/empty/search/results', { headers, from: client() });
      if (application === 'atlas') assertGuarded(response, 'with the key');
      else assert.ok([401, 404].includes(response.status), `${response.status}`);
      const signed = { 'X-Debug-Record': signRecordHeader(PROFILER_KEY) };
      const recorded = await attacker.send('GET /session', { headers: signed, from: client() });
      assert.equal(recorded.get('x-debug-token') !== undefined, application === 'atlas');
    });

    test('limits wrong keys of one address', async () => {
      const from = client();
      const open = (key: string) =>
        attacker.send('GET /_profiler/empty/search/results', {
          headers: { ...HTML, Authorization: `Bearer ${key}` },
          from,
        });
      for (let guess = 0; guess < 10; guess++)
        assert.ok([401, 404].includes((await open(`${PROFILER_KEY.slice(2)}${10 + guess}`)).status));
      assert.notEqual((await open(`${PROFILER_KEY.slice(2)}20`)).status, 200);
      // Other clients of a proxy must not lock out a developer.
      if (application === 'atlas') assert.equal((await open(PROFILER_KEY)).status, 200);
    });
  }
});

function assertGuarded({ status, text, get }: Awaited<ReturnType<Attacker['send']>>, label: string): void {
  assert.equal(status, 200, label);
  assert.match(text, CONTENT, label);
  assert.equal(get('cache-control'), 'no-store', label);
  assert.equal(get('x-content-type-options'), 'nosniff', label);
  assert.equal(get('set-cookie'), undefined, label);
  assert.equal(get('access-control-allow-origin'), undefined, label);
  assert.match(get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/, label);
}

/** Returns a response of a page without its path. */
async function missingPage(attacker: Attacker, path: string): Promise<unknown> {
  const { status, headers, text } = await attacker.send(`GET ${path}`, { headers: HTML });
  // CORS never applies to the paths of the profiler, with or without one.
  const varying = /^(?:date|x-request-id|content-length|access-control-.*)$/i;
  const stableHeaders = headers.filter(([name]) => !varying.test(name));
  return { status, headers: stableHeaders, text: text.replaceAll(/\/_(?:profiler|nowhere1)\/[^"&<]*/g, '/') };
}

/** Returns a function that returns another address of this machine each time, because wrong keys are limited by address. */
function addresses(): () => string {
  let count = 0;
  return () => `127.1.${Math.floor(++count / 250)}.${(count % 250) + 1}`;
}
