import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { AwsClient } from 'aws4fetch';
import {
  defineHost,
  diskStorage,
  file,
  receiveUploads,
  reply,
  route,
  s3Storage,
} from '../../packages/host/src/index.ts';
import type { HostConfig, UploadOptions, UploadStorage } from '../../packages/host/src/index.ts';
import type { UploadProgress } from '../../packages/host/src/uploads/receive-uploads.ts';
import { MemoryProfileStorage } from '../../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { DEFAULT_QUERY } from '../../packages/profiler/src/store/search/profile-query.ts';
import { openConnection } from '../robustness/raw-socket.ts';
import { KEYS, startS3Server } from '../lib/s3-server.ts';

const MB = 1_048_576;

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-uploads-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(t: TestContext, options: UploadOptions, more: HostConfig = {}) {
  const upload = route('upload', 'POST /files', {
    bodyLimit: 300 * MB,
    handle: async (input) => reply(201, await receiveUploads(input, options)),
  });
  const host = defineHost({ log: false, profiler: false, routes: [upload], ...more });
  const { port, close } = await host.listen({ port: 0, mode: 'development' });
  t.after(() => close(50));
  const url = `http://localhost:${port}/files`;
  const send = async (entries: readonly (readonly [string, string | File])[]) => {
    const body = new FormData();
    for (const [name, value] of entries) body.append(name, value);
    const response = await fetch(url, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, never> & { files: never[] } };
  };
  return { url, port, send };
}

const photo = (size: number, name = 'a.png') => new File([Buffer.alloc(size, 'x')], name, { type: 'image/png' });

test('stores files on disk while they arrive, and returns the text fields', async (t) => {
  const folder = newFolder(t);
  const progress: UploadProgress[] = [];
  const options = {
    storage: diskStorage(join(folder, 'deep')),
    onProgress: (uploadProgress: UploadProgress) => void progress.push(uploadProgress),
  };
  const { send } = await open(t, options);
  const { status, body } = await send([
    ['title', 'Größe'],
    ['photo', photo(200_000, '../../é "1".png')],
    ['empty', new File([], 'empty.txt', { type: 'text/plain; charset=utf-8' })],
  ]);
  assert.equal(status, 201);
  const { files, fields } = body as unknown as Awaited<ReturnType<typeof receiveUploads>>;
  assert.deepEqual({ ...fields }, { title: 'Größe' });
  assert.deepEqual(
    files.map(({ field, name, type, size }) => ({ field, name, type, size })),
    [
      { field: 'photo', name: 'é "1".png', type: 'image/png', size: 200_000 },
      { field: 'empty', name: 'empty.txt', type: 'text/plain', size: 0 },
    ],
  );
  assert.deepEqual(readdirSync(join(folder, 'deep')).sort(), files.map(({ key }) => key).sort());
  assert.ok(readFileSync(join(folder, 'deep', files[0]!.key)).equals(Buffer.alloc(200_000, 'x')));
  const last = progress.findLast(({ field }) => field === 'photo')!;
  assert.deepEqual([last.name, last.bytes], ['é "1".png', 200_000]);
  assert.ok(last.formSize! > 200_000);
});

test('a limit that is exceeded removes all files of the form', async (t) => {
  const cases: readonly (readonly [Partial<UploadOptions>, number, RegExp])[] = [
    [{ files: 1 }, 413, /more than 1 files/],
    [{ fileSize: 50_000 }, 413, /The file of "b" has more than 50000 bytes/],
    [
      { types: ['image/jpeg', 'image/png'] },
      415,
      /file of "c" is not accepted; accepted types: image\/jpeg, image\/png/,
    ],
    [{ fields: 0 }, 413, /more than 0 parts/],
    [{ fieldSize: 3 }, 413, /field "d" has more than 3 bytes/],
  ];
  for (const [limits, status, detail] of cases) {
    const folder = newFolder(t);
    const { send } = await open(t, { storage: diskStorage(folder), ...limits });
    const found = await send([
      ['a', photo(20)],
      ['b', photo(100_000)],
      ['c', new File(['x'], 'c.html', { type: 'text/html' })],
      ['d', 'text'],
    ]);
    assert.equal(found.status, status, detail.source);
    assert.match(found.body['detail']!, detail);
    assert.deepEqual(readdirSync(folder), []);
  }
});

test('a request that is not a form, or a malformed one, is rejected', async (t) => {
  const folder = newFolder(t);
  const { url } = await open(t, { storage: diskStorage(folder), types: ['image/*'] });
  const post = async (type: string, body: string) =>
    (await fetch(url, { method: 'POST', body, headers: { 'Content-Type': type } })).status;
  assert.equal(await post('application/json', '{}'), 415);
  assert.equal(await post('multipart/form-data', ''), 400);
  assert.equal(await post(`multipart/form-data; boundary=${'x'.repeat(71)}`, ''), 400);
  const head = '--b\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\nContent-Type: IMAGE/PNG\r\n\r\n';
  assert.equal(await post('multipart/form-data; boundary=b', `${head}content`), 400);
  assert.equal(await post('multipart/form-data; boundary=b', `${head}content\r\n${head.slice(2)}`), 400);
  assert.deepEqual(readdirSync(folder), []);
  // A browser sends an empty name for a file input without a file.
  const none = head.replace('a.png', '');
  assert.equal(await post('multipart/form-data; boundary=b', `${none}\r\n--b--`), 201);
  assert.deepEqual(readdirSync(folder), []);
  assert.equal(await post('multipart/form-data; boundary="b"', `${none}content\r\n${head}content\r\n--b--`), 201);
  assert.equal(readdirSync(folder).length, 2);
});

test('a malformed form is rejected with the reason', async (t) => {
  const { url } = await open(t, { storage: diskStorage(newFolder(t)) });
  const post = async (type: string, body: string) => {
    const response = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': type } });
    return ((await response.json()) as { detail: string }).detail;
  };
  const TYPE = 'multipart/form-data; boundary=b';
  const part = (head: string) => `--b\r\n${head}\r\n\r\n1\r\n--b--`;
  const reason = (text: string) => `The form is malformed: ${text}`;
  assert.equal(await post('multipart/form-data', ''), reason('the Content-Type has no valid boundary'));
  assert.equal(
    await post(TYPE, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'),
    reason('its parts are not separated and ended by the declared boundary'),
  );
  for (const head of ['malformed', 'Content-Disposition: form-data', 'Content-Disposition: attachment; name="a"'])
    assert.equal(await post(TYPE, part(head)), reason('a part has no valid Content-Disposition with a name'), head);
});

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 3_000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(condition());
}

test('an upload that the client aborts leaves no file', async (t) => {
  const folder = newFolder(t);
  const { port } = await open(t, { storage: diskStorage(folder) });
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="a"; filename="${name}"\r\n\r\n`;
  const socket = await openConnection(port);
  socket.on('error', () => {});
  socket.write(
    'POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n',
  );
  socket.write(`${part('complete')}content\r\n${part('partial')}${'x'.repeat(300_000)}`);
  await until(() => readdirSync(folder).length === 2 && readdirSync(folder).some((name) => name.endsWith('.part')));
  socket.destroy();
  await until(() => readdirSync(folder).length === 0);
});

test('a storage that fails gets no further bytes, and the files before it are removed', async (t) => {
  const folder = newFolder(t);
  const disk = diskStorage(folder);
  const storage = (save: UploadStorage['save']): UploadStorage => ({
    ...disk,
    save: (content, info) => (info.field === 'a' ? disk.save(content, info) : save(content, info)),
  });
  for (const save of [() => Promise.reject(new Error('full')), () => Promise.resolve('unread')]) {
    const { send } = await open(t, {
      storage: { ...storage(save), remove: (key) => (key === 'unread' ? Promise.resolve() : disk.remove(key)) },
    });
    const { status } = await send([
      ['a', photo(10)],
      ['b', photo(100_000)],
    ]);
    assert.equal(status, 500);
    assert.deepEqual(readdirSync(folder), []);
  }
});

test('a profile has a span for each file', async (t) => {
  const profiles = new MemoryProfileStorage();
  const { send } = await open(t, { storage: diskStorage(newFolder(t)) }, { profiler: { storage: profiles } });
  await send([['photo', photo(10)]]);
  await until(() => profiles.find(DEFAULT_QUERY).rows.length > 0);
  const { spans } = profiles.read(profiles.find(DEFAULT_QUERY).rows[0]!.token)!.data;
  const found = spans.find(({ name }) => name === 'upload photo');
  assert.deepEqual(found?.details, { name: 'a.png', type: 'image/png', bytes: 10 });
});

test('an upload of 200 MB needs little memory', async (t) => {
  const folder = newFolder(t);
  let peak = 0;
  const onProgress = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const { url } = await open(t, { storage: diskStorage(folder), onProgress });
  const piece = Buffer.alloc(MB, 'x');
  const upload = (megabytes: number) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(
        url,
        { method: 'POST', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode!));
        },
      );
      sent.once('error', reject);
      sent.write('--b\r\nContent-Disposition: form-data; name="a"; filename="a.bin"\r\n\r\n');
      let left = megabytes;
      const next = (): void => {
        while (left-- > 0) if (!sent.write(piece)) return void sent.once('drain', next);
        sent.end('\r\n--b--\r\n');
      };
      next();
    });
  assert.equal(await upload(40), 201);
  const before = peak;
  assert.equal(await upload(200), 201);
  const grown = (peak - before) / MB;
  assert.ok(grown < 60, `the memory grew by ${grown.toFixed(0)} MB`);
});

test('stores files in S3, small ones with one request and large ones in parts', async (t) => {
  const s3 = await startS3Server(t);
  const client = new AwsClient({ ...KEYS, retries: 0 });
  const storage = s3Storage({ url: s3.url, fetch: (url, init) => client.fetch(url, init), partSize: 5 * MB });
  const { send } = await open(t, { storage });
  const { status, body } = await send([
    ['small', photo(1_000)],
    ['large', photo(12 * MB)],
    ['even', photo(5 * MB)],
  ]);
  assert.equal(status, 201);
  assert.deepEqual(s3.log, ['put', 'begin', 'part', 'part', 'part', 'complete', 'begin', 'part', 'complete']);
  const files = body.files as { key: string; size: number }[];
  for (const { key, size } of files) {
    assert.ok(s3.objects.get(key)!.bytes.equals(Buffer.alloc(size, 'x')));
    assert.equal(s3.objects.get(key)!.type, 'image/png');
  }

  // Downloads pass the range to the storage.
  const { key, size } = files[1]!;
  const read = async (start: number, end: number) =>
    (await client.fetch(`${s3.url}/${key}`, { headers: { Range: `bytes=${start}-${end}` } })).body!;
  const host = defineHost({ log: false, routes: [route('get', 'GET /file', { handle: () => file({ size, read }) })] });
  const part = await host.fetch(new Request('http://localhost/file', { headers: { Range: 'bytes=100-104' } }));
  assert.deepEqual([part.status, await part.text()], [206, 'xxxxx']);

  await storage.remove(key);
  assert.equal(s3.objects.has(key), false);
});

test('an upload to S3 that fails is aborted, and leaves no object', async (t) => {
  const s3 = await startS3Server(t);
  const client = new AwsClient({ ...KEYS, retries: 0 });
  const storage = s3Storage({ url: s3.url, fetch: (url, init) => client.fetch(url, init), partSize: 5 * MB });
  for (const [failing, limits] of [
    ['part', {}],
    ['complete', {}],
    ['put', {}],
    ['', { fileSize: 11 * MB }],
  ] as const) {
    s3.failing.clear();
    s3.failing.add(failing);
    const { send } = await open(t, { storage, ...limits });
    const small = failing === 'put';
    const { status } = await send([['large', photo(small ? 10 : 12 * MB)]]);
    assert.equal(status, failing === '' ? 413 : 500, failing);
    assert.deepEqual([s3.uploads.size, s3.objects.size], [0, 0], failing);
    assert.equal(s3.log.at(-1), small ? 'put' : 'abort');
  }
});

test('s3Storage rejects parts that S3 does not accept', () => {
  assert.throws(
    () => s3Storage({ url: 'http://localhost', fetch, partSize: 1_000 }),
    /partSize is 1000; S3 requires at least 5242880/,
  );
});
