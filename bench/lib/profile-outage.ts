import { setTimeout as sleep } from 'node:timers/promises';
import { PrivatePostgres } from '../../test/fault/support/private-postgres.ts';
import { Run } from '../../test/fault/support/scenario.ts';
import { percentile, table } from './figures.ts';
import { startProfilesHost } from './profiles-host.ts';
import type { ProfilesHost, ProfilesState } from './profiles-host.ts';
import { SteadyLoad } from './steady-load.ts';
import type { Answered } from './steady-load.ts';

/** An outage of the database of profiles, under load. */
export interface Outage {
  readonly processes: number;
  /** Requests per second to each process. */
  readonly rate: number;
  readonly seconds: number;
  /** Whether the server stops to respond and keeps its connections open, instead of closing them. */
  readonly isPaused: boolean;
}

/** Takes PostgreSQL away from hosts under load, and prints the response times and what happened to the profiles. */
export async function measureOutage({ processes, rate, seconds, isPaused }: Outage): Promise<void> {
  await using run = new Run(false);
  const postgres = await PrivatePostgres.start(run);
  const hosts: MeasuredHost[] = [];
  for (let index = 1; index <= processes; index++) hosts.push(await MeasuredHost.start(postgres.url, index, rate));
  run.onEnd(() => hosts.forEach(({ host }) => host.stop()));
  await sleep(WARM_MS);
  const began = performance.now();
  await sleep(AROUND_MS);
  for (const host of hosts) host.before = await host.host.state();
  const from = performance.now();
  if (isPaused) postgres.pause();
  else await postgres.stop('SIGINT');
  await sleep(seconds * 1000);
  for (const host of hosts) host.during = await host.host.state();
  const until = performance.now();
  if (isPaused) postgres.resume();
  else await postgres.start();
  const available = performance.now();
  await Promise.all(hosts.map((host) => host.waitUntilWritten(available)));
  await sleep(AROUND_MS);
  const ended = performance.now();
  const answers = hosts.flatMap((host) => host.stopLoad());
  const rows: string[][] = [];
  for (const host of hosts) rows.push(await host.describe());
  const phases = { before: [began, from], during: [from, until], after: [until, ended] } as const;
  const lines = Object.entries(phases).map(([name, [start, end]]) => describePhase(name, answers, start, end));
  console.log(table(['the database was away', 'requests per second', 'p50 ms', 'p99 ms', 'slowest ms'], lines));
  console.log(`\n${table(COLUMNS, rows)}`);
}

/** A host, its load, and what was read from it. */
class MeasuredHost {
  readonly host: ProfilesHost;
  before: ProfilesState = NOTHING;
  during: ProfilesState = NOTHING;
  readonly #load: SteadyLoad;
  readonly #timer: NodeJS.Timeout;
  #mostMemory = 0;
  #longestQueue = 0;
  #recovery = 0;

  private constructor(host: ProfilesHost, load: SteadyLoad) {
    this.host = host;
    this.#load = load;
    this.#timer = setInterval(async () => {
      const { rss, waiting } = await host.state();
      this.#mostMemory = Math.max(this.#mostMemory, rss);
      this.#longestQueue = Math.max(this.#longestQueue, waiting);
    }, 250);
  }

  static async start(url: string, index: number, rate: number): Promise<MeasuredHost> {
    const host = await startProfilesHost(url, index);
    return new MeasuredHost(host, await SteadyLoad.start({ port: host.port, ...ORDER }, rate));
  }

  /** Waits until more profiles are written. @param available when the database was available again */
  async waitUntilWritten(available: number): Promise<void> {
    while ((await this.host.state()).written === this.during.written) await sleep(20);
    this.#recovery = performance.now() - available;
  }

  stopLoad(): readonly Answered[] {
    clearInterval(this.#timer);
    this.#load.stop();
    return this.#load.answers;
  }

  /** Waits until the queue is empty and the losses are stored. Returns the row of the table. */
  async describe(): Promise<string[]> {
    const { machine, state, list, showsLoss } = this.host;
    while ((await state()).waiting > 0) await sleep(50);
    await sleep(1_500);
    const after = await state();
    const lost = (await list()).lost.filter((element) => element.machine === machine).map(({ count }) => count);
    return [
      machine,
      ...[this.before, this.during, after].map(({ written }) => String(written)),
      String(after.dropped),
      // Requests before the first lease of tokens have no profile.
      String(after.unrecorded - this.before.unrecorded),
      String(lost.reduce((total, count) => total + count, 0)),
      (await showsLoss()) ? 'yes' : 'no',
      String(this.#longestQueue),
      ...[this.before.rss, this.#mostMemory, after.rss].map((bytes) => (bytes / 1e6).toFixed(0)),
      `${this.#recovery.toFixed(0)} ms`,
    ];
  }
}

function describePhase(name: string, answers: readonly Answered[], start: number, end: number): string[] {
  const times = answers.filter(({ due }) => due >= start && due < end).map(({ took }) => took);
  const perSecond = (times.length * 1000) / (end - start);
  const figures: (number | undefined)[] = [
    percentile(times, 0.5),
    percentile(times, 0.99),
    percentile(times, 0.999_999),
  ];
  return [name, perSecond.toFixed(0), ...figures.map((figure) => figure?.toFixed(1) ?? 'none')];
}

const NOTHING: ProfilesState = { waiting: 0, written: 0, dropped: 0, unrecorded: 0, rss: 0, isAway: false };
const COLUMNS = [
  ...[
    'process',
    'written before',
    'during',
    'at the end',
    'dropped',
    'without a token',
    'lost in the list',
    'on its page',
  ],
  ...['longest queue', 'MB before', 'most during', 'at the end', 'written again after'],
];
const ORDER = {
  path: '/api/orders/7',
  body: JSON.stringify({ items: Array.from({ length: 8 }, (_, id) => ({ id, name: `article ${id}` })) }),
};
const WARM_MS = 10_000;
const AROUND_MS = 15_000;
