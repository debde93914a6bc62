/**
 * Measures how much memory of completed requests minor collections leave, for request-memory.test.ts. A process of its own,
 * because the test runner observes promises, and observed promises survive minor collections.
 */
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { defineHost, memoryStore, resource, route } from 'oriel-host';
import type { HostConfig } from 'oriel-host';
import { NodeSqliteDialect, sqlStore } from 'oriel-host/kysely';
import { z } from 'zod';
import { checkedHost } from '../lib/checked-host.ts';
import { collectYoungObjects, liveHeap, youngHeap } from './heap.ts';

const BALLAST = 8_000;

const CASES: Readonly<Record<string, () => Promise<number>>> = {
  handler: () =>
    measure('/late', {
      routes: [
        route('late', 'GET /late', {
          handle: async ({ context }) => {
            context.attributes.set('ballast', ballast());
            await new Promise((resolve) => setImmediate(resolve));
            return { ok: true };
          },
        }),
      ],
    }),
  store: () => {
    const inner = memoryStore([{ id: 1, name: 'Nereid' }]);
    return measure('/api/boats/1', {
      resources: [
        resource('boats', z.object({ id: z.int(), name: z.string() }), {
          id: 'id',
          store: {
            ...{ bind: (shape) => inner.bind(shape), list: (request, context) => inner.list(request, context) },
            get: async (id, context) => {
              context.context.attributes.set('ballast', ballast());
              await new Promise((resolve) => setImmediate(resolve));
              return inner.get(id, context);
            },
          },
        }),
      ],
    });
  },
  cursor: async () => {
    const dialect = new NodeSqliteDialect({ database: new DatabaseSync(':memory:') });
    const database = new Kysely<{ boats: { id: number; name: string } }>({ dialect });
    await database.schema.createTable('boats').addColumn('id', 'integer').addColumn('name', 'text').execute();
    const rows = [1, 2, 3].map((id) => ({ id, name: 'x'.repeat(BALLAST) }));
    await database.insertInto('boats').values(rows).execute();
    return measure('/api/boats?itemsPerPage=1', {
      resources: [
        resource('boats', z.object({ id: z.int(), name: z.string() }), {
          id: 'id',
          page: { by: 'cursor' },
          store: sqlStore(database, 'boats'),
        }),
      ],
    });
  },
};

/** Returns the bytes that are left of 6,400 requests. */
async function measure(path: string, config: HostConfig): Promise<number> {
  const host = defineHost({ ...config, log: false });
  const send = async (times: number): Promise<void> => {
    for (let round = 0; round < times; round++) {
      const requests = Array.from({ length: 64 }, async () =>
        (await host.fetch(new Request(`http://localhost${path}`))).text(),
      );
      await Promise.all(requests);
      if (round % 4 === 0) collectYoungObjects();
    }
  };
  // One exchange is checked against the document before the measurement.
  await checkedHost(host).fetch(new Request(`http://localhost${path}`));
  await send(20);
  const before = liveHeap();
  await send(100);
  return youngHeap() - before;
}

function ballast(): number[] {
  return new Array<number>(BALLAST / 8).fill(1);
}

console.log(String(await CASES[process.argv[2] ?? '']!()));
