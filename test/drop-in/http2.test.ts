import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { eventually, startApplication } from './lib/application.ts';
import { checkProfile } from './lib/framework-profile.ts';
import { REQUESTS } from './lib/framework-requests.ts';
import type { RawRequest } from './lib/raw-http.ts';
import { startTarget } from './lib/target.ts';

const HTTP2 = {
  ...{ file: 'http2.mjs', name: /^node:http2$/, pipeline: [], routes: false },
  ...{ catchesErrors: false, knowsUser: false, hasResponse: true },
};

test('servers of node:http2 answer the same with the recorder, and their profiles are complete', async (t) => {
  const env = { TARGET_URL: await startTarget(t) };
  const [plain, recorded] = await Promise.all([
    startApplication(t, 'http2.mjs', { env, withoutRecorder: true }),
    startApplication(t, 'http2.mjs', { env }),
  ]);
  const [plainSession, session] = [open(t, plain.url), open(t, recorded.url)];
  for (const [name, request] of Object.entries(REQUESTS))
    await t.test(name, async () => {
      const [expected, actual] = [await send(plainSession, request), await send(session, request)];
      const { 'x-debug-token': token, 'x-debug-token-link': link, ...headers } = actual.headers;
      assert.match(String(link), /^http:/);
      assert.deepEqual({ ...headers, date: '' }, { ...expected.headers, date: '' });
      assert.equal(actual.body, expected.body);
      checkProfile(await recorded.profile(String(token)), request, HTTP2);
    });
});

test('streams of node:http2 are recorded, also concurrent and aborted ones', async (t) => {
  const app = await startApplication(t, 'http2.mjs');
  const session = open(t, app.url);
  const echo = {
    method: 'POST',
    path: '/stream-api/echo',
    body: '{"city":"Lisbon","password":"hunter2"}',
    pause: true,
  };
  const [echoed, file] = await Promise.all([
    send(session, echo),
    send(session, { method: 'GET', path: '/stream-api/file' }),
    ...Array.from({ length: 20 }, () => send(session, echo)),
  ]);
  const { summary, data } = await app.profile(String(echoed.headers['x-debug-token']));
  assert.deepEqual([summary.status, summary.requestBytes, summary.bytes], [202, 38, 38]);
  assert.equal(data.response.body?.content, '{"city":"Lisbon","password":"•••"}');
  assert.equal(file.headers['x-file'], 'yes');
  const { summary: fileSummary, data: fileData } = await app.profile(String(file.headers['x-debug-token']));
  assert.deepEqual([fileSummary.status, fileSummary.bytes], [200, file.body.length]);
  assert.deepEqual([fileData.response.body?.size, fileData.response.body?.kept], [file.body.length, 0]);
  const range = await send(session, { method: 'GET', path: '/stream-api/range' });
  assert.equal(range.body, 'openSyn');
  assert.equal((await app.profile(String(range.headers['x-debug-token']))).summary.bytes, 7);
  const none = await send(session, { method: 'GET', path: '/stream-api/none' });
  // Node.js sends the head itself, so there is no line for the token.
  assert.deepEqual([none.body, none.headers['x-debug-token']], ['no head', undefined]);
  const slow = session.request({ ':path': '/slow' });
  slow.once('data', () => slow.close(8));
  await new Promise((resolve) => slow.once('close', resolve));
  const profiles = await app.profiles(25);
  const others = profiles.filter(({ summary: { path } }) => path !== '/stream-api/echo');
  assert.deepEqual(
    new Set(others.map(({ summary: { path, status, aborted } }) => `${path} ${status} ${aborted}`)),
    new Set([
      '/stream-api/file 200 false',
      '/stream-api/range 200 false',
      '/stream-api/none 200 false',
      '/slow 200 true',
    ]),
  );
  for (const profile of profiles)
    assert.deepEqual(
      profile.data.logs.map(({ message }) => message),
      profile.summary.path === '/stream-api/echo' ? ['echo'] : [],
    );
});

test('a stream that the client closes before the head of the response has no status', async (t) => {
  const app = await startApplication(t, 'http2.mjs');
  const stream = open(t, app.url).request({ ':path': '/stream-api/never' });
  stream.on('error', () => undefined);
  await eventually(() => app.errors().includes('no response yet') || undefined);
  stream.close(8);
  const [profile] = await app.profiles(1);
  assert.deepEqual([profile!.summary.status, profile!.summary.aborted], [0, true]);
});

function open(t: TestContext, url: string): ClientHttp2Session {
  const session = connect(url);
  t.after(() => session.destroy());
  return session;
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function send(session: ClientHttp2Session, request: RawRequest): Promise<Received> {
  const { method, path, headers = {}, body = '', pause = false } = request;
  const stream = session.request({ ':method': method, ':path': path, ':authority': 'shop.test', ...headers });
  let received: IncomingHttpHeaders = {};
  let text = '';
  stream.setEncoding('latin1');
  stream.on('response', (element) => (received = { ...element }));
  stream.on('data', (chunk) => (text += String(chunk)));
  if (body === '') stream.end();
  else setTimeout(() => stream.end(body), pause ? 20 : 0);
  return await new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('close', () => resolve({ headers: received, body: text }));
  });
}
