import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { HttpResponse } from '../../../../core/src/http/response.ts';
import { route } from '../../routes/route.ts';
import { defineHost } from '../../host/define-host.ts';
import { MemoryProfileStorage } from '../../../../profiler/src/store/memory/memory-profile-storage.ts';
import { withLocalClient } from '../../../../../test/lib/local-client.ts';

const PAGE = '<title>é</title><p>Boats</p>';
const page = (body: HttpResponse['body'], headers: string[] = []) =>
  new HttpResponse(200, ['Content-Type', 'text/html; charset=utf-8', ...headers], body);
const routes = [
  route('text', 'GET /text', { handle: () => page(PAGE, ['ETag', '"1"']) }),
  route('bytes', 'GET /bytes', { handle: () => page(Buffer.from(PAGE)) }),
  route('stream', 'GET /stream', { handle: () => page(new Blob([PAGE]).stream()) }),
  route('sandbox', 'GET /sandbox', { handle: () => page(PAGE, ['Content-Security-Policy', 'sandbox']) }),
  route('json', 'GET /json', { handle: () => ({ hello: 'world' }) }),
  route('broken', 'GET /broken', { handle: () => Promise.reject(new Error('planned')) }),
];

async function start(t: TestContext, profiler: object = { toolbar: true }) {
  const storage = new MemoryProfileStorage();
  const host = defineHost({ routes, log: false, profiler: { storage, ...profiler } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  t.after(() => host.close());
  const ask = (path: string, dest = 'document') => open(`http://127.0.0.1:${port}${path}`, dest, fetch);
  return { host, storage, ask };
}

async function open(url: string, dest: string, send: (request: Request) => Promise<Response>) {
  const response = await send(new Request(url, { headers: { 'Sec-Fetch-Dest': dest, Accept: 'text/html' } }));
  return { response, text: await response.text() };
}

test('pages of a host have the toolbar, and their profiles have the page without it', async (t) => {
  const { host, storage, ask } = await start(t);
  for (const path of ['/text', '/bytes']) {
    const { response, text } = await ask(path);
    assert.ok(text.startsWith(`${PAGE}<script nonce=`), path);
    assert.match(text, new RegExp(`"token":"${response.headers.get('x-debug-token')}"`));
    assert.equal(response.headers.get('etag'), null);
  }
  await host.close();
  const tokens = storage.find({ terms: [], sort: { by: 'time', descending: true }, limit: 9, cursor: undefined }).rows;
  for (const { token } of tokens) assert.equal(storage.read(token)!.data.response.body!.content, PAGE);
});

test('the error page has the toolbar, allowed by its policy', async (t) => {
  const { response, text } = await (await start(t)).ask('/broken');
  const nonce = /<script nonce="([^"]+)">\(function/.exec(text)![1]!;
  assert.ok(response.headers.get('content-security-policy')!.endsWith(`; script-src-elem 'nonce-${nonce}'`));
});

test('streams, other content, frames and results of fetch stay as they are', async (t) => {
  const { ask } = await start(t);
  assert.equal((await ask('/stream')).text, PAGE);
  assert.equal((await ask('/text', 'empty')).text, PAGE);
  const { response, text } = await ask('/text', 'iframe');
  assert.equal(text, PAGE);
  assert.equal(response.headers.get('etag'), '"1"');
  assert.equal((await ask('/json')).text, '{"hello":"world"}');
  const sandbox = await ask('/sandbox');
  assert.equal(sandbox.text, PAGE);
  assert.equal(sandbox.response.headers.get('x-debug-toolbar'), 'blocked by Content-Security-Policy');
});

test('the pages of the profiler have no toolbar', async (t) => {
  assert.doesNotMatch((await (await start(t)).ask('/_profiler/empty/search/results')).text, /oriel-toolbar/);
});

test('a host has no toolbar unless it is configured, and none in production', async (t) => {
  assert.equal((await (await start(t, {})).ask('/text')).text, PAGE);
  const key = 'a-random-key-of-at-least-32-bytes';
  const profiler = { storage: new MemoryProfileStorage(), toolbar: true, exposeToken: true, key };
  const host = withLocalClient(defineHost({ routes, log: false, profiler }));
  const { response, text } = await open('http://localhost/text', 'document', host.fetch);
  assert.ok(response.headers.has('x-debug-token'));
  assert.equal(text, PAGE);
});
