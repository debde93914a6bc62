import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { defineHost, route } from '../../src/index.ts';
import { MemoryProfileStorage } from '../../src/profiler/store/memory/memory-profile-storage.ts';
import { signRecordHeader } from '../../src/profiler/access/record-header.ts';
import { Client } from './support/client.ts';

const KEY = 'the-key-of-this-test-with-32-bytes-or-more';
const HTML = { Accept: 'text/html' };
const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];

describe('in production', () => {
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
  // Also after a failure, or the process would not end.
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

  test('nothing that a request carries switches the profiler on', async () => {
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
        const answer = await client.ask(`GET ${path}`, { headers: { ...HTML, ...SWITCHES } });
        assert.equal(answer.status, path.startsWith('/hello') ? 200 : 404, path);
        assert.equal(answer.get('x-debug-token'), undefined, path);
        assert.doesNotMatch(answer.text, /Profile Search|Stack/i);
      }
      await close();
    }
  });

  test('with a key it answers to the key alone, and to nobody else is as if it were not there', async () => {
    const { client, close } = await open({ key: KEY });
    const ask = (path: string, headers: Record<string, string> = {}): ReturnType<Client['ask']> =>
      client.ask(`GET ${path}`, { headers: { ...HTML, ...headers } });
    for (const path of ['/_profiler/', '/_profiler/latest', '/_profiler/empty/search/results', '/_profiler/?key=wrong'])
      assert.equal((await ask(path, { 'X-Debug': '1' })).status, 404, path);
    assert.equal((await ask('/_profiler/empty/search/results', { Authorization: `Bearer ${KEY}` })).status, 200);
    const exchanged = await ask(`/_profiler/?key=${KEY}`);
    assert.equal(exchanged.status, 303);
    assert.doesNotMatch(exchanged.get('location')!, new RegExp(KEY));
    await close();
  });

  const tokenOf = async (client: Client, headers: Record<string, string> = {}): Promise<string | undefined> => {
    const answer = await client.ask('GET /hello', { headers });
    assert.equal(answer.status, 200);
    assert.equal(answer.get('x-debug-token-link') === undefined, answer.get('x-debug-token') === undefined);
    return answer.get('x-debug-token');
  };

  test('the token of a profile is sent only with responses to requests that present the key', async () => {
    const { client, close } = await open({ key: KEY });
    const strangers: Record<string, string>[] = [
      {},
      SWITCHES,
      { Authorization: `Bearer ${KEY}x` },
      { Authorization: `Bearer ${KEY.slice(1)}x` },
      { Authorization: `Basic ${KEY}` },
      { 'X-Debug-Record': KEY },
      { 'X-Debug-Record': signRecordHeader(`${KEY}x`) },
      { Cookie: `key=${KEY}` },
    ];
    for (const headers of strangers) assert.equal(await tokenOf(client, headers), undefined, JSON.stringify(headers));
    assert.match((await tokenOf(client, { Authorization: `Bearer ${KEY}` })) ?? '', /^\w{6,}$/);
    assert.match((await tokenOf(client, { 'X-Debug-Record': signRecordHeader(KEY) })) ?? '', /^\w{6,}$/);
    await close();
  });

  test('with exposeToken every response has the token of its profile', async () => {
    const { client, close } = await open({ key: KEY, exposeToken: true });
    assert.match((await tokenOf(client)) ?? '', /^\w{6,}$/);
    await close();
  });

  test('guesses of the key in requests to the application are limited, and do not lock anyone out of the profiler', async () => {
    const wrong = `${KEY.slice(1)}x`;
    const profiler = { headers: { Authorization: `Bearer ${KEY}` } };
    const bearer = await open({ key: KEY });
    for (let i = 0; i < 10; i++)
      assert.equal(await tokenOf(bearer.client, { Authorization: `Bearer ${wrong}` }), undefined);
    assert.equal(await tokenOf(bearer.client, { Authorization: `Bearer ${KEY}` }), undefined);
    assert.equal((await bearer.client.ask('GET /_profiler/empty/search/results', profiler)).status, 200);
    await bearer.close();
    const signed = await open({ key: KEY });
    // Only ten of these count, although each is checked several times, and an expired one never does.
    for (let i = 0; i < 20; i++)
      await tokenOf(signed.client, { 'X-Debug-Record': signRecordHeader(KEY, 1, Date.now() - 5_000) });
    for (let i = 0; i < 9; i++) await tokenOf(signed.client, { 'X-Debug-Record': signRecordHeader(wrong) });
    assert.ok(await tokenOf(signed.client, { 'X-Debug-Record': signRecordHeader(KEY) }));
    await tokenOf(signed.client, { 'X-Debug-Record': signRecordHeader(wrong) });
    assert.equal(await tokenOf(signed.client, { 'X-Debug-Record': signRecordHeader(KEY) }), undefined);
    assert.equal((await signed.client.ask('GET /_profiler/empty/search/results', profiler)).status, 200);
    await signed.close();
  });
});
