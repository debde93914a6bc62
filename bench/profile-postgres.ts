/**
 * Measures profiles in PostgreSQL: `node --conditions=oriel:source bench/profile-postgres.ts --url postgres://… [--processes 3]
 * [--rate 2000] [--seconds 10]`. Each process adds profiles at the rate to a queue like that of a host; no request is served.
 *
 * With `--outage 60`, each process is a host that receives requests at the rate, and a PostgreSQL that is started for it is away for 60
 * seconds; with `--paused`, it stays connected and does not respond.
 */
import { fork } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { batch } from '../test/contracts/profile-storage.ts';
import { PostgresProfileStorage } from '../packages/profiler/src/store/postgres/postgres-profile-storage.ts';
import { measureOutage } from './lib/profile-outage.ts';
import { ProfileTokenAllocator } from '../packages/profiler/src/store/profile-token.ts';
import { WriteBehind } from '../packages/profiler/src/store/write-behind.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: process.env['PG_TEST_URL'] ?? 'postgres://postgres@127.0.0.1/test' },
    processes: { type: 'string', default: '3' },
    rate: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '10' },
    outage: { type: 'string' },
    paused: { type: 'boolean', default: false },
    child: { type: 'boolean', default: false },
  },
});

if (values.child) await write();
else if (values.outage !== undefined) {
  const [processes, rate, seconds] = [values.processes, values.rate, values.outage].map(Number) as [
    number,
    number,
    number,
  ];
  await measureOutage({ processes, rate, seconds, isPaused: values.paused });
  process.exit();
} else await Promise.all(Array.from({ length: Number(values.processes) }, (_, index) => startChild(index)));

function startChild(index: number): Promise<void> {
  const child = fork(import.meta.filename, [...process.argv.slice(2), '--child'], {
    env: { ...process.env, ORIEL_MACHINE: `bench-${index + 1}` },
  });
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function write(): Promise<void> {
  const storage = new PostgresProfileStorage({ url: `${values.url}#bench` });
  await storage.connect();
  const queue = new WriteBehind({ storage });
  const tokens = new ProfileTokenAllocator({ lease: (count) => storage.lease(count) });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [template] = batch(0, 1, 2_000);
  const [rate, length] = [Number(values.rate), Number(values.seconds) * 1000];
  const began = performance.now();
  let [added, missed] = [0, 0];
  for (let now = 0; now < length; now = performance.now() - began) {
    for (; added + missed < (now * rate) / 1000;) {
      const token = tokens.next();
      if (token === undefined) missed++;
      else {
        added++;
        queue.push({ ...template!, summary: { ...template!.summary, token, time: Date.now() } });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await queue.flushed();
  const took = (performance.now() - began) / 1000;
  const { written, dropped } = queue.health;
  const [median, high] = [50, 99].map((value) => (delay.percentile(value) / 1e6).toFixed(1));
  console.log(
    `${process.env['ORIEL_MACHINE']}: ${Math.round(written / took)}/s written, ${written} of ${added + missed}, ${dropped} dropped, ${missed} without a token; event loop p50 ${median} ms, p99 ${high} ms`,
  );
  await queue.close();
  await storage.close();
}
