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

test('sends a compressed body decoded, as it is stored, without Content-Encoding', () => {
  const request = {
    method: 'POST',
    headers: [
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '27'],
    ] as const,
    body: createBody('{"a":1}', 'application/json'),
  };
  const text = toCurl(knownProfile({ request }));
  assert.match(text, /--data-raw '\{"a":1\}'/);
  assert.doesNotMatch(text, /-H 'Content-Encoding/);
  assert.match(text, /^# The compressed body is sent decoded, without Content-Encoding\.$/m);
});

test('sends OPTIONS * to its host, without a second Host header', () => {
  const text = toCurl(
    knownProfile({ summary: { path: '*' }, request: { method: 'OPTIONS', url: 'http://localhost:8000*' } }),
  );
  assert.match(text, /--request-target '\*' \\\n {2}http:\/\/localhost:8000\//);
  assert.doesNotMatch(text, /Host/);
});

test('sends a text in another character set than UTF-8, and files of a form, as the bytes that were received', () => {
  const getBytes = (content: string, type: string, size: number): string | undefined => {
    const body = { ...createBody(content, type), size, kept: size };
    const text = toCurl(knownProfile({ request: { method: 'POST', headers: [['Content-Type', type]], body } }));
    return /printf %s (\S+) \|/.exec(text)?.[1];
  };
  assert.equal(
    getBytes('caf\xe9 €', 'text/plain; charset=iso-8859-15', 6),
    Buffer.from('caf\xe9 \xa4', 'latin1').toString('base64'),
  );
  assert.equal(
    getBytes('--b\r\n\xff', 'multipart/form-data', 6),
    Buffer.from('--b\r\n\xff', 'latin1').toString('base64'),
  );
  assert.equal(getBytes('日本', 'text/plain; charset=shift_jis', 4), undefined);
  assert.equal(getBytes('caf\xe9', 'text/plain; charset=unknown', 4), undefined);
});
