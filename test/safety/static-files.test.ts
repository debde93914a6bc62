import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { exchange, openConnection } from '../robustness/raw-socket.ts';
import { traversalPaths } from './support/traversal-paths.ts';

const base = mkdtempSync(join(tmpdir(), 'oriel-static-'));
const folder = join(base, 'public');
const SECRET = 'do-not-reveal';
mkdirSync(join(folder, 'sub'), { recursive: true });
mkdirSync(join(folder, '.git'));
mkdirSync(join(base, 'public-not'));
for (const path of ['secret.txt', 'public-not/secret.txt', 'public/.env', 'public/.git/config', 'public/sub/.hidden'])
  writeFileSync(join(base, path), SECRET);
writeFileSync(join(folder, 'index.html'), 'home');
writeFileSync(join(folder, 'sub', 'index.html'), 'sub');
writeFileSync(join(folder, 'a.txt'), 'public');
symlinkSync(join(base, 'secret.txt'), join(folder, 'link.txt'));
symlinkSync(base, join(folder, 'outside'));
symlinkSync(join(folder, 'a.txt'), join(folder, 'inside.txt'));
// A compressed variant that is a link to a file outside of the folder.
symlinkSync(join(base, 'secret.txt'), join(folder, 'a.txt.br'));

const ATTACKS: readonly string[] = [
  ...traversalPaths(['secret.txt', 'public-not/secret.txt', 'etc/passwd']),
  ...['link.txt', 'outside/secret.txt', 'outside/public/../secret.txt', 'outside'],
  ...[base, `${base}/secret.txt`, encodeURIComponent(join(base, 'secret.txt')), `file://${base}/secret.txt`],
];

for (const mount of ['/assets', '/']) {
  test(`no request reads a file outside of the folder at ${mount}, or a dotfile`, async (t) => {
    const host = defineHost({
      log: false,
      profiler: false,
      files: [{ path: mount, folder, precompressed: true, fallback: 'index.html' }],
    });
    const { port, close } = await host.listen({ port: 0 });
    t.after(() => close(50));
    const prefix = mount === '/' ? '' : mount;
    const head = 'Host: localhost\r\nAccept: text/html\r\nAccept-Encoding: br\r\nConnection: close';
    let count = 0;
    for (const method of ['GET', 'HEAD']) {
      for (const attack of ATTACKS) {
        const text = await send(port, `${method} ${prefix}/${attack} HTTP/1.1\r\n${head}\r\n\r\n`);
        assert.equal(text.includes(SECRET) || text.includes('root:'), false, attack);
        assert.match(text, /^HTTP\/1\.1 (?:400|404|301|200) /, attack);
        // The target is normalized before routing, so that a climb may lead to the fallback.
        if (text.startsWith('HTTP/1.1 200') && method === 'GET')
          assert.match(text, /\r\n\r\n(?:home|sub|public)$/, attack);
        assert.doesNotMatch(text, /^location: *(?:\/\/|https?:|\\)/im, attack);
        assert.equal(text.includes(base), false, `${attack} reveals the folder`);
        count++;
      }
    }
    assert.ok(count > 200);
    const { text } = await exchange(port, `GET ${prefix}/inside.txt HTTP/1.1\r\n${head}\r\n\r\n`);
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.ok(text.endsWith('public'));
  });
}

test('a redirect to a folder stays on the host', async (t) => {
  const host = defineHost({ log: false, profiler: false, files: [{ path: '/', folder }] });
  const { port, url, close } = await host.listen({ port: 0 });
  t.after(() => close(50));
  for (const path of ['//sub', '/%2fsub', '//evil.example/..//sub', '/\\sub', '/%5csub', '///sub']) {
    const text = await send(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const location = /^location: *(.*)$/im.exec(text)?.[1]?.trim();
    if (location !== undefined) assert.equal(new URL(location, new URL(path, url)).origin, url, path);
    else assert.match(text, /^HTTP\/1\.1 40[04] /, path);
  }
  const text = await send(port, 'GET /sub?a=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  assert.match(text, /^HTTP\/1\.1 301 .*\r\nlocation: \.\/sub\/\?a=1\r\n/is);
});

test('access rules and firewalls apply to files', async () => {
  const host = defineHost({
    log: false,
    profiler: false,
    security: { firewalls: [{ name: 'all', anonymous: true }] },
    routes: [route('own', 'GET /assets/own', { handle: () => 'own' })],
    files: [{ path: '/assets', folder, access: 'never' }],
  });
  const get = async (path: string) => (await host.fetch(new Request(`http://localhost${path}`))).status;
  assert.deepEqual([await get('/assets/a.txt'), await get('/assets/none'), await get('/assets/own')], [401, 401, 200]);
});

/** Sends bytes and returns the whole response; the server closes the connection. */
async function send(port: number, bytes: string): Promise<string> {
  const socket = await openConnection(port);
  let text = '';
  socket.on('data', (data) => (text += data.toString('latin1'))).on('error', () => {});
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}
