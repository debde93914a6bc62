import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource } from 'oriel-host';
import { z } from 'zod';
import { SECRET, openStream, receivedBy, send } from './live-host.ts';

const Line = z.object({ id: z.int(), quantity: z.int(), price: z.number(), total: z.number() });

test('live updates have the computed fields of the changed item', async () => {
  await using host = defineHost({
    hub: { secret: SECRET, anonymous: true },
    resources: [
      resource('lines', Line, {
        id: 'id',
        input: { create: Line.omit({ total: true }) },
        computed: { total: (lines) => lines.map(({ quantity, price }) => quantity * price) },
        live: true,
        custom: {
          touch: {
            line: 'POST /touch',
            handle: async ({ publish }) => publish('lines', { id: 1, quantity: 5, price: 5 }),
          },
        },
        store: memoryStore([{ id: 1, quantity: 2, price: 5 }]),
      }),
    ],
    access: 'public',
    log: { level: 'none' },
    profiler: false,
  });
  const stream = await openStream(host, 'topic=/api/lines/{id}&match=end');
  equal((await send(host, 'PATCH /api/lines/1', { quantity: 3 })).status, 200);
  equal((await send(host, 'POST /api/lines/touch')).status, 204);
  deepEqual(await receivedBy(host, stream), [
    { id: 1, quantity: 3, price: 5, total: 15 },
    { id: 1, quantity: 5, price: 5, total: 25 },
  ]);
});
