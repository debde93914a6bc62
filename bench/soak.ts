/**
 * A million recorded requests: memory once it is warm (after three tenths: the storage is full, and the young generation of the
 * heap has taken its size, which it does in one step of some 30 MB) beside memory at the end, which may be 20 MB more.
 * `node --conditions=oriel:source bench/soak.ts [--requests 1000000] [--recording sqlite|memory|off]`
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { ORDER_PATH, ORDER_TEXT } from './lib/ordinary.ts';
import { paced } from './lib/paced.ts';
import { startProfiled, stateOf } from './lib/profiled-process.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '1000000' }, recording: { type: 'string', default: 'sqlite' } },
});
const MOST_GROWTH = 20;
const requests = Number(values.requests);
// Until the storage is full and starts to remove, it grows as it should.
const WARM = Math.max(requests * 0.3, 20_000);
const server = startProfiled(values.recording);
await server.ready('/_bench/state');
const asked = { port: server.port, path: ORDER_PATH, body: ORDER_TEXT };

let done = 0;
let warm: number | undefined;
let last = 0;
for (let mark = 1; done < requests;) {
  done += (await paced(asked, 16, Infinity, 2)).answers;
  if (done < (requests * mark) / 10) continue;
  mark = Math.floor((done * 10) / requests) + 1;
  // What waits is written first, and garbage has a moment to go.
  await sleep(500);
  const { rss, heap, written } = await stateOf(server);
  last = rss / 1e6;
  if (done >= WARM) warm ??= last;
  console.log(`${done} requests: RSS ${last.toFixed(1)} MB, heap ${(heap / 1e6).toFixed(1)} MB, stored ${written}`);
}
await server.stop();
const growth = last - (warm ?? last);
console.log(
  `grown by ${growth.toFixed(1)} MB since it was warm (< ${MOST_GROWTH} MB ${growth < MOST_GROWTH ? '✓' : '✗'})`,
);
