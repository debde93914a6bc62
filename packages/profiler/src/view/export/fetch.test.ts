import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { createBody } from '../../testing/create-profile.ts';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import { randomRequests } from '../../../../../test/profiler/random-requests.ts';
import { startRecorder } from '../../../../../test/profiler/recording-server.ts';
import { toFetch } from './fetch.ts';

test('200 requests exported as fetch arrive unchanged from Node.js', async (t) => {
  const { port, received } = await startRecorder(t);
  const requests = randomRequests(200, port, 11);
  const folder = mkdtempSync(join(tmpdir(), 'oriel-fetch-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'all.mjs');
  // Sequential, so that the requests arrive in order.
  writeFileSync(file, requests.map(({ profile }) => `{\n${toFetch(profile)}\n}`).join('\n'));
  const errors = await new Promise<string>((resolve) =>
    execFile(process.execPath, [file], (_error, _out, err) => resolve(String(err))),
  );
  assert.equal(received.length, requests.length, errors);
  for (const [index, request] of requests.entries()) {
    const text = toFetch(request.profile);
    const sent = received[index]!;
    if (!text.includes('normalizes this URL')) assert.equal(sent.line, request.line, text);
    const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
    // fetch joins headers of one name and trims their values.
    const joinedHeader = (headers: typeof request.headers, name: string): string =>
      headers
        .filter(([other]) => other.toLowerCase() === name)
        .map(([, value]) => value)
        .join(', ');
    for (const name of names)
      assert.equal(joinedHeader(sent.headers, name), joinedHeader(request.headers, name), `${name}\n${text}`);
    assert.equal(sent.body, request.body, text);
  }
});

test('replaces masked values by constants and lists headers that fetch sets', () => {
  const headers = [
    ['Authorization', 'Bearer •••'],
    ['Connection', 'close'],
    ['Expect', '100-continue'],
  ] as const;
  const text = toFetch(
    knownProfile({ request: { method: 'POST', headers, body: { ...createBody('a=•••'), redacted: true } } }),
  );
  assert.match(text, /^const AUTHORIZATION = ''; \/\/ masked in the profile/m);
  assert.match(text, /\["Authorization", "Bearer " \+ AUTHORIZATION\]/);
  assert.match(text, /encode\("a=" \+ REDACTED_A\)/);
  assert.match(text, /^\/\/ fetch sets these headers itself: Connection, Expect$/m);
});

test('recorded text cannot end its string literal', () => {
  const evil = '");process.exit(1);//\u2028</script>';
  const text = toFetch(
    knownProfile({
      request: { method: 'POST', url: `http://localhost/${evil}`, headers: [['x', evil]], body: createBody(evil) },
    }),
  );
  assert.equal(text.includes('\u2028') || text.includes('</script>'), false);
  // Wrapped in an async function, because the code uses top-level `await`.
  assert.doesNotThrow(() => new Script(`async () => {${text}}`));
  assert.equal(text.split('process.exit').length - 1, text.split('\\");process.exit').length - 1);
});

test('the export has a comment for requests that fetch cannot send', () => {
  assert.match(toFetch(knownProfile({ request: { method: 'TRACE' } })), /fetch does not allow this method; use curl\./);
  const body = createBody('x', 'text/plain');
  assert.match(
    toFetch(knownProfile({ request: { method: 'GET', body } })),
    /fetch does not send a body with this method/,
  );
  assert.doesNotMatch(toFetch(knownProfile({ request: { method: 'POST', body } })), /fetch (?:refuses|sends)/);
});
