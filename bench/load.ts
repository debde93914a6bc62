/**
 * Fifty clients send requests without a pause, and every request is recorded into SQLite. Reports lost profiles, the growth of
 * memory, and how long after the response the newest profile can be read.
 * `node --conditions=oriel:source bench/load.ts [--seconds 60] [--clients 50]`
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { ORDER_PATH, ORDER_TEXT } from './lib/order-host.ts';
import { paced, quantile } from './lib/paced.ts';
import { getMemory, startProfiled, getState } from './lib/profiled-process.ts';
import { WarmMemory, describeMemory } from './lib/warm-memory.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, clients: { type: 'string', default: '50' } },
});
const seconds = Number(values.seconds);
const clients = Number(values.clients);
const MAX_DELAY_MS = 200;
const MAX_WARM_UP_SECONDS = 60;

const server = startProfiled('sqlite');
const origin = `http://127.0.0.1:${server.port}`;
await server.ready('/_bench/state');
const target = { port: server.port, path: ORDER_PATH, body: ORDER_TEXT };
const warm = new WarmMemory();
for (let s = 0; s < MAX_WARM_UP_SECONDS && !warm.isWarm(await getMemory(server)); s += 4)
  await paced(target, clients, Infinity, 4);
await sleep(1000);
const memory = await getMemory(server);
const before = await getState(server);

let running = true;
let probes = 0;
const delays: number[] = [];
const sizes: number[] = [];
const probing = probe();
const result = await paced(target, clients, Infinity, seconds);
running = false;
await probing;
await sleep(1000);
const after = await getState(server);
const memoryAfter = await getMemory(server);
await server.stop();

// The first request for the state was recorded after it had been counted.
const recorded = result.responses + clients + probes + sizes.length + 1;
const written = after.written - before.written;
delays.sort((a, b) => a - b);
const worst = delays.at(-1) ?? NaN;
console.log(
  `${clients} clients for ${seconds} s: ${result.responses} responses, p99 ${quantile(result, 0.99).toFixed(1)} ms`,
);
console.log(
  `recorded ${recorded}, stored ${written}, lost ${recorded - written} (of these counted by the storage: ${after.dropped})`,
);
console.log(
  `newest profile readable after: median ${delays[delays.length >> 1]?.toFixed(0)} ms, worst of ${delays.length} ${worst.toFixed(0)} ms (≤ ${MAX_DELAY_MS} ms ${worst <= MAX_DELAY_MS ? '✓' : '✗'})`,
);
console.log(`RSS in MB under load: ${sizes.map(megabytes).join(' ')}`);
console.log(`before: ${describeMemory(memory)}\nafter:  ${describeMemory(memoryAfter)}`);

// One more client sends requests at intervals and immediately reads the profile of each.
async function probe(): Promise<void> {
  for (let round = 0; running; round++) {
    const response = await fetch(origin + ORDER_PATH, {
      method: 'POST',
      body: ORDER_TEXT,
      headers: { 'Content-Type': 'application/json' },
    });
    await response.arrayBuffer();
    probes++;
    const received = performance.now();
    const url = `${origin}/_profiler/${response.headers.get('x-debug-token')}`;
    while (!(await exists(url)) && performance.now() - received < 5000) await sleep(5);
    delays.push(performance.now() - received);
    if (round % 10 === 0) sizes.push((await getState(server)).rss);
    await sleep(250);
  }
}

async function exists(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { Accept: 'application/json' } });
  await response.arrayBuffer();
  return response.status === 200;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
