import assert from 'node:assert/strict';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, startApplication } from './lib/application.ts';
import type { Application } from './lib/application.ts';
import { comparable, requestText, sendRaw } from './lib/raw-http.ts';

/** Handlers of `apps/hostile.mjs`, by what their requests send. */
const WITHOUT_BODY = [
  ...['write-encoding', 'end-encoding', 'page-encoding', 'write-types', 'byte-class', 'head-errors', 'head-getter'],
  ...['head-revoked', 'head-message', 'page-after-error', 'page-status', 'end-twice', 'write-after-end', 'destroyed'],
  ...['write-results', 'informational', 'trailers', 'header-values', 'hostile-logs', 'hostile-errors'],
  'prepared-stacks',
];
const WITH_BODY = ['read-body', 'paused-body', 'pushed-body', 'thrown-in-data', 'unread-body'];

describe('the recorder does not change what an application observes', () => {
  const cleanup: (() => unknown)[] = [];
  const started = { after: (callback: () => unknown) => void cleanup.push(callback) };
  let plain: Application;
  let recorded: Application;
  before(async () => {
    [plain, recorded] = await Promise.all([
      startApplication(started as never, 'hostile.mjs', { withoutRecorder: true }),
      startApplication(started as never, 'hostile.mjs'),
    ]);
  });
  after(async () => {
    for (const callback of cleanup) await callback();
  });

  for (const path of [...WITHOUT_BODY, ...WITH_BODY])
    test(`of ${path}`, async () => {
      const expected = await observe(plain, path);
      assert.deepEqual(await observe(recorded, path), expected);
      assert.equal(recorded.errors().trim().split('\n').length, 1, recorded.errors());
    });

  test('and still records afterwards', async () => {
    assert.notEqual((await fetch(`${recorded.url}/unread-body`)).headers.get('x-debug-token'), null);
  });
});

async function observe(app: Application, path: string): Promise<{ sent: string; output: readonly string[] }> {
  const body = WITH_BODY.includes(path) ? { method: 'POST', body: 'hello body', pause: true } : { method: 'GET' };
  const sent = await sendRaw(app.url, requestText({ ...body, path: `/${path}` }));
  await sleep(20);
  const output = (await (await fetch(`${app.url}/output`)).json()) as readonly string[];
  return { sent: comparable(sent), output };
}

test('an exit of the process during a request has the same exit code', async (t) => {
  const app = await startApplication(t, 'hostile.mjs');
  await sendRaw(app.url, requestText({ method: 'GET', path: '/exit-code' }));
  assert.equal(await app.ended(), 7);
  const [profile] = await app.profiles(1);
  assert.equal(profile!.summary.path, '/exit-code');
});

describe('with the toolbar', () => {
  const NAVIGATION = { Host: 'localhost', 'Sec-Fetch-Dest': 'document' };
  const env = { ORIEL_PROFILER_TOOLBAR: 'on' };

  test('a response that is not a page has the same head, also if `end` writes it', async (t) => {
    const plain = await startApplication(t, 'hostile.mjs', { withoutRecorder: true });
    const recorded = await startApplication(t, 'hostile.mjs', { env });
    for (const path of ['/unread-body', '/end-encoding', '/write-types', '/head-message', '/missing']) {
      const bytes = requestText({ method: 'GET', path, headers: NAVIGATION });
      assert.equal(comparable(await sendRaw(recorded.url, bytes)), comparable(await sendRaw(plain.url, bytes)), path);
    }
  });

  test('a page can be ended twice, and can follow one that Node.js rejects', async (t) => {
    const app = await startApplication(t, 'hostile.mjs', { env });
    for (const [path, page] of [
      ['/end-twice', '<p>page'],
      ['/page-status', '<p>another page'],
      ['/page-encoding', '<p>text'],
      ['/page-after-error', '<p>fail'],
    ] as const) {
      const response = await fetch(`${app.url}${path}`, { headers: NAVIGATION });
      const body = await response.text();
      assert.ok(
        body.startsWith(`${page}<script nonce=`) && body.endsWith('</script>'),
        `${path}: ${body.slice(0, 99)}`,
      );
      assert.equal(body.match(/<script nonce=/g)?.length, 1);
    }
    const output = (await (await fetch(`${app.url}/output`)).json()) as readonly string[];
    assert.deepEqual(
      output.filter((line) => line.startsWith('error') || line.startsWith('uncaught')),
      [],
    );
    assert.equal(app.errors().trim().split('\n').length, 1, app.errors());
  });
});

test('streams of HTTP/2 that are used in wrong ways observe the same', async (t) => {
  const plain = await startApplication(t, 'hostile-http2.mjs', { withoutRecorder: true });
  const recorded = await startApplication(t, 'hostile-http2.mjs');
  for (const path of ['/getter', '/invalid', '/chunks', '/closed', '/ended', '/trailers'])
    assert.deepEqual(await observeStream(recorded, path), await observeStream(plain, path), path);
  assert.equal(recorded.errors().trim().split('\n').length, 1, recorded.errors());
});

async function observeStream(app: Application, path: string): Promise<readonly unknown[]> {
  const sent = await requestStream(app.url, path);
  await sleep(20);
  return [...sent, (await requestStream(app.url, '/output'))[1]];
}

async function requestStream(url: string, path: string): Promise<readonly [head: unknown, text: string]> {
  const client = connectHttp2(url);
  const stream = client.request({ ':path': path });
  let head: Record<string, unknown> = {};
  let text = '';
  stream.on('response', ({ date: _, 'x-debug-token': __, 'x-debug-token-link': ___, ...rest }) => (head = rest));
  stream.on('trailers', (trailers) => (text += JSON.stringify(trailers)));
  stream.on('data', (chunk) => (text += String(chunk)));
  stream.on('error', (error) => (text += error.message));
  await new Promise((resolve) => stream.once('close', resolve));
  client.destroy();
  return [head, text];
}

test('any value can be a user, an error, a parameter or a record of a log', async (t) => {
  const app = await startApplication(t, 'hostile-values.mjs');
  const kinds = (await (await fetch(`${app.url}/kinds`)).json()) as readonly string[];
  const areas = ['user', 'thrown', 'uncaught', 'parameter', 'job', 'logged'];
  for (const area of areas) for (const kind of kinds) await (await fetch(`${app.url}/${area}/${kind}`)).text();
  // Each job has a profile of its own.
  const profiles = await app.profiles(1 + (areas.length + 1) * kinds.length);
  for (const { summary, data } of profiles)
    for (const [name, part] of Object.entries(data))
      assert.equal((part as { failed?: unknown } | undefined)?.failed, undefined, `${name} of ${summary.path}`);
  assert.equal(app.errors().trim().split('\n').length, 1, app.errors());
});

test('no request is retained by an idle connection, and none of a connection that was closed', async (t) => {
  const app = await startApplication(t, 'retained.mjs', { flags: ['--expose-gc'] });
  const alive = async (): Promise<number> => Number(await (await fetch(`${app.url}/alive`)).text());
  const closed = await send(app, 'GET /wait HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50));
  closed.destroy();
  const body = 'Host: a\r\nContent-Length: 2\r\n\r\nhi';
  const idle = await Promise.all(Array.from({ length: 20 }, () => send(app, `POST /x HTTP/1.1\r\n${body}`)));
  t.after(() => idle.forEach((socket) => socket.destroy()));
  await app.profiles(70);
  await eventually(async () => ((await alive()) === 0 ? true : undefined));
});

/** Sends bytes, and returns the connection a moment later. */
async function send(app: Application, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(bytes);
  await sleep(100);
  return socket;
}
