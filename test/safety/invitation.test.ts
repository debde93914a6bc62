import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { defineHost, route } from '../../src/index.ts';
import type { HostConfig, Mode } from '../../src/index.ts';
import { MemoryProfileStorage } from '../../src/profiler/store/memory/memory-profile-storage.ts';

const routes = [route('hello', 'GET /hello', { handle: () => 'hello' })];
const PAGE = '/_profiler/empty/search/results';

async function listen(t: TestContext, host: string, mode: Mode, profiler: HostConfig['profiler']) {
  const said: string[] = [];
  const app = defineHost({
    routes,
    profiler: profiler === false ? false : { storage: new MemoryProfileStorage(), ...profiler },
    log: { access: false, sink: { write: ({ message }) => void said.push(message) } },
  });
  const { port } = await app.listen({ port: 0, host, mode });
  t.after(() => app.close());
  const link = said.join('\n').match(/http:\/\/localhost:\d+\/_profiler\/\?key=[\w-]+/)?.[0];
  return { app, port, link };
}

test('a host that other machines reach prints a link that opens its profiler once', async (t) => {
  const { app, port, link } = await listen(t, '0.0.0.0', 'development', {});
  assert.ok(link !== undefined && link.startsWith(`http://localhost:${port}/`), String(link));
  process.env['ORIEL_MODE'] = 'development';
  t.after(() => delete process.env['ORIEL_MODE']);
  // As the browser of the machine does that the container runs on.
  const ask = (address: string, method = 'GET'): Promise<Response> =>
    app.fetch(new Request(new URL(address, link), { method, headers: { Accept: 'text/html' }, redirect: 'manual' }), {
      peer: '172.17.0.1',
    });
  assert.equal((await ask(PAGE)).status, 403);
  assert.equal((await ask(link, 'HEAD')).status, 403, 'a preview uses nothing up');
  const opened = await ask(link);
  assert.equal(opened.status, 303);
  assert.equal((await ask(link)).status, 403, 'the link has been used');
  const inside = await ask(opened.headers.get('location')!);
  assert.equal(inside.status, 302);
  const page = await ask(inside.headers.get('location')!);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Profile Search/);
});

test('the same over the network', async (t) => {
  const outer = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal);
  if (outer === undefined) return t.skip('this machine has no address but its own');
  const { link, port } = await listen(t, '0.0.0.0', 'development', {});
  const { Client } = await import('./support/client.ts');
  const client = new Client(port, outer.address);
  t.after(() => client.close());
  const ask = (path: string) => client.ask(`GET ${path}`, { from: outer.address, headers: { Accept: 'text/html' } });
  assert.equal((await ask(PAGE)).status, 403);
  const opened = await ask(link!.slice(link!.indexOf('/_profiler')));
  assert.equal(opened.status, 303);
  const pass = opened.get('location')!.split('key=')[1];
  assert.equal((await ask(`${PAGE}?key=${pass}`)).status, 200);
});

test('no link is printed by who hears this machine only, by production, and without a profiler', async (t) => {
  assert.equal((await listen(t, '127.0.0.1', 'development', {})).link, undefined);
  assert.equal(
    (await listen(t, '0.0.0.0', 'production', { key: 'a-key-of-some-length-32-bytes-or-more' })).link,
    undefined,
  );
  assert.equal((await listen(t, '0.0.0.0', 'development', false)).link, undefined);
});
