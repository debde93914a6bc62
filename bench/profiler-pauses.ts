/**
 * Who would wait, were the machine alone: the ordinary request comes at a steady pace in a time that only passes while the host works,
 * without sockets. What is put off until an answer is out, batches that are written and garbage that is collected hold up the
 * requests behind them, as they would; other programs do not, unless they take the core in the middle of a request.
 * `node --conditions=oriel:source bench/profiler-pauses.ts [--every 110] [--requests 60000] [--only off,sqlite] [--wire 40]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { SqlProfileStorage } from '../src/profiler/store/sqlite/sql-profile-storage.ts';
import type { Assembly } from '../src/host/assembly.ts';
import { MemoryProfileStorage } from '../src/profiler/store/memory/memory-profile-storage.ts';
import { FakeIncoming } from './lib/fake-incoming.ts';
import { median, table } from './lib/figures.ts';
import { ORDER_PATH, ORDER_TEXT, ordinaryHost } from './lib/ordinary.ts';

const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '110' },
    requests: { type: 'string', default: '60000' },
    only: { type: 'string', default: 'off,memory,sqlite' },
    wire: { type: 'string', default: '40' },
  },
});
/** Microseconds from one request to the next, and what the wire and the system take of each answer. */
const [every, wire] = [Number(values.every), Number(values.wire)];
const requests = Number(values.requests);

interface Run {
  /** Microseconds from when a request was due until its answer was out. */
  readonly waits: Float64Array;
  /** Microseconds of each answer, and of what was put off behind it. */
  readonly answers: Float64Array;
  readonly after: Float64Array;
}

async function run(application: Assembly, count: number): Promise<Run> {
  const [waits, answers, after] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let now = 0;
  let clock = performance.now();
  const spent = (): number => {
    const before = clock;
    clock = performance.now();
    return (clock - before) * 1000;
  };
  for (let i = 0; i < count; i++) {
    now = Math.max(now, i * every);
    const context = await application.handle(new FakeIncoming('POST', ORDER_PATH, ORDER_TEXT));
    now += answers[i] = spent();
    waits[i] = now - i * every + wire;
    application.onSent?.(context, { bytes: 700, milliseconds: 1, aborted: false });
    await new Promise(setImmediate);
    now += after[i] = spent();
  }
  return { waits, answers, after };
}

async function measured(name: string, folder: string): Promise<string[]> {
  const storage =
    name === 'sqlite' ? new SqlProfileStorage({ file: join(folder, 'pauses.sqlite') }) : new MemoryProfileStorage();
  const host = ordinaryHost('small', name === 'off' ? false : { storage });
  process.env['ORIEL_MODE'] = 'development';
  // The first answer loads the profiler.
  await host.fetch(new Request('http://127.0.0.1:8000/api/things1/1'));
  await run(host.assembly('development'), requests);
  const garbage = watchGarbage();
  const { waits, answers, after } = await run(host.assembly('development'), requests);
  const collections = garbage.stop();
  const parts = [0.5, 0.9, 0.95, 0.99, 0.999].map((part) => quantile(waits, part).toFixed(0));
  return [name, mean(answers).toFixed(1), mean(after).toFixed(1), ...parts, perThousand(after), met(collections)];
}

function quantile(times: Float64Array, part: number): number {
  return times.toSorted()[Math.floor(times.length * part)]!;
}

function mean(times: Float64Array): number {
  return times.reduce((sum, each) => sum + each, 0) / times.length;
}

// Pauses that whoever comes next can notice.
function perThousand(after: Float64Array): string {
  const among = (least: number): number => after.filter((each) => each >= least).length;
  return [100, 300, 1000].map((least) => ((among(least) * 1000) / after.length).toFixed(1)).join(' · ');
}

function watchGarbage(): { readonly stop: () => number[] } {
  const durations: number[] = [];
  const take = (entries: readonly { readonly duration: number }[]): void =>
    void durations.push(...entries.map(({ duration }) => duration * 1000));
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const stop = (): number[] => {
    take(observer.takeRecords());
    observer.disconnect();
    return durations;
  };
  return { stop };
}

// Who comes while garbage is collected waits, and one more is interrupted by it.
function met(collections: readonly number[]): string {
  const requestsMet = collections.reduce((sum, duration) => sum + Math.ceil(duration / every), 0);
  return `${collections.length} · ${median(collections).toFixed(0)} µs · ${((requestsMet * 1000) / requests).toFixed(1)} ‰`;
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-pauses-'));
const rows: string[][] = [];
for (const name of values.only.split(',')) rows.push(await measured(name, folder));
console.log(`Node ${process.versions.node}, a request every ${every} µs, ${wire} µs of wire\n`);
const heads = [
  '',
  'answer µs',
  'after it µs',
  'waits p50',
  'p90',
  'p95',
  'p99',
  'p99.9',
  '‰ of pauses ≥ 100 · 300 · 1,000 µs',
  'collections · each · met by',
];
console.log(table(heads, rows));
rmSync(folder, { recursive: true, force: true });
process.exit();
