import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { signRecordHeader } from '../../packages/profiler/src/record/demand/record-header.ts';
import { Client } from './support/client.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const HTML = { Accept: 'text/html' };
const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];

describe('the profiler in production', () => {
  const SWITCHES = {
    'X-Debug': '1',
    'X-Debug-Token': 'abcdef',
    Cookie: 'debug=1; XDEBUG_SESSION=1; profiler=on',
    'X-Profiler': 'on',
    'X-Oriel-Mode': 'development',
    'X-Oriel-Profile': '1',
    Authorization: 'Bearer x',
    Host: 'localhost',
  };
  const opened: (() => Promise<void>)[] = [];
  // Closes the hosts after a failure too. Otherwise the process would not exit.
  afterEach(() => Promise.all(opened.splice(0).map((close) => close())));
  const open = async (
    profiler: { key?: string; exposeToken?: boolean } | undefined,
  ): Promise<{ client: Client; close: () => Promise<void> }> => {
    const host = defineHost({
      routes,
      log: false,
      ...(profiler ? { profiler: { ...profiler, storage: new MemoryProfileStorage() } } : {}),
    });
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
    const client = new Client(port);
    const close = async (): Promise<void> => {
      client.close();
      await host.close();
    };
    opened.push(close);
    return { client, close };
  };

  test('is not enabled by any header, cookie or query of a request', async () => {
    for (const profiler of [undefined, {}]) {
      const { client, close } = await open(profiler);
      for (const path of [
        '/_profiler',
        '/_profiler/',
        '/_profiler/latest',
        '/_profiler/empty/search/results',
        '/hello?_profiler=1&debug=1&key=x',
        '/nowhere?mode=development',
      ]) {
        const response = await client.send(`GET ${path}`, { headers: { ...HTML, ...SWITCHES } });
        assert.equal(response.status, path.startsWith('/hello') ? 200 : 404, path);
        assert.equal(response.get('x-debug-token'), undefined, path);
        assert.doesNotMatch(response.text, /Profile Search|Stack/i);
      }
      await close();
    }
  });

  test('gets 404 unless the request presents the key', async () => {
    const { client, close } = await open({ key: KEY });
    const get = (path: string, headers: Record<string, string> = {}): ReturnType<Client['send']> =>
      client.send(`GET ${path}`, { headers: { ...HTML, ...headers } });
    for (const path of ['/_profiler/', '/_profiler/latest', '/_profiler/empty/search/results', '/_profiler/?key=wrong'])
      assert.equal((await get(path, { 'X-Debug': '1' })).status, 404, path);
    assert.equal((await get('/_profiler/empty/search/results', { Authorization: `Bearer ${KEY}` })).status, 200);
    const exchanged = await get(`/_profiler/?key=${KEY}`);
    assert.equal(exchanged.status, 303);
    assert.doesNotMatch(exchanged.get('location')!, new RegExp(KEY));
    await close();
  });

  test('has the responses of a host without a profiler for requests without the key', async () => {
    const [{ client: keyed }, { client: without }] = [await open({ key: KEY }), await open(undefined)];
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])
      for (const path of ['/_profiler', '/_profiler/', '/_profiler/latest.json', '/_profiler/clear', '/%5Fprofiler/']) {
        const [seen, expected] = [await readPage(keyed, method, path), await readPage(without, method, path)];
        assert.deepEqual(seen, expected, `${method} ${path}`);
      }
  });

  const getToken = async (client: Client, headers: Record<string, string> = {}): Promise<string | undefined> => {
    const response = await client.send('GET /hello', { headers });
    assert.equal(response.status, 200);
    assert.equal(response.get('x-debug-token-link') === undefined, response.get('x-debug-token') === undefined);
    return response.get('x-debug-token');
  };

  test('sends the token of a profile only with responses to requests that present the key', async () => {
    const { client, close } = await open({ key: KEY });
    const withoutKey: Record<string, string>[] = [
      {},
      SWITCHES,
      { Authorization: `Bearer ${KEY}x` },
      { Authorization: `Bearer ${KEY.slice(1)}x` },
      { Authorization: `Basic ${KEY}` },
      { 'X-Debug-Record': KEY },
      { 'X-Debug-Record': signRecordHeader(`${KEY}x`) },
      { Cookie: `key=${KEY}` },
    ];
    for (const headers of withoutKey) assert.equal(await getToken(client, headers), undefined, JSON.stringify(headers));
    assert.match((await getToken(client, { Authorization: `Bearer ${KEY}` })) ?? '', /^\w{6,}$/);
    assert.match((await getToken(client, { 'X-Debug-Record': signRecordHeader(KEY) })) ?? '', /^\w{6,}$/);
    await close();
  });

  test('sends the token of the profile with every response if exposeToken is true', async () => {
    const { client, close } = await open({ key: KEY, exposeToken: true });
    assert.match((await getToken(client)) ?? '', /^\w{6,}$/);
    await close();
  });

  test('accepts the key after any number of wrong ones, which other clients of a proxy may have sent', async () => {
    const wrong = `${KEY.slice(1)}x`;
    const { client, close } = await open({ key: KEY });
    for (let i = 0; i < 12; i++) {
      assert.equal(await getToken(client, { Authorization: `Bearer ${wrong}` }), undefined);
      assert.equal(await getToken(client, { 'X-Debug-Record': signRecordHeader(wrong) }), undefined);
    }
    assert.ok(await getToken(client, { Authorization: `Bearer ${KEY}` }));
    assert.ok(await getToken(client, { 'X-Debug-Record': signRecordHeader(KEY) }));
    const profiler = { headers: { Authorization: `Bearer ${KEY}` } };
    assert.equal((await client.send('GET /_profiler/empty/search/results', profiler)).status, 200);
    await close();
  });
});

/** Returns a response without what differs between two hosts. */
async function readPage(client: Client, method: string, path: string): Promise<unknown> {
  const { status, headers, text } = await client.send(`${method} ${path}`, { headers: HTML });
  const stableHeaders = headers.filter(([name]) => !/^(?:date|x-request-id)$/i.test(name));
  return { status, headers: stableHeaders, text: text.replaceAll(`:${client.port}`, '') };
}
