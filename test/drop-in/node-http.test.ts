import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startApplication } from './lib/application.ts';

test('a request of a node:http server is recorded without a change to the application', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const response = await fetch(`${app.url}/echo?a=1&token=hunter2`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"city":"Lisbon","password":"hunter2"}',
  });
  assert.equal(await response.text(), '{"city":"Lisbon","password":"hunter2"}');
  const { summary, data } = await app.profileOf(response);
  assert.equal(summary.status, 200);
  assert.equal(summary.method, 'POST');
  assert.equal(summary.url, `${app.url}/echo?a=1&token=•••`);
  assert.equal(summary.ip, '127.0.0.1');
  assert.equal(summary.requestBytes, 38);
  assert.equal(summary.bytes, 38);
  assert.equal(data.request.body?.content, '{"city":"Lisbon","password":"•••"}');
  assert.equal(data.response.body?.content, '{"city":"Lisbon","password":"•••"}');
  assert.ok(data.response.headers.some(([name, value]) => name === 'Content-Type' && value === 'application/json'));
  assert.equal(data.framework?.name, 'node:http');
  assert.ok(summary.duration > 0 && data.response.firstByte! > 0);
});

test('a response has the token and the link of its profile and is otherwise unchanged', async (t) => {
  const [plain, recorded] = await Promise.all([
    startApplication(t, 'node-http.ts', { withoutRecorder: true }),
    startApplication(t, 'node-http.ts'),
  ]);
  for (const path of ['/hello', '/array', '/empty', '/chunks', '/gzip', '/none']) {
    const [expected, actual] = await Promise.all([rawResponse(plain.url, path), rawResponse(recorded.url, path)]);
    const lines = actual.split('\r\n');
    const token = lines.find((line) => line.startsWith('X-Debug-Token: '))?.slice(15);
    assert.match(token ?? '', /^[0-9a-f]{6}$/, path);
    assert.ok(lines.includes(`X-Debug-Token-Link: http://127.0.0.1:8025/_profiler/${token}`), path);
    const rest = lines.filter((line) => !line.startsWith('X-Debug-Token')).join('\r\n');
    assert.equal(withoutDate(rest), withoutDate(expected), path);
  }
});

test('compressed bodies are stored decoded, with their secrets masked', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const { data } = await app.profileOf(await fetch(`${app.url}/gzip`));
  assert.equal(data.response.body?.content, '{"password":"•••","city":"Lisbon"}');
});

test('the beginning of a compressed body is stored if the body is longer than the limit or ends early', async (t) => {
  const app = await startApplication(t, 'node-http.ts', { env: { ORIEL_PROFILER_BODY_CAP: '1000' } });
  const long = JSON.stringify({ password: 'hunter2', numbers: Array.from({ length: 5000 }, (_, i) => Math.sin(i)) });
  const repeated = JSON.stringify({ password: 'hunter2', text: 'four '.repeat(1_000_000) });
  for (const body of [gzipSync(long), gzipSync(repeated), gzipSync(long.slice(0, 900)).subarray(0, -8)]) {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const { data } = await app.profileOf(await fetch(`${app.url}/echo`, { method: 'POST', headers, body }));
    const recorded = data.request.body!;
    assert.match(recorded.content, /^\{"password":"•••","(numbers|text)":/);
    assert.ok(recorded.kept > 500 && recorded.kept <= 1000 && recorded.size > recorded.kept);
  }
});

test('console output and outgoing calls belong to the request that made them', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const response = await fetch(`${app.url}/call`);
  const { summary, data } = await app.profileOf(response);
  assert.deepEqual(
    data.logs.map(({ level, channel, message }) => [level, channel, message]),
    [['warning', 'console', 'calling /hello']],
  );
  assert.equal(summary.httpCount, 1);
  assert.equal(data.spans.find(({ kind }) => kind === 'http')?.details?.['status'], 200);
});

test('a warning of the process is not a logged error', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  const { summary, data } = await app.profileOf(await fetch(`${app.url}/warning`));
  assert.deepEqual(
    data.logs.map(({ level, message }) => [level, message.replace(/\d+(?=\))/, '1').split('\n', 1)[0]]),
    [['warning', '(node:1) [DEP9999] DeprecationWarning: The old parser is used']],
  );
  // A busy machine can add a finding about time.
  const logged = summary.findings.filter((code) => code.startsWith('logged-'));
  assert.deepEqual([summary.errors, summary.warnings, logged], [0, 1, []]);
  assert.match(app.errors(), /DeprecationWarning: The old parser is used/);
});

test('a request that ends the process is stored with its error, and the process ends as before', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  await assert.rejects(fetch(`${app.url}/crash`));
  assert.equal(await app.ended(), 1);
  assert.match(app.errors(), /TypeError: planned crash/);
  const [profile] = await app.profiles(1);
  assert.equal(profile!.summary.exception, 'TypeError');
  assert.equal(profile!.summary.aborted, true);
  assert.match(JSON.stringify(profile!.data.exception), /planned crash/);
});

test('nothing is recorded and no store is opened in production without a key', async (t) => {
  const file = '/tmp/oriel-drop-in-production.sqlite';
  const env = { NODE_ENV: 'production', ORIEL_PROFILER_FILE: file };
  const app = await startApplication(t, 'node-http.ts', { env });
  const response = await fetch(`${app.url}/hello`);
  assert.equal(response.headers.get('x-debug-token'), null);
  assert.equal(existsSync(file), false);
});

function withoutDate(text: string): string {
  return text.replace(/^Date: .*$/m, 'Date: –');
}

/** Returns the whole response as it arrives, head and body. */
async function rawResponse(url: string, path: string): Promise<string> {
  const { connect } = await import('node:net');
  const { hostname, port, host } = new URL(url);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('end', () => resolve(text.replaceAll(host, 'HOST')));
    socket.on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}
