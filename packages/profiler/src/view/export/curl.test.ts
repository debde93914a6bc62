import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBody } from '../../testing/create-profile.ts';
import { knownProfile } from '../../../../../test/profiler/known-profile.ts';
import { randomRequests } from '../../../../../test/profiler/random-requests.ts';
import { startRecorder } from '../../../../../test/profiler/recording-server.ts';
import type { ReceivedRequest } from '../../../../../test/profiler/recording-server.ts';
import { toCurl } from './curl.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test('200 requests exported for cURL arrive unchanged', { skip: !hasCurl && 'curl is not installed' }, async (t) => {
  const { port, received } = await startRecorder(t);
  const home = mkdtempSync(join(tmpdir(), 'oriel-curl-'));
  t.after(() => rmSync(home, { recursive: true }));
  for (const [index, request] of randomRequests(200, port).entries()) {
    const text = toCurl(request.profile);
    const env = { PATH: process.env['PATH'], HOME: home, LC_ALL: index % 2 === 0 ? 'C.UTF-8' : 'C' };
    const errors = await new Promise<string>((resolve) =>
      execFile('bash', ['-c', text], { cwd: home, env }, (_error, _out, err) => resolve(String(err))),
    );
    const sent = received.splice(0);
    assert.equal(sent.length, 1, `${text}\n${errors}`);
    assert.equal(sent[0]!.line, request.line, text);
    assert.deepEqual(comparableHeaders(sent[0]!), comparableHeaders(request), text);
    assert.equal(sent[0]!.body, request.body, text);
  }
  assert.equal(existsSync('/tmp/owned'), false);
});

// Clients set the headers of framing and connection themselves.
function comparableHeaders({ headers }: Pick<ReceivedRequest, 'headers'>): string[] {
  return headers
    .filter(([name]) => !/^(?:host|content-length|connection)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted();
}

test('replaces masked values by variables with comments', async () => {
  const request = {
    method: 'POST',
    url: 'http://localhost:8000/login?token=•••&page=2',
    headers: [
      ['Authorization', 'Bearer •••'],
      ['Cookie', 'sid=•••; theme=dark'],
      ['X-Trip-Secret', '•••'],
    ] as const,
    body: { ...createBody('{"password":"•••","pin": "•••"}', 'application/json'), redacted: true },
  };
  const text = toCurl(knownProfile({ request }));
  assert.match(text, /-H 'Authorization: Bearer '"\$AUTHORIZATION"/);
  assert.match(text, /-H 'Cookie: sid='"\$REDACTED_SID"'; theme=dark'/);
  assert.match(text, /-H 'X-Trip-Secret: '"\$REDACTED_X_TRIP_SECRET"/);
  assert.match(text, /token='?"\$REDACTED_TOKEN"'&page=2'/);
  assert.match(text, /--data-raw '\{"password":"'"\$REDACTED_PASSWORD"'","pin": "'"\$REDACTED_PIN"'"\}'/);
  assert.match(text, /^# \$AUTHORIZATION was masked in the profile: set it first\.$/m);
});

test('names from request data cannot refer to existing shell variables', () => {
  const text = toCurl(
    knownProfile({
      request: { url: 'http://evil.example/?HOME=•••&aws_secret_access_key=•••', headers: [['PATH', '•••']] },
    }),
  );
  assert.deepEqual(
    [...text.matchAll(/"\$(\w+)"/g)].map(([, name]) => name),
    ['REDACTED_HOME', 'REDACTED_AWS_SECRET_ACCESS_KEY', 'REDACTED_PATH'],
  );
});

test('requires a file for a truncated body and states its size', () => {
  const truncated = { ...createBody('x'.repeat(100)), size: 3_000_000, kept: 100, digest: 'ab' };
  const text = toCurl(knownProfile({ request: { method: 'POST', headers: [], body: truncated } }));
  assert.match(text, /^# Only 100 of 3000000 bytes of the body were recorded\.$/m);
  assert.match(text, /--data-binary @"\$REQUEST_BODY_FILE"/);
  const unread = toCurl(
    knownProfile({ request: { method: 'POST', headers: [['Content-Length', '5']], body: undefined } }),
  );
  assert.match(unread, /^# The body was not recorded, because the host did not read it\.$/m);
});

test('comments contain no recorded text, because some shells execute them', () => {
  const request = {
    method: 'POST',
    url: 'http://localhost/?a;id;=•••',
    headers: [
      ['x-`id`', '•••'],
      ['bad name\n; id', 'x'],
    ] as const,
    body: createBody('x\n# `id`'),
  };
  const comments = toCurl(knownProfile({ request }))
    .split('\n')
    .filter((line) => line.startsWith('#'));
  assert.ok(comments.length >= 3);
  for (const comment of comments) assert.match(comment, /^# [\w .,:$]+$/);
});

test('returns a comment for a profile without an absolute URL', () => {
  for (const url of ['', '/books', 'javascript:alert(1)', 'file:///etc/passwd', '-o/tmp/x']) {
    assert.match(toCurl(knownProfile({ request: { url } })), /^# This request cannot be repeated/);
  }
  assert.match(toCurl(knownProfile({ request: { method: '-o /tmp/x' } })), /^# This request cannot be repeated/);
});

test('keeps HTTP/1.0, and decompresses responses', () => {
  const text = toCurl(knownProfile({ request: { version: '1.0', headers: [['Accept-Encoding', 'gzip']] } }));
  assert.match(text, /^curl --http1\.0 /);
  assert.match(text, / --compressed$/);
  assert.doesNotMatch(toCurl(knownProfile()), /--http1\.0|--compressed/);
});

test('sends a header with an empty value', () => {
  assert.match(toCurl(knownProfile({ request: { headers: [['X-Empty', '']] } })), /-H 'X-Empty;'/);
});
