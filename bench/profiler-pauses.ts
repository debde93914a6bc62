/**
 * Measures how long requests wait on a machine without other load. The recorded request arrives at a steady rate on a simulated
 * clock, which advances only while the host works, without sockets. Deferred work, batch writes and garbage collection delay
 * the following requests as they would in production. Other programs do not, unless they interrupt a request.
 * `node --conditions=oriel:source bench/profiler-pauses.ts [--every 110] [--requests 60000] [--only off,sqlite] [--wire 40]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { SqlProfileStorage } from '../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import type { Assembly } from '../packages/host/src/host/assembly.ts';
import { MemoryProfileStorage } from '../packages/profiler/src/store/memory/memory-profile-storage.ts';
import { FakeIncoming } from './lib/fake-incoming.ts';
import { median, table } from './lib/figures.ts';
import { ORDER_PATH, ORDER_TEXT, createOrderHost } from './lib/order-host.ts';

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '110' },
    requests: { type: 'string', default: '60000' },
    only: { type: 'string', default: 'off,memory,sqlite' },
    wire: { type: 'string', default: '40' },
  },
});
/** Microseconds between two requests, and microseconds that the network and the system add to each response. */
const [every, wire] = [Number(values.every), Number(values.wire)];
const requests = Number(values.requests);

interface Run {
  /** Microseconds from when a request was due until its response was sent. */
  readonly waits: Float64Array;
  /** Microseconds of each response, and of the work that was deferred until after it. */
  readonly responses: Float64Array;
  readonly after: Float64Array;
}

async function run(application: Assembly, count: number): Promise<Run> {
  const [waits, responses, after] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let now = 0;
  let clock = performance.now();
  const elapsed = (): number => {
    const before = clock;
    clock = performance.now();
    return (clock - before) * 1000;
  };
  for (let i = 0; i < count; i++) {
    now = Math.max(now, i * every);
    const context = await application.handle(new FakeIncoming('POST', ORDER_PATH, ORDER_TEXT));
    now += responses[i] = elapsed();
    waits[i] = now - i * every + wire;
    application.onSent?.(context, { bytes: 700, milliseconds: 1, aborted: false });
    await new Promise(setImmediate);
    now += after[i] = elapsed();
  }
  return { waits, responses, after };
}

async function measure(name: string, folder: string): Promise<string[]> {
  const storage =
    name === 'sqlite' ? new SqlProfileStorage({ file: join(folder, 'pauses.sqlite') }) : new MemoryProfileStorage();
  const host = createOrderHost('small', name === 'off' ? false : { storage });
  process.env['ORIEL_MODE'] = 'development';
  // The first request loads the profiler.
  await host.fetch(new Request('http://127.0.0.1:8000/api/things1/1'));
  await run(host.assembly('development'), requests);
  const garbage = observeGarbage();
  const { waits, responses, after } = await run(host.assembly('development'), requests);
  const collections = garbage.stop();
  const parts = [0.5, 0.9, 0.95, 0.99, 0.999].map((part) => quantile(waits, part).toFixed(0));
  return [
    name,
    mean(responses).toFixed(1),
    mean(after).toFixed(1),
    ...parts,
    perThousand(after),
    requestsDelayed(collections),
  ];
}

function quantile(times: Float64Array, part: number): number {
  return times.toSorted()[Math.floor(times.length * part)]!;
}

function mean(times: Float64Array): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

// Pauses that delay the next request noticeably.
function perThousand(after: Float64Array): string {
  const countFrom = (minimum: number): number => after.filter((number) => number >= minimum).length;
  return [100, 300, 1000].map((minimum) => ((countFrom(minimum) * 1000) / after.length).toFixed(1)).join(' · ');
}

function observeGarbage(): { readonly stop: () => number[] } {
  const durations: number[] = [];
  const add = (entries: readonly { readonly duration: number }[]): void =>
    void durations.push(...entries.map(({ duration }) => duration * 1000));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const stop = (): number[] => {
    add(observer.takeRecords());
    observer.disconnect();
    return durations;
  };
  return { stop };
}

// Requests that arrive during a collection wait, and one more is interrupted by it.
function requestsDelayed(collections: readonly number[]): string {
  const delayed = collections.reduce((sum, duration) => sum + Math.ceil(duration / every), 0);
  return `${collections.length} · ${median(collections).toFixed(0)} µs · ${((delayed * 1000) / requests).toFixed(1)} ‰`;
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-pauses-'));
const rows: string[][] = [];
for (const name of values.only.split(',')) rows.push(await measure(name, folder));
console.log(`Node ${process.versions.node}, a request every ${every} µs, ${wire} µs for the network\n`);
const heads = [
  '',
  'response µs',
  'deferred µs',
  'waits p50',
  'p90',
  'p95',
  'p99',
  'p99.9',
  '‰ of pauses ≥ 100 · 300 · 1,000 µs',
  'collections · median · delayed requests',
];
console.log(table(heads, rows));
rmSync(folder, { recursive: true, force: true });
process.exit();
