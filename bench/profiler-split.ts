/**
 * Where the cost of recording is: in one process, without sockets, the ordinary request with recording on and off. Three
 * stretches are told apart: until there is an answer (the request's path), after the last byte (collecting), and writing.
 * `node --conditions=oriel:source bench/profiler-split.ts [--rounds 30] [--body small|large] [--only off,memory,sqlite]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SqlProfileStorage } from '../src/adapters/sql/index.ts';
import type { Assembly } from '../src/host/assembly.ts';
import { MemoryProfileStorage } from '../src/profiler/index.ts';
import type { ProfileStorage } from '../src/profiler/index.ts';
import { calibrate } from './lib/calibration.ts';
import { FakeIncoming } from './lib/fake-incoming.ts';
import { median, table } from './lib/figures.ts';
import { ORDER_PATH, ORDER_TEXT, ordinaryHost } from './lib/ordinary.ts';
import type { BodySize } from './lib/ordinary.ts';

const BATCH = 64;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    batches: { type: 'string', default: '20' },
    body: { type: 'string', default: 'small' },
    only: { type: 'string', default: 'production,off,memory,sqlite' },
  },
});

/** Microseconds of processor time of this thread for one request, by stretch. */
interface Split {
  path: number;
  collecting: number;
  writing: number;
}

class Subject {
  readonly name: string;
  readonly rounds: Split[] = [];
  readonly #storage: ProfileStorage | undefined;
  #application: Assembly | undefined;
  #writing = 0;

  constructor(name: string, folder: string) {
    this.name = name;
    if (name === 'memory') this.#storage = this.#timed(new MemoryProfileStorage());
    if (name === 'sqlite') this.#storage = this.#timed(new SqlProfileStorage({ file: join(folder, 'split.sqlite') }));
  }

  async start(size: BodySize): Promise<void> {
    const host = ordinaryHost(size, this.#storage === undefined ? false : { storage: this.#storage });
    const mode = this.name === 'production' ? 'production' : 'development';
    process.env['ORIEL_MODE'] = mode;
    // The first answer loads the profiler.
    await host.fetch(new Request('http://127.0.0.1:8000/api/things1/1'));
    this.#application = host.assembly(mode);
    await this.round(40);
    this.rounds.length = 0;
  }

  async round(batches: number): Promise<void> {
    const application = this.#application!;
    const split: Split = { path: 0, collecting: 0, writing: 0 };
    this.#writing = 0;
    for (let batch = 0; batch < batches; batch++) {
      const answered = [];
      let began = cpu();
      for (let i = 0; i < BATCH; i++) {
        const context = await application.handle(new FakeIncoming('POST', ORDER_PATH, ORDER_TEXT));
        if (context.response?.status !== 200) throw new Error(`Answered ${context.response?.status}`);
        answered.push(context);
      }
      split.path += cpu() - began;
      began = cpu();
      for (const context of answered) application.sent?.(context, { bytes: 700, milliseconds: 1, aborted: false });
      await Promise.resolve();
      split.collecting += cpu() - began;
      // The queue writes in a tick of its own.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    }
    const requests = batches * BATCH;
    split.writing = this.#writing;
    for (const key of ['path', 'collecting', 'writing'] as const) split[key] /= requests;
    this.rounds.push(split);
  }

  best(stretch: keyof Split): number {
    return Math.min(...this.rounds.map((round) => round[stretch]));
  }

  middle(stretch: keyof Split): number {
    return median(this.rounds.map((round) => round[stretch]));
  }

  profile(): number {
    const rows = this.#storage?.find({
      terms: [],
      sort: { by: 'time', descending: true },
      limit: 1,
      cursor: undefined,
    });
    const token = rows?.rows[0]?.token;
    return token === undefined ? 0 : JSON.stringify(this.#storage!.read(token)!.data).length;
  }

  #timed(storage: ProfileStorage): ProfileStorage {
    const write = storage.write.bind(storage);
    storage.write = (batch) => {
      const began = cpu();
      const taken = write(batch);
      this.#writing += cpu() - began;
      return taken;
    };
    return storage;
  }
}

function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
const calibration = calibrate();
console.log(
  `Node ${process.versions.node}; JSON.stringify of 8 KB ${calibration.stringify.toFixed(1)} µs, performance.now() ${calibration.now.toFixed(3)} µs`,
);
const subjects = values.only.split(',').map((name) => new Subject(name, folder));
for (const subject of subjects) await subject.start(values.body as BodySize);
for (let round = 0; round < Number(values.rounds); round++)
  for (const subject of subjects) await subject.round(Number(values.batches));
const rows = subjects.map((subject) => [
  subject.name,
  ...(['path', 'collecting', 'writing'] as const).flatMap((each) => [
    subject.best(each).toFixed(1),
    subject.middle(each).toFixed(1),
  ]),
  String(subject.profile()),
]);
console.log(
  table(['', 'path, best', 'median', 'collecting, best', 'median', 'writing, best', 'median', 'profile'], rows),
);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
