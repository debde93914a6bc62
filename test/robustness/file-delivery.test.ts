import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openFile } from '../../packages/host/src/server/file-stream.ts';
import { file } from '../../packages/host/src/server/file.ts';
import { serve } from './serve.ts';

const SIZE = 64 * 1_048_576;
const path = join(mkdtempSync(join(tmpdir(), 'oriel-delivery-')), 'large.bin');
writeFileSync(path, '');
truncateSync(path, SIZE);

// Linux lists the open files of a process.
const canCount = process.platform === 'linux';
const openFiles = () => readdirSync('/proc/self/fd').filter((fd) => getTarget(fd) === path).length;

function getTarget(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 3_000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(condition());
}

/** Sends a request and reads nothing after the first bytes of the response. */
async function stalledClient(t: TestContext, url: string, headers = ''): Promise<ReturnType<typeof connect>> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  await new Promise<void>((resolve, reject) => {
    socket.once('readable', resolve).once('error', reject);
  });
  return socket;
}

for (const [name, headers] of [
  ['a file', ''],
  ['several ranges of a file', 'Range: bytes=0-33554431, 33600000-\r\n'],
] as const) {
  test(`${name} is closed when the client disconnects`, { skip: !canCount }, async (t) => {
    const { url } = await serve(t, () => file(path));
    const socket = await stalledClient(t, url, headers);
    await until(() => openFiles() === 1);
    socket.destroy();
    await until(() => openFiles() === 0);
  });

  test(`${name} is closed after the last byte`, { skip: !canCount }, async (t) => {
    const { url } = await serve(t, () => file(path));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let bytes = 0;
    socket.on('data', (piece) => (bytes += piece.length));
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    assert.ok(bytes > SIZE - 100_000);
    await until(() => openFiles() === 0);
  });
}

test('a file is read as fast as the client receives it', async (t) => {
  let read = 0;
  const piece = new Uint8Array(65_536);
  const source = {
    size: SIZE,
    read: () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            read += piece.length;
            controller.enqueue(piece);
            if (read === SIZE) controller.close();
          },
        },
        { highWaterMark: 0 },
      ),
  };
  const { url } = await serve(t, () => file(source));
  const socket = await stalledClient(t, url);
  let before = -1;
  // The buffers of the sockets are full when no more is read.
  while (before !== read) {
    before = read;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.ok(read < SIZE / 2, `${read} bytes were read for a client that reads nothing`);
  socket.resume();
  await until(() => read === SIZE);
});

test('HEAD, 304 and 416 do not open the file', async (t) => {
  const opened: number[] = [];
  const read = (start: number) => {
    opened.push(start);
    return new Blob(['0123456789'.slice(start)]).stream();
  };
  const { url } = await serve(t, () => file({ size: 10, read }, { etag: 'a' }));
  await fetch(url, { method: 'HEAD' });
  await fetch(url, { headers: { 'If-None-Match': '"a"' } });
  await fetch(url, { headers: { Range: 'bytes=10-' } });
  assert.deepEqual(opened, []);
  await (await fetch(url, { headers: { Range: 'bytes=7-' } })).text();
  assert.deepEqual(opened, [7]);
});

test('a file is closed as soon as its stream is canceled', { skip: !canCount }, async () => {
  for (const pulled of [false, true]) {
    const stream = await openFile({ file: path, start: 0, length: SIZE });
    assert.equal(openFiles(), 1);
    const reader = stream.getReader();
    if (pulled) await reader.read();
    await reader.cancel();
    assert.equal(openFiles(), 0);
  }
});

test(
  'a file whose stream is never read is closed by the garbage collector without a warning',
  { skip: !canCount },
  async (t) => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => void warnings.push(message);
    process.on('warning', onWarning);
    t.after(() => process.off('warning', onWarning));
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await openFile({ file: path, start: 0, length: SIZE });
    await until(() => {
      collect();
      return openFiles() === 0;
    });
    assert.deepEqual(warnings, []);
  },
);
