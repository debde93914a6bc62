/**
 * Divides the cost of recording into four phases, in one process without sockets, for the order request with recording on and
 * off: until the response (path), after the last byte (collecting),
 * encoding, and writing. Measures bursts of requests, alternating between
 * the hosts. The result is the fifth percentile of the bursts, because other processes can only add time. Garbage collection
 * falls into few bursts, so that it is reported separately.
 * `node --conditions=oriel:source bench/profiler-split.ts [--seconds 20] [--body small|large] [--bodies same|own]
 * [--only off,memory,sqlite]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { SqlProfileStorage } from '../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import type { Assembly } from '../packages/host/src/host/assembly.ts';
import { MemoryProfileStorage } from '../packages/profiler/src/store/memory/memory-profile-storage.ts';
import type { MaybePromise } from '../packages/core/src/http/promises.ts';
import type { ProfileEncoding, ProfileStorage } from '../packages/profiler/src/store/profile-storage.ts';
import { calibrate } from './lib/calibration.ts';
import { FakeIncoming } from './lib/fake-incoming.ts';
import { table } from './lib/figures.ts';
import { ORDER_PATH, ORDER_TEXT, orderOf, createOrderHost } from './lib/order-host.ts';
import type { BodySize } from './lib/order-host.ts';

// The queue writes batches of this size without a delay.
const BURST = 256;
const BURSTS = 25;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    body: { type: 'string', default: 'small' },
    bodies: { type: 'string', default: 'same' },
    only: { type: 'string', default: 'production,off,memory,sqlite' },
  },
});
const PHASES = ['path', 'collecting', 'encoding', 'writing', 'whole'] as const;
type Phase = (typeof PHASES)[number];

let customer = 1_000_000;
const text = values.bodies === 'own' ? (): string => orderOf(customer++) : (): string => ORDER_TEXT;

class Subject {
  readonly name: string;
  /** Microseconds per request for each burst. */
  readonly bursts: Record<Phase, number[]> = { path: [], collecting: [], encoding: [], writing: [], whole: [] };
  /** Milliseconds of garbage collection. */
  garbage = 0;
  readonly #storage: ProfileStorage | undefined;
  #application: Assembly | undefined;
  #encoding = 0;
  #writing = 0;
  #taken = 0;

  constructor(name: string, folder: string) {
    this.name = name;
    if (name === 'memory') this.#storage = this.#timed(new MemoryProfileStorage());
    if (name === 'sqlite') this.#storage = this.#timed(new SqlProfileStorage({ file: join(folder, 'split.sqlite') }));
  }

  async start(size: BodySize): Promise<void> {
    const host = createOrderHost(size, this.#storage === undefined ? false : { storage: this.#storage });
    const mode = this.name === 'production' ? 'production' : 'development';
    process.env['ORIEL_MODE'] = mode;
    // The first request loads the profiler.
    await host.fetch(new Request('http://127.0.0.1:8000/api/things1/1'));
    this.#application = host.assembly(mode);
    // The storage is filled first, so that each write also removes a profile.
    for (let i = 0; i < 4; i++) await this.round();
    for (const phase of PHASES) this.bursts[phase].length = 0;
    this.garbage = 0;
  }

  async round(): Promise<void> {
    const before = garbage();
    for (let i = 0; i < BURSTS; i++) await this.#burst();
    this.garbage += garbage() - before;
  }

  async #burst(): Promise<void> {
    const application = this.#application!;
    this.#encoding = 0;
    this.#writing = 0;
    this.#taken = 0;
    let path = 0;
    const started = performance.now();
    let collecting = 0;
    for (let i = 0; i < BURST; i++) {
      const body = text();
      const received = performance.now();
      const context = await application.handle(new FakeIncoming('POST', ORDER_PATH, body));
      const responded = performance.now();
      application.onSent?.(context, { bytes: 700, milliseconds: 1, aborted: false });
      await Promise.resolve();
      collecting += performance.now() - responded;
      path += responded - received;
      if (context.response?.status !== 200) throw new Error(`Unexpected status ${context.response?.status}`);
    }
    const elapsed = performance.now() - started;
    // The queue writes asynchronously.
    if (this.#storage) while (this.#taken < BURST) await new Promise(setImmediate);
    const milliseconds: Record<Phase, number> = {
      path,
      // Profiles are encoded as soon as they were collected.
      collecting: collecting - this.#encoding,
      encoding: this.#encoding,
      writing: this.#writing,
      whole: elapsed + this.#writing,
    };
    for (const phase of PHASES) this.bursts[phase].push((milliseconds[phase] * 1000) / BURST);
  }

  best(phase: Phase): number {
    const sorted = this.bursts[phase].toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 20)]!;
  }

  get garbagePerRequest(): number {
    return (this.garbage * 1000) / (this.bursts.path.length * BURST);
  }

  async profile(): Promise<number> {
    const rows = await this.#storage?.find({
      terms: [],
      sort: { by: 'time', descending: true },
      limit: 1,
      cursor: undefined,
    });
    const token = rows?.rows[0]?.token;
    return token === undefined ? 0 : JSON.stringify((await this.#storage!.read(token))!.data).length;
  }

  // Times `write`, or the encoding and the writing of encoded profiles for a storage that has an encoding.
  #timed(storage: ProfileStorage): ProfileStorage {
    const { encoding } = storage;
    if (encoding === undefined) {
      const write = storage.write.bind(storage);
      storage.write = (batch) => this.#write(batch.length, () => write(batch));
      return storage;
    }
    const timed: ProfileEncoding = {
      encode: (profile) => {
        const started = performance.now();
        const encoded = encoding.encode(profile);
        this.#encoding += performance.now() - started;
        return encoded;
      },
      write: (batch) => this.#write(batch.length, () => encoding.write(batch)),
    };
    return Object.defineProperty(storage, 'encoding', { value: timed });
  }

  #write(count: number, write: () => MaybePromise<boolean>): MaybePromise<boolean> {
    const started = performance.now();
    const isWritten = write();
    this.#writing += performance.now() - started;
    if (isWritten === true) this.#taken += count;
    return isWritten;
  }
}

let collected = 0;
const observer = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collected += duration;
});
observer.observe({ entryTypes: ['gc'] });

function garbage(): number {
  for (const { duration } of observer.takeRecords()) collected += duration;
  return collected;
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
const calibration = calibrate();
console.log(
  `Node ${process.versions.node}; JSON.stringify of 8 KB ${calibration.stringify.toFixed(1)} µs, performance.now() ${calibration.now.toFixed(3)} µs`,
);
const subjects = values.only.split(',').map((name) => new Subject(name, folder));
for (const subject of subjects) await subject.start(values.body as BodySize);
for (const end = performance.now() + Number(values.seconds) * 1000; performance.now() < end;)
  for (const subject of subjects) await subject.round();
const rows: string[][] = [];
for (const subject of subjects)
  rows.push([
    subject.name,
    ...PHASES.map((phase) => subject.best(phase).toFixed(1)),
    subject.garbagePerRequest.toFixed(1),
    String(await subject.profile()),
  ]);
console.log(table(['µs per request', ...PHASES, 'garbage', 'profile as JSON'], rows));
rmSync(folder, { recursive: true, force: true });
process.exit(0);
