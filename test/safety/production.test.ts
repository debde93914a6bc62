import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defineHost, route } from '../../src/index.ts';
import { MemoryProfileStorage } from '../../src/profiler/index.ts';
import { Client } from './support/client.ts';

const KEY = 'the-key-of-this-test';
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
  const open = async (
    profiler: { key?: string } | undefined,
  ): Promise<{ client: Client; close: () => Promise<void> }> => {
    const host = defineHost({
      routes,
      log: false,
      ...(profiler ? { profiler: { ...profiler, storage: new MemoryProfileStorage() } } : {}),
    });
    const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'production' });
    const client = new Client(port);
    return { client, close: () => (client.close(), host.close()) };
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
});
