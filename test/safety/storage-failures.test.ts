import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { defineHost, route } from '../../packages/host/src/index.ts';
import { Client } from './support/client.ts';

const routes = [route('x', 'GET /x', { handle: () => 'fine' })];

type Fault = (file: string) => (() => void) | void;

const BEFORE_START: readonly (readonly [name: string, fault: Fault])[] = [
  ['is not a database', (file) => writeFileSync(file, 'x'.repeat(100_000))],
  ['is a database of another application', (file) => new DatabaseSync(file).exec('create table a (b)')],
  ['is below a file instead of a folder', (file) => writeFileSync(join(file, '..'), 'a file')],
];
const WHILE_RUNNING: readonly (readonly [name: string, fault: Fault])[] = [
  [
    'is locked by another connection',
    (file) => {
      const other = new DatabaseSync(file);
      other.exec('begin exclusive');
      return () => other.close();
    },
  ],
  ['is removed', (file) => ['', '-wal', '-shm'].forEach((part) => rmSync(file + part, { force: true }))],
  ['is overwritten', (file) => writeFileSync(file, 'x'.repeat(200_000))],
  ['becomes read-only', (file) => chmodSync(file, 0o400)],
];

async function serveWith(fault: Fault, isRunning: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const file = join(folder, fault === BEFORE_START[2]![1] ? 'sub/profiler.sqlite' : 'profiler.sqlite');
  if (!isRunning) fault(file);
  const host = defineHost({ routes, log: false, profiler: { file } });
  const { port } = await host.listen({ port: 0, host: '127.0.0.1', mode: 'development' });
  const client = new Client(port);
  const send = async (): Promise<string | undefined> => {
    const response = await client.send('GET /x');
    assert.deepEqual([response.status, response.text], [200, 'fine']);
    return response.get('x-debug-token');
  };
  try {
    await send();
    const release = isRunning ? fault(file) : undefined;
    for (let round = 0; round < 300; round++) await send();
    const list = await client.send('GET /_profiler/empty/search/results', { headers: { Accept: 'text/html' } });
    assert.equal(list.status, 200);
    release?.();
  } finally {
    client.close();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [name, fault] of BEFORE_START)
  test(`a profile storage that ${name} does not affect requests`, () => serveWith(fault, false));
for (const [name, fault] of WHILE_RUNNING)
  test(`a profile storage that ${name} while the host runs does not affect requests`, () => serveWith(fault, true));
