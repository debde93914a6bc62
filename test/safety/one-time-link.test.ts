import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import type { HostConfig, Mode } from '../../packages/host/src/index.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';

const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];
const PAGE = '/_profiler/empty/search/results';

async function listen(t: TestContext, host: string, mode: Mode, profiler: HostConfig['profiler']) {
  const messages: string[] = [];
  const app = defineHost({
    routes,
    profiler: profiler === false ? false : { storage: new MemoryProfileStorage(), ...profiler },
    log: { access: false, sink: { write: ({ message }) => void messages.push(message) } },
  });
  const { port } = await app.listen({ port: 0, host, mode });
  t.after(() => app.close());
  const link = messages.join('\n').match(/http:\/\/localhost:\d+\/_profiler\/\?key=[\w-]+/)?.[0];
  return { app, port, link };
}

test('a host that other machines can reach logs a link that opens its profiler once', async (t) => {
  const { app, port, link } = await listen(t, '0.0.0.0', 'development', {});
  assert.ok(link !== undefined && link.startsWith(`http://localhost:${port}/`), String(link));
  process.env['ORIEL_MODE'] = 'development';
  t.after(() => delete process.env['ORIEL_MODE']);
  // A browser outside the container.
  const open = (address: string, method = 'GET'): Promise<Response> =>
    app.fetch(new Request(new URL(address, link), { method, headers: { Accept: 'text/html' }, redirect: 'manual' }), {
      peer: '172.17.0.1',
    });
  assert.equal((await open(PAGE)).status, 403);
  assert.equal((await open(link, 'HEAD')).status, 403, 'HEAD does not use the link');
  const opened = await open(link);
  assert.equal(opened.status, 303);
  assert.equal((await open(link)).status, 403, 'the link was used');
  const inside = await open(opened.headers.get('location')!);
  assert.equal(inside.status, 302);
  const page = await open(inside.headers.get('location')!);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Profile Search/);
});

test('the link of a host opens its profiler once over the network', async (t) => {
  const outer = Object.values(networkInterfaces())
    .flat()
    .find((networkInterface) => networkInterface?.family === 'IPv4' && !networkInterface.internal);
  if (outer === undefined) return t.skip('this machine has only loopback addresses');
  const { link, port } = await listen(t, '0.0.0.0', 'development', {});
  const { Client } = await import('./support/client.ts');
  const client = new Client(port, outer.address);
  t.after(() => client.close());
  const get = (path: string) => client.send(`GET ${path}`, { from: outer.address, headers: { Accept: 'text/html' } });
  assert.equal((await get(PAGE)).status, 403);
  const opened = await get(link!.slice(link!.indexOf('/_profiler')));
  assert.equal(opened.status, 303);
  const pass = opened.get('location')!.split('key=')[1];
  assert.equal((await get(`${PAGE}?key=${pass}`)).status, 200);
});

test('no link is logged on a loopback address, in production or without the profiler', async (t) => {
  assert.equal((await listen(t, '127.0.0.1', 'development', {})).link, undefined);
  assert.equal(
    (await listen(t, '0.0.0.0', 'production', { key: 'a-key-of-some-length-32-bytes-or-more' })).link,
    undefined,
  );
  assert.equal((await listen(t, '0.0.0.0', 'development', false)).link, undefined);
});
