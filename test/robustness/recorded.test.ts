/** Of requests that were recorded nothing is left but what the storage keeps, however different they are. */
import { ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defineHost, route, span, trace } from 'oriel';
import { MemoryProfileStorage } from 'oriel/profiler';
import type { Host, HostConfig } from 'oriel';
import { liveHeap } from './heap.ts';

const EACH = 1_500;
// A third of any of the texts that each brings.
const MOST = 400 * EACH;

const folder = mkdtempSync(join(tmpdir(), 'oriel-recorded-'));
const caps = { profiles: 200 };
const STORAGES: Readonly<Record<string, HostConfig['profiler']>> = {
  SQLite: { file: join(folder, 'profiler.sqlite'), caps },
  memory: { storage: new MemoryProfileStorage(caps) },
};

for (const [name, profiler] of Object.entries(STORAGES)) {
  test(`fifteen hundred requests, none like another, recorded into ${name}`, async () => {
    process.env['ORIEL_MODE'] = 'development';
    await using host = defineHost({ routes: [...others, orders], log: false, profiler: profiler! });
    let recorded = 0;
    const ask = async (from: number): Promise<void> => {
      for (let n = from; n < from + EACH; n++) {
        const response = await host.fetch(requestOf(n));
        if (response.headers.has('x-debug-token')) recorded++;
        if (!response.headers.has('x-debug-token')) await new Promise((resolve) => setTimeout(resolve, 5));
        await response.arrayBuffer();
      }
      // What waits to be written is held, of course.
      for (let waited = 0; written(host) < recorded && waited < 1_000; waited++)
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    // Whatever is remembered is full after that.
    await ask(0);
    await ask(EACH);
    const before = liveHeap();
    await ask(EACH * 2);
    const grown = liveHeap() - before;
    ok(grown < MOST, `${(grown / 1e6).toFixed(2)} MB were held`);
  });
}
test.after(() => rmSync(folder, { recursive: true, force: true }));

function written(host: Host): number {
  const { health } = host.assembly('development', true).profiling!.storage;
  return health.written + health.dropped;
}

const others = Array.from({ length: 20 }, (_, i) =>
  route(`other_${i}`, `GET /other/${i}/{id}`, { handle: () => ({ i }) }),
);
const orders = route('orders', 'POST /shops/{shop}/orders', {
  handle: async ({ payload, params }) => {
    const text = await payload.text();
    trace.log('info', `Order of shop ${params.shop}`, { text });
    return span(`store ${params.shop}`, () => ({ text }));
  },
});

function requestOf(n: number): Request {
  const long = `${n} amber ocean `.repeat(100);
  return new Request(`http://h${n}.test/shops/${n}/orders?note=${encodeURIComponent(long)}`, {
    method: 'POST',
    body: JSON.stringify({ remark: long }),
    headers: { 'Content-Type': 'application/json', Cookie: `visitor=${n}`, 'X-Note': long, 'User-Agent': `agent ${n}` },
  });
}
