/** Measures the time until the first response, and the memory after a load: `node bench/start-up.ts [--rounds 7] [--no-build]`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareToTarget, median, table } from './lib/figures.ts';
import { assertLoadGenerator, load } from './lib/load.ts';
import { build } from './lib/peers.ts';
import { ServerProcess } from './lib/server-process.ts';
import { getTraffic } from './lib/traffic.ts';
import { WORKLOADS } from './workloads.ts';

const PEERS = ['raw', 'oriel'] as const;
const TARGETS = { start: 2.5, memory: 1.5 };

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, 'no-build': { type: 'boolean', default: false } },
});
const workload = WORKLOADS.find(({ name }) => name === 'hello')!;
const starts = { raw: [] as number[], oriel: [] as number[] };
const memories = { raw: [] as number[], oriel: [] as number[] };

assertLoadGenerator();
if (!values['no-build']) build();
for (let round = 0; round < Number(values.rounds); round++) {
  for (const peer of PEERS) {
    const started = performance.now();
    const server = new ServerProcess(peer, workload.name, join(import.meta.dirname, 'start-up', `${peer}.mjs`));
    await server.ready(workload.path);
    starts[peer].push(performance.now() - started);
    // Three rounds are enough for memory, which hardly varies.
    if (round < 3) {
      await load(server, await getTraffic(server.port, workload), 200, { seconds: 3, connections: 64 });
      memories[peer].push(server.memory());
    }
    await server.stop();
  }
}

const start = { raw: median(starts.raw), oriel: median(starts.oriel) };
const memory = { raw: median(memories.raw), oriel: median(memories.oriel) };
console.log(
  table(
    ['', 'raw', 'oriel', 'ratio'],
    [
      [
        'start-up to the first response, ms',
        start.raw.toFixed(0),
        start.oriel.toFixed(0),
        compareToTarget(start.oriel / start.raw, TARGETS.start, true),
      ],
      [
        'memory after load, MB',
        memory.raw.toFixed(0),
        memory.oriel.toFixed(0),
        compareToTarget(memory.oriel / memory.raw, TARGETS.memory, true),
      ],
    ],
  ),
);
