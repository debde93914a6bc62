/**
 * Fifty clients that ask as fast as they are answered, everything recorded into SQLite: is anything lost, does memory
 * stay flat, and how long after its answer can the newest profile be read?
 * `node --conditions=oriel:source bench/load.ts [--seconds 60] [--clients 50]`
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { ORDER_PATH, ORDER_TEXT } from './lib/ordinary.ts';
import { paced, quantile } from './lib/paced.ts';
import { memoryOf, startProfiled, stateOf } from './lib/profiled-process.ts';
import { WarmMemory, inParts } from './lib/warm-memory.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, clients: { type: 'string', default: '50' } },
});
const seconds = Number(values.seconds);
const clients = Number(values.clients);
const READABLE = 200;
const LONGEST_WARMING = 60;

const server = startProfiled('sqlite');
const origin = `http://127.0.0.1:${server.port}`;
await server.ready('/_bench/state');
const asked = { port: server.port, path: ORDER_PATH, body: ORDER_TEXT };
const warm = new WarmMemory();
for (let s = 0; s < LONGEST_WARMING && !warm.sees(await memoryOf(server)); s += 4)
  await paced(asked, clients, Infinity, 4);
await sleep(1000);
const memory = await memoryOf(server);
const before = await stateOf(server);

let running = true;
let probes = 0;
const fresh: number[] = [];
const sizes: number[] = [];
const probing = probe();
const result = await paced(asked, clients, Infinity, seconds);
running = false;
await probing;
await sleep(1000);
const after = await stateOf(server);
const memoryAfter = await memoryOf(server);
await server.stop();

// The first look was recorded after it had counted.
const recorded = result.answers + clients + probes + sizes.length + 1;
const written = after.written - before.written;
fresh.sort((a, b) => a - b);
const worst = fresh.at(-1) ?? NaN;
console.log(
  `${clients} clients for ${seconds} s: ${result.answers} answers, p99 ${quantile(result, 0.99).toFixed(1)} ms`,
);
console.log(
  `recorded ${recorded}, stored ${written}, lost ${recorded - written} (of these counted by the storage: ${after.dropped})`,
);
console.log(
  `newest profile readable after: median ${fresh[fresh.length >> 1]?.toFixed(0)} ms, worst of ${fresh.length} ${worst.toFixed(0)} ms (≤ ${READABLE} ms ${worst <= READABLE ? '✓' : '✗'})`,
);
console.log(`RSS in MB under load: ${sizes.map(megabytes).join(' ')}`);
console.log(`before: ${inParts(memory)}\nafter:  ${inParts(memoryAfter)}`);

// One more client, which asks now and then and looks for its own profile at once.
async function probe(): Promise<void> {
  for (let look = 0; running; look++) {
    const response = await fetch(origin + ORDER_PATH, {
      method: 'POST',
      body: ORDER_TEXT,
      headers: { 'Content-Type': 'application/json' },
    });
    await response.arrayBuffer();
    probes++;
    const answered = performance.now();
    const url = `${origin}/_profiler/${response.headers.get('x-debug-token')}`;
    while (!(await isThere(url)) && performance.now() - answered < 5000) await sleep(5);
    fresh.push(performance.now() - answered);
    if (look % 10 === 0) sizes.push((await stateOf(server)).rss);
    await sleep(250);
  }
}

async function isThere(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { Accept: 'application/json' } });
  await response.arrayBuffer();
  return response.status === 200;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
