import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { currentScope, runInTrace } from '../../packages/core/src/trace/current.ts';
import { RequestTrace } from '../../packages/core/src/trace/trace.ts';
import { tinyDbLibrary } from './lib/tiny-db-library.ts';

const EXAMPLE = join(import.meta.dirname, 'lib/tiny-db-library.ts');
const PAGE = join(import.meta.dirname, '../../docs/profiler/drivers.md');

class Client {
  opened: unknown;

  connect(): void {
    this.opened = currentScope().trace.recording;
  }

  async query(sql: string, parameters: unknown[] = []): Promise<unknown[]> {
    if (sql === 'broken') throw new TypeError('no such table');
    return [this instanceof Client, ...parameters];
  }
}

test('the example of a driver in the documentation records queries, rows and errors', async () => {
  tinyDbLibrary.watch(Client, { version: '2.1.0', root: '/' });
  const trace = new RequestTrace();
  const client = new Client();
  await runInTrace(trace, async () => {
    client.connect();
    assert.deepEqual(await client.query('select 1', [7]), [true, 7]);
    await assert.rejects(client.query('broken'), TypeError);
  });
  assert.equal(client.opened, false);
  assert.deepEqual(
    trace.spans.map(({ kind, name, error, details }) => [
      kind,
      name,
      error,
      details?.['rows'],
      details?.['parameters'],
    ]),
    [
      ['db', 'select 1', undefined, 2, [7]],
      ['db', 'broken', 'no such table', 0, []],
    ],
  );
});

test('the documentation shows the example as it is', () => {
  const example = readFileSync(EXAMPLE, 'utf8')
    .replaceAll('../../../packages/profiler/src/node/drivers/', './')
    .replaceAll('../../../packages/profiler/src/node/', '../');
  assert.ok(readFileSync(PAGE, 'utf8').includes(`\`\`\`typescript\n${example}\`\`\``), example);
});
