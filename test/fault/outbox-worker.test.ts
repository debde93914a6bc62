import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { outbox } from 'oriel-host/kysely';
import { createOutboxTable } from '../../packages/host/src/integrations/kysely/changes/outbox-table.ts';
import { connectPostgres } from '../contracts/postgres.ts';
import { openDatabase } from '../concurrency/item-tables.ts';
import { createDatabase } from '../concurrency/run-clients.ts';

const postgres = await connectPostgres('outbox_worker');
await postgres.close();

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  test(
    `messages that a killed process has claimed are delivered by another one in ${kind}`,
    {
      skip: kind === 'PostgreSQL' && postgres.skip,
    },
    async (t) => {
      await using resources = new AsyncDisposableStack();
      const address = await createDatabase(kind, resources);
      const database = resources.adopt(openDatabase(address), async (opened) => opened.destroy());
      const delivered: string[] = [];
      const messages = outbox(database, {
        deliver: async ({ id, attempts }) => delivered.push(`${id} in attempt ${attempts}`),
      });
      await messages.migration.up(database);
      const table = createOutboxTable(database as never, 'oriel_outbox');
      const add = async (id: string, subject: string): Promise<void> =>
        table.add({ id, subscriber: '', subject, body: '{}' }, Date.now());
      await add('first', 'boats 1');
      const child = fork(new URL('outbox-worker.ts', import.meta.url), {
        env: { ...process.env, DATABASE: address },
        execArgv: ['--conditions=oriel:source'],
      });
      assert.deepEqual(await once(child, 'message'), ['first', undefined]);
      await add('second', 'boats 1');
      await add('other', 'boats 2');
      await messages.flush();
      // The second message of the item waits for the first.
      assert.deepEqual(delivered, ['other in attempt 1']);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await messages.flush();
      assert.equal(delivered.length, 1);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 + 31_000 });
      await messages.flush();
      assert.deepEqual(delivered, ['other in attempt 1', 'first in attempt 2', 'second in attempt 1']);
    },
  );
