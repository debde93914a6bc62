/**
 * A million recorded requests, none like another: memory once it is warm beside memory at the end, which may be 20 MB more.
 * It is warm when the storage is full, V8 has made its young generation as large as it ever will, and the old one has been
 * collected since; `bench/README.md` tells why. What is alive is told at both moments as well.
 * `node --conditions=oriel:source bench/soak.ts [--requests 1000000] [--recording sqlite|memory|off] [--same]`
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { ORDER_PATH, ORDER_TEXT, variousOrders } from './lib/ordinary.ts';
import { paced } from './lib/paced.ts';
import { liveOf, memoryOf, startProfiled, stateOf } from './lib/profiled-process.ts';
import { WarmMemory, inParts } from './lib/warm-memory.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    recording: { type: 'string', default: 'sqlite' },
    same: { type: 'boolean', default: false },
  },
});
const MOST_GROWTH = 20;
const requests = Number(values.requests);
// Until the storage is full and starts to remove, it grows as it should.
const FULL_STORAGE = 20_000;
const server = startProfiled(values.recording);
await server.ready('/_bench/state');
const asked = { port: server.port, ...(values.same ? { path: ORDER_PATH, body: ORDER_TEXT } : variousOrders()) };

let done = 0;
const memory = new WarmMemory();
let warm: { readonly rss: number; readonly live: string } | undefined;
let last = 0;
await memoryOf(server);
for (let mark = 1; done < requests;) {
  done += (await paced(asked, 16, Infinity, 2)).answers;
  if (done < (requests * mark) / 20) continue;
  mark = Math.floor((done * 20) / requests) + 1;
  // What waits is written first, and garbage has a moment to go.
  await sleep(500);
  const parts = await memoryOf(server);
  const { written, dropped } = await stateOf(server);
  last = parts.rss;
  console.log(
    `${done} requests: ${inParts(parts)}; ${parts.collections} collections; stored ${written}, dropped ${dropped}`,
  );
  const isWarm = memory.sees(parts) && done >= FULL_STORAGE;
  // One that records nothing may never fill its young generation; from the middle on it has to be flat all the same.
  if (warm || (!isWarm && done < requests / 2)) continue;
  warm = { rss: last, live: await live() };
  console.log(isWarm ? `warm; ${warm.live}` : `not warm, but half is over; ${warm.live}`);
}
console.log(await live());
await server.stop();
const growth = (last - (warm?.rss ?? last)) / 1e6;
console.log(
  `grown by ${growth.toFixed(1)} MB since it was warm (< ${MOST_GROWTH} MB ${growth < MOST_GROWTH ? '✓' : '✗'})`,
);

async function live(): Promise<string> {
  const { heap, external } = await liveOf(server);
  return `alive after a collection: heap ${heap.toFixed(1)} MB, external ${external.toFixed(1)} MB`;
}
