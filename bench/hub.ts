/**
 * Broadcasts updates of one topic to many subscribers with the hub, and with a loop over `node:http` that writes the same
 * events. Reports CPU time, delays, lost events, and the memory of an idle subscriber. Runs the built package.
 * `npm run build && node bench/hub.ts [--subscribers 1000] [--rate 100] [--seconds 30] [--rounds 1]`
 * `node bench/hub.ts --storm 10000 [--rounds 5]`: connects and disconnects subscribers repeatedly; fails if the heap grows.
 * `node bench/hub.ts --hostile`: measures requests with a pattern of one megabyte.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { broadcastTo } from './lib/broadcast-load.ts';
import { hostilePatterns } from './lib/hostile-patterns.ts';
import { ServerProcess } from './lib/server-process.ts';
import { storm } from './lib/subscriber-storm.ts';
import type { StormResult } from './lib/subscriber-storm.ts';

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string' },
    storm: { type: 'string' },
    hostile: { type: 'boolean' },
  },
});
const MAX_RATIO = 1.5;
/** Megabytes: 100 bytes for each of 10,000 subscribers. */
const MAX_GROWTH = 1;
const [subscribers, rate, seconds] = [values.subscribers, values.rate, values.seconds].map(Number) as [
  number,
  number,
  number,
];
const getFile = (name: string): string => new URL(`servers/${name}.ts`, import.meta.url).pathname;
const start = async (name: string): Promise<ServerProcess> => {
  const server = new ServerProcess(name, 'hub', getFile(name));
  await server.ready('/state');
  return server;
};

if (values.hostile) {
  const server = await start('broadcast-hub');
  const { worst, of, status } = await hostilePatterns(server);
  console.log(`a pattern of 1 MB takes at most ${worst.toFixed(2)} ms of CPU time (${of}: ${status})`);
  await server.stop();
} else if (values.storm === undefined) {
  console.log(
    `${subscribers} subscribers, ${rate} updates per second for ${seconds} s, ${availableParallelism()} cores`,
  );
  const cpu: Record<string, number> = {};
  for (let round = 0; round < Number(values.rounds ?? 1); round++) {
    for (const name of ['broadcast-raw', 'broadcast-hub']) {
      const server = await start(name);
      const { cpuPerDelivery, lost, p50, p99, perSubscriber } = await broadcastTo(server, {
        subscribers,
        rate,
        seconds,
      });
      await server.stop();
      cpu[name] = (cpu[name] ?? 0) + cpuPerDelivery;
      console.log(
        `${name.padEnd(14)} ${cpuPerDelivery.toFixed(2)} µs CPU per delivery, lost ${lost}, delay p50 ${p50.toFixed(1)} ms p99 ${p99.toFixed(1)} ms, ${perSubscriber.toFixed(1)} KB RSS per idle subscriber`,
      );
      await sleep(500);
    }
  }
  const ratio = cpu['broadcast-hub']! / cpu['broadcast-raw']!;
  console.log(`ratio ${ratio.toFixed(2)} (≤ ${MAX_RATIO} ${ratio <= MAX_RATIO ? '✓' : '✗'})`);
} else {
  for (const name of ['broadcast-raw', 'broadcast-hub']) {
    const server = await start(name);
    let first: StormResult | undefined;
    for (let round = 1; round <= Number(values.rounds ?? 5); round++) {
      const result = await storm(server, Number(values.storm), round);
      console.log(
        `${name.padEnd(14)} round ${round}: ${values.storm} connected in ${result.seconds.toFixed(1)} s and disconnected; heap ${result.heap.toFixed(1)} MB, external ${result.external.toFixed(1)} MB, RSS ${result.rss.toFixed(0)} MB`,
      );
      first ??= result;
      // The first round includes memory that a server allocates only once.
      if (result.heap > first.heap + MAX_GROWTH) throw new Error(`${name} leaked ${result.heap - first.heap} MB`);
    }
    await server.stop();
  }
}
