import { ok } from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defineHost, memoryStore, resource } from 'oriel';
import { z } from 'zod';

// As in held-requests.test.ts: what old garbage still names survives a collection of young objects.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;

test('what a store is told of a request lets go of it with its answer', async () => {
  const kept = memoryStore([{ id: 1, name: 'Nereid' }]);
  const host = defineHost({
    log: false,
    resources: [
      resource('boats', z.object({ id: z.int(), name: z.string() }), {
        id: 'id',
        store: {
          ...{ bind: (shape) => kept.bind(shape), list: (request, context) => kept.list(request, context) },
          get: async (id, context) => {
            context.context.attributes.set('ballast', new Array<number>(1_000).fill(1));
            await new Promise((resolve) => setImmediate(resolve));
            return kept.get(id, context);
          },
        },
      }),
    ],
  });
  const ask = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const requests = Array.from({ length: 64 }, async () =>
        (await host.fetch(new Request('http://localhost/api/boats/1'))).text(),
      );
      await Promise.all(requests);
      if (i % 4 === 0) collect({ type: 'minor' });
    }
  };
  await ask(20);
  collect({ type: 'major' });
  const before = process.memoryUsage().heapUsed;
  await ask(100);
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  const grown = (process.memoryUsage().heapUsed - before) / 1e6;
  // 6,400 requests with 8 KB each would be 51 MB.
  ok(grown < 20, `${grown.toFixed(1)} MB were held`);
});
