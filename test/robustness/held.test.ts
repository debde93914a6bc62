/** A request is let go of with its answer, not with the next full collection, whoever had to wait. */
import { ok } from 'node:assert/strict';
import { test } from 'node:test';
import { defineHost, memoryStore, resource, route } from 'oriel';
import type { HostConfig } from 'oriel';
import { z } from 'zod';
import { held } from '../lib/held.ts';
import { collectYoung, liveHeap, youngHeap } from './heap.ts';

const BALLAST = 8_000;

test('a handler that has to wait', () =>
  letsGo('/late', {
    routes: [
      route('late', 'GET /late', {
        handle: async ({ context }) => {
          context.attributes.set('ballast', ballast());
          await new Promise((resolve) => setImmediate(resolve));
          return { ok: true };
        },
      }),
    ],
  }));

test('a store that is told of the request', () => {
  const kept = memoryStore([{ id: 1, name: 'Nereid' }]);
  return letsGo('/api/boats/1', {
    resources: [
      resource('boats', z.object({ id: z.int(), name: z.string() }), {
        id: 'id',
        store: {
          ...{ bind: (shape) => kept.bind(shape), list: (request, context) => kept.list(request, context) },
          get: async (id, context) => {
            context.context.attributes.set('ballast', ballast());
            await new Promise((resolve) => setImmediate(resolve));
            return kept.get(id, context);
          },
        },
      }),
    ],
  });
});

async function letsGo(path: string, config: HostConfig): Promise<void> {
  const host = defineHost({ ...config, log: false });
  const ask = async (times: number): Promise<void> => {
    for (let turn = 0; turn < times; turn++) {
      const requests = Array.from({ length: 64 }, async () =>
        (await host.fetch(new Request(`http://localhost${path}`))).text(),
      );
      await Promise.all(requests);
      if (turn % 4 === 0) collectYoung();
    }
  };
  // Held against the document once, before anything is measured.
  await held(host).fetch(new Request(`http://localhost${path}`));
  await ask(20);
  const before = liveHeap();
  await ask(100);
  const grown = youngHeap() - before;
  // All that they carried would be 51 MB.
  ok(grown < (6_400 * BALLAST) / 2.5, `${(grown / 1e6).toFixed(1)} MB were held`);
}

function ballast(): number[] {
  return new Array<number>(BALLAST / 8).fill(1);
}
