import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Kysely } from 'kysely';
import { z } from 'zod';
import { ConflictError } from '../../../../../core/src/http/http-errors.ts';
import { defineHost } from '../../../host/define-host.ts';
import { NodeSqliteDialect } from '../../../integrations/kysely/node-sqlite-dialect.ts';
import { sqlStore } from '../../../integrations/kysely/store/sql-store.ts';
import { resource } from '../declare/resource.ts';
import { memoryStore } from './memory-store.ts';
import { afterCommit } from './after-commit.ts';

const Boat = z.object({ id: z.int(), name: z.string() });

describe('afterCommit', () => {
  for (const kind of ['memory', 'SQLite'] as const) {
    it(`does work after a transaction of the ${kind} store, and not if it is rolled back`, async (t) => {
      const store = openStore(t, kind);
      const done: string[] = [];
      // A store is bound to its resource by a host.
      defineHost({ log: false, resources: [resource('boats', Boat, { id: 'id', store })] });
      await store.transaction(async () => {
        await afterCommit(() => done.push('outer'));
        await store.transaction(async () => void afterCommit(async () => void done.push('inner')));
        assert.deepEqual(done, []);
      });
      assert.deepEqual(done, ['outer', 'inner']);
      await assert.rejects(
        store.transaction(async () => {
          void afterCommit(() => done.push('never'));
          throw new Error('rolled back');
        }),
        /rolled back/,
      );
      assert.deepEqual(done, ['outer', 'inner']);
    });

    it(`does no work of a transaction of the ${kind} store that was rolled back within another write`, async (t) => {
      const [store, other] = [openStore(t, kind), openStore(t, 'memory')];
      const done: string[] = [];
      const resources = [
        resource('boats', Boat, { id: 'id', store }),
        resource('others', Boat, { id: 'id', store: other }),
      ];
      defineHost({ log: false, resources });
      await other.transaction(async () => {
        const failing = store.transaction(async () => {
          await afterCommit(() => done.push('rolled back'));
          throw new ConflictError('no');
        });
        await assert.rejects(failing, /no/);
        await store.transaction(async () => afterCommit(() => done.push('committed')));
        assert.deepEqual(done, []);
      });
      assert.deepEqual(done, ['committed']);
    });

    it(`does the work of an operation over the ${kind} store after all of its writes`, async (t) => {
      const { send, done } = openHost(t, kind);
      const created = await send('POST', '/api/boats', { name: 'Nereid' });
      assert.deepEqual([created.status, done], [201, ['created Nereid']]);
      const refused = await send('POST', '/api/boats', { name: 'refused' });
      assert.deepEqual([refused.status, done.length], [409, 1]);
      const many = await send('POST', '/api/boats', [{ name: 'Triton' }, { name: 'refused' }]);
      assert.deepEqual([many.status, done.length], [409, 1]);
      assert.equal((await send('POST', '/api/boats', [{ name: 'Triton' }, { name: 'Proteus' }])).status, 201);
      assert.deepEqual(done.slice(1), ['created Triton', 'created Proteus']);
      assert.equal((await send('POST', '/api/boats/1/launch', undefined)).status, 200);
      assert.equal(done.at(-1), 'launched');
    });
  }

  it('logs an error of the work and keeps the response', async (t) => {
    const { send, logged } = openHost(t, 'memory');
    assert.equal((await send('POST', '/api/boats', { name: 'broken' })).status, 201);
    assert.deepEqual(logged, ['Work after a commit failed: The mail server is down']);
  });

  it('rejects the transaction of the application with an error of the work, after all work', async () => {
    const store = memoryStore();
    const done: string[] = [];
    const transaction = store.transaction(async () => {
      void afterCommit(() => {
        throw new RangeError('first');
      });
      void afterCommit(() => done.push('second'));
    });
    await assert.rejects(transaction, /first/);
    assert.deepEqual(done, ['second']);
  });

  it('does the work at once outside of a write', async () => {
    const done: string[] = [];
    await afterCommit(() => done.push('now'));
    assert.deepEqual(done, ['now']);
    await assert.rejects(
      afterCommit(() => {
        throw new RangeError('at once');
      }),
      /at once/,
    );
  });

  for (const kind of ['memory', 'SQLite'] as const)
    it(`does the work of code that a transaction of the ${kind} store started and that runs after its end`, async (t) => {
      const { store, done } = openHost(t, kind);
      const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
      const late = await store.transaction(async () => ({
        work: committed.then(() => afterCommit(() => done.push('at once'))),
        transaction: committed.then(() =>
          store.transaction(async () => {
            await afterCommit(() => done.push('after its own transaction'));
            await store.create({ name: 'Nereid' }, {} as never);
            done.push('in its own transaction');
          }),
        ),
      }));
      commit();
      await Promise.all([late.work, late.transaction]);
      assert.deepEqual(done, ['at once', 'in its own transaction', 'after its own transaction']);
    });
});

function openStore(t: TestContext, kind: 'memory' | 'SQLite') {
  if (kind === 'memory') return memoryStore();
  const file = new DatabaseSync(':memory:');
  file.exec('create table boats (id integer primary key, name text not null unique)');
  const database = new Kysely<{ boats: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
  t.after(() => database.destroy());
  return sqlStore(database, 'boats');
}

function openHost(t: TestContext, kind: 'memory' | 'SQLite') {
  const store = openStore(t, kind);
  const done: string[] = [];
  const logged: string[] = [];
  const boats = resource('boats', Boat, {
    id: 'id',
    store,
    bulk: { max: 10 },
    input: { create: Boat.omit({ id: true }) },
    process: {
      create: async (input) => {
        const boat = (await store.create(input.body, input)) as z.infer<typeof Boat>;
        void afterCommit(() => {
          if (boat.name === 'broken') throw new Error('The mail server is down');
          done.push(`created ${boat.name}`);
        });
        assert.ok(!done.includes(`created ${boat.name}`));
        if (boat.name === 'refused') throw new ConflictError('refused');
        return boat;
      },
    },
    custom: {
      launch: {
        line: 'POST /{id}/launch',
        handle: ({ item }) => {
          void afterCommit(() => done.push('launched'));
          return item;
        },
      },
    },
  });
  const host = defineHost({
    resources: [boats],
    log: { level: 'error', sink: { write: ({ message }) => void logged.push(message) } },
  });
  const send = (method: string, path: string, body: unknown): Promise<Response> =>
    host.fetch(
      new Request(`http://localhost${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      }),
    );
  return { send, store, done, logged };
}
