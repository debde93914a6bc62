import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineHost, route } from '../../index.ts';
import type { HostConfig } from '../../index.ts';
import { MemoryProfileStorage } from '../../../../profiler/src/store/memory/memory-profile-storage.ts';
import { DEFAULT_QUERY } from '../../../../profiler/src/store/search/profile-query.ts';
import type { FilesConfig } from './files-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'oriel-public-'));
const SCRIPT = 'console.log("tide");\n'.repeat(100);
mkdirSync(join(folder, 'docs'));
mkdirSync(join(folder, 'empty'));
for (const [name, content] of Object.entries({
  ...{
    'index.html': 'home',
    'docs/index.html': 'docs',
    'app-3f2a91bc.js': SCRIPT,
    'app-3f2a91bc.js.br': brotliCompressSync(SCRIPT),
  },
  ...{
    'app-3f2a91bc.js.gz': gzipSync(SCRIPT),
    'plain.css': 'a{}'.repeat(1_000),
    'model.gltf': '{}',
    'é b.txt': 'named',
  },
})) {
  writeFileSync(join(folder, name), content);
  utimesSync(join(folder, name), 1_700_000_000, 1_700_000_000);
}

function open(config: Partial<FilesConfig> = {}, more: HostConfig = {}) {
  const host = defineHost({ log: false, profiler: false, files: [{ path: '/assets', folder, ...config }], ...more });
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await host.fetch(new Request(`http://localhost${path}`, { headers, method, redirect: 'manual' }));
    return Object.assign(response, {
      bytes: Buffer.from(await response.arrayBuffer()),
      head: (name: string) => response.headers.get(name),
    });
  };
}

test('files of the whole host do not turn unknown paths into 405', async () => {
  const host = defineHost({
    log: false,
    profiler: false,
    files: [
      { path: '/', folder },
      { path: '/assets', folder },
    ],
    routes: [route('known', 'GET /known', { handle: () => 'ok' })],
  });
  const getStatus = async (method: string, path: string) =>
    (await host.fetch(new Request(`http://localhost${path}`, { method }))).status;
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    assert.equal(await getStatus(method, '/unknown'), 404);
    assert.equal(await getStatus(method, '/'), 404);
    assert.equal(await getStatus(method, '/known'), 405);
    assert.equal(await getStatus(method, '/assets/x.txt'), 405);
  }
  assert.equal(await getStatus('GET', '/unknown'), 404);
  assert.equal(await getStatus('HEAD', '/unknown'), 404);
});

test('serves files with their type, ranges and preconditions, to GET and HEAD', async () => {
  const get = open();
  const found = await get('/assets/plain.css');
  assert.deepEqual([found.status, found.head('content-type')], [200, 'text/css; charset=utf-8']);
  assert.equal(found.head('cache-control'), 'no-cache');
  assert.equal(found.head('x-content-type-options'), 'nosniff');
  assert.equal(found.head('content-disposition'), null);
  const etag = found.head('etag')!;
  assert.equal((await get('/assets/plain.css', { 'If-None-Match': etag })).status, 304);
  const part = await get('/assets/plain.css', { Range: 'bytes=0-2', 'If-Range': etag });
  assert.deepEqual([part.status, part.bytes.toString()], [206, 'a{}']);
  const head = await get('/assets/plain.css', {}, 'HEAD');
  assert.deepEqual([head.status, head.head('content-length'), head.bytes.length], [200, '3000', 0]);
  assert.equal((await get('/assets/%C3%A9%20b.txt')).bytes.toString(), 'named');
  assert.equal((await get('/assets/none.css')).status, 404);
  assert.equal((await get('/assets/plain.css/')).status, 404);
  assert.equal((await get('/assetsx')).status, 404);
  assert.equal((await get('/assets/plain.css', {}, 'POST')).status, 405);
});

test('names with a hash are immutable, others are revalidated or have maxAge', async () => {
  const control = async (config: Partial<FilesConfig>, path: string) =>
    (await open(config)(`/assets/${path}`)).head('cache-control');
  const IMMUTABLE = 'public, max-age=31536000, immutable';
  assert.equal(await control({ immutable: true }, 'app-3f2a91bc.js'), IMMUTABLE);
  assert.equal(await control({ immutable: true }, 'plain.css'), 'no-cache');
  assert.equal(await control({ immutable: true, maxAge: '1 h' }, 'plain.css'), 'public, max-age=3600');
  assert.equal(await control({ maxAge: '1 h' }, 'index.html'), 'no-cache');
  assert.equal(await control({ immutable: /plain/g }, 'plain.css'), IMMUTABLE);
  assert.equal(await control({ immutable: /plain/g }, 'app-3f2a91bc.js'), 'no-cache');
  assert.equal(
    await control({ immutable: true, headers: { 'Cache-Control': 'no-store' } }, 'app-3f2a91bc.js'),
    'no-store',
  );
});

test('sends the compressed variant that the client accepts, with its own ETag', async () => {
  const get = open({ precompressed: true });
  const path = '/assets/app-3f2a91bc.js';
  const variant = async (accept: string) => {
    const { head, bytes } = await get(path, { 'Accept-Encoding': accept });
    assert.equal(head('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(head('vary'), 'Accept-Encoding');
    return [head('content-encoding'), bytes.length, head('etag')] as const;
  };
  const [br, brSize, brTag] = await variant('br, gzip, zstd');
  assert.deepEqual([br, brSize], ['br', brotliCompressSync(SCRIPT).length]);
  const [gzip, gzipSize, gzipTag] = await variant('br;q=0.1, gzip');
  assert.deepEqual([gzip, gzipSize], ['gzip', gzipSync(SCRIPT).length]);
  const [identity, , tag] = await variant('identity');
  assert.equal(identity, null);
  assert.equal(new Set([brTag, gzipTag, tag]).size, 3);
  // There is no .zst file, and gzip is the next that the client accepts.
  assert.equal((await variant('zstd, gzip;q=0.5'))[0], 'gzip');

  const again = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': brTag! });
  assert.deepEqual([again.status, again.head('etag'), again.head('vary')], [304, brTag, 'Accept-Encoding']);
  assert.equal((await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': brTag! })).status, 200);
  const part = await get(path, { 'Accept-Encoding': 'br', Range: 'bytes=0-3', 'If-Range': brTag! });
  assert.deepEqual([part.status, part.head('content-encoding')], [206, 'br']);
  assert.deepEqual(part.bytes, brotliCompressSync(SCRIPT).subarray(0, 4));
  assert.equal(
    (await open({ precompressed: ['gzip'] })(path, { 'Accept-Encoding': 'br, gzip' })).head('content-encoding'),
    'gzip',
  );
});

test('without a variant, a response is compressed as any other', async () => {
  const found = await open({ precompressed: true })('/assets/plain.css', { 'Accept-Encoding': 'gzip' });
  assert.deepEqual([found.head('content-encoding'), found.head('vary')], ['gzip', 'Accept-Encoding']);
});

test('sends the index of a folder, and redirects to the slash', async () => {
  const get = open();
  assert.equal((await get('/assets/docs/')).bytes.toString(), 'docs');
  assert.equal((await get('/assets/')).bytes.toString(), 'home');
  const moved = await get('/assets/docs?x=1');
  assert.deepEqual([moved.status, moved.head('location')], [301, './docs/?x=1']);
  assert.equal((await get('/assets')).status, 301);
  assert.equal((await get('/assets/empty')).status, 404);
  assert.equal((await get('/assets/empty/')).status, 404);
});

test('the fallback is sent to browsers that open a page, and routes come first', async () => {
  const routes = [route('tides', 'GET /tides', { handle: () => 'tides' })];
  const get = open({ path: '/', fallback: 'index.html', immutable: /./ }, { routes });
  const page = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const found = await get('/users/7', page);
  assert.deepEqual([found.status, found.bytes.toString(), found.head('vary')], [200, 'home', 'Accept']);
  assert.equal((await get('/', page)).bytes.toString(), 'home');
  assert.equal((await get('/tides', page)).bytes.toString(), 'tides');
  assert.equal((await get('/plain.css', page)).head('content-type'), 'text/css; charset=utf-8');
  for (const path of ['/api/none', '/api', '/_profiler/none', '/%2e%2e%2fx'])
    assert.equal((await get(path, page)).status, 404, path);
  for (const Accept of ['*/*', 'application/json', 'text/html;q=0'])
    assert.equal((await get('/none', { Accept })).status, 404);
});

test('uses own types and headers, file URLs, and urlFor', async () => {
  const routes = [
    route('link', 'GET /link', { handle: ({ urlFor }) => urlFor('files /assets', { file: '/a b.js' }, false) }),
  ];
  const config = {
    folder: pathToFileURL(folder),
    types: { '.gltf': 'model/gltf+json' },
    headers: { 'X-A': 'b' },
  };
  const get = open(config, { routes });
  const found = await get('/assets/model.gltf');
  assert.deepEqual([found.head('content-type'), found.head('x-a')], ['model/gltf+json', 'b']);
  assert.equal((await get('/link')).bytes.toString(), '/assets/a%20b.js');
});

test('the longer of two paths comes first', async () => {
  const files = [
    { path: '/', folder },
    { path: '/docs', folder: join(folder, 'empty') },
  ];
  const get = open({}, { files });
  assert.equal((await get('/docs/')).status, 404);
  assert.equal((await get('/plain.css')).status, 200);
});

test('reports invalid settings, and missing folders in production', () => {
  const getMessage = (files: unknown) => {
    try {
      defineHost({ files: files as never, log: false });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.match(getMessage('x'), /files {2}\[ORIEL_CONFIG_FILES\]\n +It is "x"/);
  assert.match(getMessage([{ path: 'assets/', folder }]), /files\[0\]\.path.*\n +"assets\/" is not a path of letters/);
  assert.match(
    getMessage([
      { path: '/a', folder },
      { path: '/a', folder },
    ]),
    /"\/a" is also the path of files\[0\]/,
  );
  assert.match(getMessage([{ path: '/a', folder, imutable: true }]), /Did you mean "immutable"/);
  for (const wrong of [
    ...[{ folder: '' }, { fallback: '/x' }, { precompressed: ['lzma'] }, { immutable: 'x' }],
    ...[{ dotfiles: ['x'] }, { types: { gltf: 'x' } }, { headers: { a: 1 } }, { maxAge: 1_500 }],
  ])
    assert.match(getMessage([{ path: '/a', folder, ...wrong }]), new RegExp(`files\\[0\\]\\.${Object.keys(wrong)[0]}`));
});

test('a missing folder keeps the host from starting in production, and is a warning in development', async () => {
  const files = [{ path: '/a', folder: './no-such-folder' }];
  const messages: string[] = [];
  const log = { sink: { write: ({ message }: { message: string }) => void messages.push(message) } };
  await assert.rejects(
    async () => defineHost({ files, log }).listen({ port: 0 }),
    /folder "\.\/no-such-folder" does not exist in/,
  );
  const host = defineHost({ files, log });
  await host.listen({ port: 0, mode: 'development' });
  await host.close();
  assert.ok(
    messages.some((message) => message.includes('files[0].folder: The folder "./no-such-folder" does not exist')),
    messages.join(),
  );
});

test('the profile shows which file was sent and why', async () => {
  const storage = new MemoryProfileStorage();
  const files = [{ path: '/assets', folder, precompressed: true, immutable: true }];
  const host = defineHost({ files, log: false, profiler: { storage } });
  const { port } = await host.listen({ port: 0, mode: 'development' });
  for (const path of ['/assets/app-3f2a91bc.js', '/assets/..%2Fx'])
    await (await fetch(`http://localhost:${port}${path}`, { headers: { 'Accept-Encoding': 'br' } })).text();
  await host.close();
  const decisions = storage
    .find(DEFAULT_QUERY)
    .rows.map(({ token }) => storage.read(token)!.data.decisions.find(({ subject }) => subject === 'static file'));
  const because = 'the path names it; the client accepts br; immutable, because the name has a hash';
  assert.deepEqual(decisions[1], { subject: 'static file', outcome: 'app-3f2a91bc.js.br', because });
  assert.deepEqual(decisions[0]?.because, 'a name contains a slash, a backslash or a control character');
});
