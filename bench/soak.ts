/**
 * Sends a million different requests that are recorded, and compares the warm memory with the memory at the end, which may be
 * 20 MB larger. Memory is warm if the storage is full, the young generation of V8 has its maximum size, and the old generation was
 * collected after that; `bench/README.md` explains why. Also reports the live objects at both times.
 * `node --conditions=oriel:source bench/soak.ts [--requests 1000000] [--recording sqlite|memory|off] [--same]`
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { ORDER_PATH, ORDER_TEXT, variousOrders } from './lib/order-host.ts';
import { paced } from './lib/paced.ts';
import { getLive, getMemory, startProfiled, getState } from './lib/profiled-process.ts';
import { WarmMemory, describeMemory } from './lib/warm-memory.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    recording: { type: 'string', default: 'sqlite' },
    same: { type: 'boolean', default: false },
  },
});
const MAX_GROWTH = 20;
const requests = Number(values.requests);
// The memory grows until the storage is full.
const FULL_STORAGE = 20_000;
const server = startProfiled(values.recording);
await server.ready('/_bench/state');
const target = { port: server.port, ...(values.same ? { path: ORDER_PATH, body: ORDER_TEXT } : variousOrders()) };

let done = 0;
const memory = new WarmMemory();
let warm: { readonly rss: number; readonly live: string } | undefined;
let last = 0;
await getMemory(server);
for (let mark = 1; done < requests;) {
  done += (await paced(target, 16, Infinity, 2)).responses;
  if (done < (requests * mark) / 20) continue;
  mark = Math.floor((done * 20) / requests) + 1;
  // The queue is flushed first.
  await sleep(500);
  const parts = await getMemory(server);
  const { written, dropped } = await getState(server);
  last = parts.rss;
  console.log(
    `${done} requests: ${describeMemory(parts)}; ${parts.collections} collections; stored ${written}, dropped ${dropped}`,
  );
  const isWarm = memory.isWarm(parts) && done >= FULL_STORAGE;
  // Without recording, the young generation may never fill; memory must be stable from the second half on.
  if (warm || (!isWarm && done < requests / 2)) continue;
  warm = { rss: last, live: await live() };
  console.log(isWarm ? `warm; ${warm.live}` : `not warm after half of the requests; ${warm.live}`);
}
console.log(await live());
await server.stop();
const growth = (last - (warm?.rss ?? last)) / 1e6;
console.log(
  `grew by ${growth.toFixed(1)} MB since it was warm (< ${MAX_GROWTH} MB ${growth < MAX_GROWTH ? '✓' : '✗'})`,
);
if (growth >= MAX_GROWTH) process.exitCode = 1;

async function live(): Promise<string> {
  const { heap, external } = await getLive(server);
  return `live objects: heap ${heap.toFixed(1)} MB, external ${external.toFixed(1)} MB`;
}
