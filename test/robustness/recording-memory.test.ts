/** Recorded requests use no memory besides the storage, even if all of them are different. */
import { ok } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defineHost, route, span, trace } from 'oriel-host';
import { MemoryProfileStorage } from 'oriel';
import type { Host, HostConfig } from 'oriel-host';
import { liveHeap } from './heap.ts';

const REQUESTS = 1_500;
// A third of the long text in each request.
const MAX_GROWTH = 400 * REQUESTS;

const folder = mkdtempSync(join(tmpdir(), 'oriel-recorded-'));
const caps = { profiles: 200 };
const STORAGES: Readonly<Record<string, HostConfig['profiler']>> = {
  SQLite: { file: join(folder, 'profiler.sqlite'), caps },
  memory: { storage: new MemoryProfileStorage(caps) },
};

for (const [name, profiler] of Object.entries(STORAGES)) {
  test(`1,500 different requests recorded into ${name} do not increase memory use`, async () => {
    process.env['ORIEL_MODE'] = 'development';
    await using host = defineHost({ routes: [...others, orders], log: false, profiler: profiler! });
    let recorded = 0;
    const send = async (from: number): Promise<void> => {
      for (let n = from; n < from + REQUESTS; n++) {
        const response = await host.fetch(getRequest(n));
        if (response.headers.has('x-debug-token')) recorded++;
        if (!response.headers.has('x-debug-token')) await new Promise((resolve) => setTimeout(resolve, 5));
        await response.arrayBuffer();
      }
      // Queued profiles use memory until they are written.
      for (let waited = 0; written(host) < recorded && waited < 1_000; waited++)
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    // Fills all caches before the measurement.
    await send(0);
    await send(REQUESTS);
    const before = liveHeap();
    await send(REQUESTS * 2);
    const grown = liveHeap() - before;
    ok(grown < MAX_GROWTH, `${(grown / 1e6).toFixed(2)} MB were not released`);
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

function getRequest(n: number): Request {
  const long = `${n} amber ocean `.repeat(100);
  return new Request(`http://h${n}.test/shops/${n}/orders?note=${encodeURIComponent(long)}`, {
    method: 'POST',
    body: JSON.stringify({ remark: long }),
    headers: { 'Content-Type': 'application/json', Cookie: `visitor=${n}`, 'X-Note': long, 'User-Agent': `agent ${n}` },
  });
}
