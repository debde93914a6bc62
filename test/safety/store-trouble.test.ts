import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { defineHost, route } from '../../src/index.ts';
import { Client } from './support/client.ts';

const routes = [route('x', 'GET /x', { handle: () => 'fine' })];

type Trouble = (file: string) => (() => void) | void;

const BEFORE: readonly (readonly [name: string, trouble: Trouble])[] = [
  ['is no database', (file) => writeFileSync(file, 'x'.repeat(100_000))],
  ['is somebody else’s database', (file) => new DatabaseSync(file).exec('create table a (b)')],
  ['is in a folder that is none', (file) => writeFileSync(join(file, '..'), 'a file')],
];
const AMID: readonly (readonly [name: string, trouble: Trouble])[] = [
  [
    'is locked by another',
    (file) => {
      const other = new DatabaseSync(file);
      other.exec('begin exclusive');
      return () => other.close();
    },
  ],
  ['is removed', (file) => ['', '-wal', '-shm'].forEach((part) => rmSync(file + part, { force: true }))],
  ['is overwritten', (file) => writeFileSync(file, 'x'.repeat(200_000))],
  ['may only be read', (file) => chmodSync(file, 0o400)],
];

async function serveWith(trouble: Trouble, amid: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trouble-'));
  const file = join(folder, trouble === BEFORE[2]![1] ? 'sub/profiler.sqlite' : 'profiler.sqlite');
  if (!amid) trouble(file);
  const host = defineHost({ routes, log: false, profiler: { file } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const client = new Client(port);
  const ask = async (): Promise<string | undefined> => {
    const answer = await client.ask('GET /x');
    assert.deepEqual([answer.status, answer.text], [200, 'fine']);
    return answer.get('x-debug-token');
  };
  try {
    await ask();
    const release = amid ? trouble(file) : undefined;
    for (let round = 0; round < 300; round++) await ask();
    const list = await client.ask('GET /_profiler/empty/search/results', { headers: { Accept: 'text/html' } });
    assert.equal(list.status, 200);
    release?.();
  } finally {
    client.close();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [name, trouble] of BEFORE)
  test(`a store that ${name} costs no request anything`, () => serveWith(trouble, false));
for (const [name, trouble] of AMID)
  test(`a store that ${name} meanwhile costs no request anything`, () => serveWith(trouble, true));
