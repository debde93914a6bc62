import { ok } from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defineHost, route } from 'oriel';

// A collection of young objects only: what old garbage still names survives it, and that is what is looked for here.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;

test('a request that had to wait is let go of with its answer, not with the next full collection', async () => {
  const host = defineHost({
    log: false,
    routes: [
      route('late', 'GET /late', {
        handle: async ({ context }) => {
          context.attributes.set('ballast', new Array<number>(1_000).fill(1));
          await new Promise((resolve) => setImmediate(resolve));
          return { ok: true };
        },
      }),
    ],
  });
  const ask = async (times: number) => {
    for (let i = 0; i < times; i++) {
      await Promise.all(
        Array.from({ length: 64 }, async () => (await host.fetch(new Request('http://localhost/late'))).text()),
      );
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
