import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { startApplication } from '../drop-in/lib/application.ts';
import { createProject, runOriel, writeFiles } from './run-program.ts';

const ORIGIN = 'https://shop.example';

test('replay sends the safe requests of an archive to --against, and compares status and shape', async (t) => {
  const { port, received } = await startShop(t);
  const folder = createProject(t, {
    'page.har': archive([
      // As developer tools record HTTP/2.
      entry('GET', `${ORIGIN}/orders?page=1#top`, '{"items":[{"id":1,"total":12.5}]}', {
        httpVersion: 'h2',
        headers: [
          { name: ':authority', value: 'shop.example' },
          { name: 'accept', value: 'application/json' },
        ],
      }),
      ...Array.from({ length: 18 }, () => entry('GET', `${ORIGIN}/same`, '{"id":7}')),
      entry('GET', `${ORIGIN}/gone`, Buffer.from('{"id":1}').toString('base64'), {}, { encoding: 'base64' }),
      entry('POST', `${ORIGIN}/orders`, '{}'),
      entry('GET', 'https://cdn.example/app.js', 'x'),
    ]),
  });
  const args = ['replay', 'page.har', '--against', `http://localhost:${port}`];
  const { code, out, err } = await runOriel(folder, [...args, '--fail-if', 'changed']);
  assert.equal(code, 1, err);
  assert.match(out, /21 recorded, 20 sent, 2 with differences/);
  assert.match(out, /1 of other origins were not sent/);
  assert.match(out, /\/orders\?page=1#top +200 → 200 +body \/items\/\*\/total: number → text/);
  assert.match(out, /\/gone +200 → 404 +status 200 → 404/);
  assert.match(out, /POST +https:\/\/shop\.example\/orders +POST may change data/);
  assert.match(out, /cdn\.example\/app\.js +it is a request of another origin/);
  assert.deepEqual(received.slice(0, 2), [
    `GET /orders?page=1 localhost:${port} application/json`,
    `GET /same localhost:${port} undefined`,
  ]);
  assert.equal(received.length, 20);
  const json = JSON.parse((await runOriel(folder, [...args, '--format', 'json'])).out) as { sent: number };
  assert.equal(json.sent, 20);
});

test('an archive of which fewer than 90 % of the requests can be sent has no result', async (t) => {
  const { port, received } = await startShop(t);
  const origin = `http://localhost:${port}`;
  const folder = createProject(t, {
    'writes.har': archive([entry('GET', `${origin}/same`, '{"id":7}'), entry('POST', `${origin}/orders`, '{}')]),
    'remote.har': archive([entry('GET', `${ORIGIN}/same`, '{"id":7}')]),
    'masked.har': archive([
      entry('GET', `${origin}/same`, '{"id":7}', { headers: [{ name: 'Authorization', value: 'Bearer •••' }] }),
    ]),
    'empty.har': archive([]),
    'hostile.har': archive([
      null,
      7,
      {},
      { request: { method: 1, url: [] } },
      entry('GET', 'javascript:alert(1)', ''),
      entry('GET', `${origin}/same`, '', { headers: 'x' }),
    ]),
  });
  const writes = await runOriel(folder, ['replay', 'writes.har']);
  assert.equal(writes.code, 2);
  assert.match(writes.out, /2 recorded, 1 sent.*Fewer than 90 % were sent, which is not enough for a result/);
  const remote = await runOriel(folder, ['replay', 'remote.har']);
  assert.equal(remote.code, 2);
  assert.match(remote.out, /is not on this machine/);
  assert.equal((await runOriel(folder, ['replay', 'empty.har'])).code, 2);
  assert.equal((await runOriel(folder, ['replay', 'hostile.har'])).code, 2);
  const masked = await runOriel(folder, ['replay', 'masked.har']);
  assert.equal(masked.code, 2);
  assert.match(masked.out, /it needs \$AUTHORIZATION/);
  // Those of writes.har and hostile.har that are valid.
  assert.equal(received.length, 2);
  assert.equal((await runOriel(folder, ['replay', 'masked.har'], { AUTHORIZATION: 'x' })).code, 0);
});

test('replay reads only archives, up to their limits', async (t) => {
  const folder = createProject(t, { 'text.har': 'GET /', 'other.har': '{"log":{}}' });
  writeFiles(folder, {
    'many.har': archive(Array.from({ length: 5_001 }, () => entry('GET', 'http://localhost:1/', ''))),
  });
  for (const [file, reason] of [
    ['text.har', /not an HTTP Archive/],
    ['other.har', /not an HTTP Archive/],
    ['many.har', /5001 requests; at most 5000/],
    ['missing.har', /is not a file/],
  ] as const) {
    const { code, err } = await runOriel(folder, ['replay', file]);
    assert.equal(code, 2, file);
    assert.match(err, reason);
  }
  assert.match((await runOriel(folder, ['replay', 'text.har', '--yes'])).err, /--yes is for one request/);
});

test('replay reads what oriel exports', async (t) => {
  const app = await startApplication(t, 'node-http.ts');
  await app.profileOf(await fetch(`${app.url}/hello`));
  const folder = createProject(t, {});
  const exported = await runOriel(folder, ['export', 'path:/hello', '--as', 'har', '--store', app.store]);
  writeFiles(folder, { 'own.har': exported.out });
  const { code, out, err } = await runOriel(folder, ['replay', 'own.har', '--fail-if', 'changed']);
  assert.equal(code, 0, out + err);
  assert.match(out, /1 recorded, 1 sent, 0 with differences/);
});

async function startShop(t: TestContext): Promise<{ port: number; received: string[] }> {
  const received: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    received.push(`${method} ${url} ${headers.host} ${headers.accept}`);
    response.setHeader('Content-Type', 'application/json');
    if (url === '/gone') response.statusCode = 404;
    response.end(url?.startsWith('/orders') ? '{"items":[{"id":1,"total":"12.50"}]}' : '{"id":8}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, received };
}

function archive(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}

function entry(method: string, url: string, text: string, request: object = {}, content: object = {}): object {
  return {
    request: { method, url, httpVersion: 'HTTP/1.1', headers: [], ...request },
    response: { status: 200, content: { size: text.length, mimeType: 'application/json', text, ...content } },
  };
}
