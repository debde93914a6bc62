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
  const numbers = Array.from({ length: processes }, (_, index) => index + 1);
  const hosts = await Promise.all(numbers.map((number) => startProfilesHost(postgres.url, number)));
  run.onEnd(() => hosts.forEach((host) => host.stop()));
  const loads = await Promise.all(hosts.map(({ port }) => SteadyLoad.start({ port, ...ORDER }, rate)));
  await sleep(WARM_MS);
  const [began, watched] = [performance.now(), hosts.map((host) => watch(host))];
  await sleep(AROUND_MS);
  const before = await Promise.all(hosts.map(({ state }) => state()));
  const from = performance.now();
  if (isPaused) postgres.pause();
  else await postgres.stop('SIGINT');
  await sleep(seconds * 1000);
  const during = await Promise.all(hosts.map(({ state }) => state()));
  const until = performance.now();
  if (isPaused) postgres.resume();
  else await postgres.start();
  const available = performance.now();
  const recovered = await Promise.all(hosts.map((host, index) => writtenAgain(host, during[index]!, available)));
  await sleep(AROUND_MS);
  const ended = performance.now();
  for (const load of loads) load.stop();
  const memory = watched.map((stop) => stop());
  const after = await Promise.all(hosts.map((host) => quiet(host)));
  const { lost } = await hosts[0]!.list();
  const shown = await Promise.all(hosts.map(({ showsLoss }) => showsLoss()));

  const answers = loads.flatMap((load) => load.answers);
  const phases = { before: [began, from], during: [from, until], after: [until, ended] } as const;
  console.log(
    table(
      ['the database was away', 'requests per second', 'p50 ms', 'p99 ms', 'slowest ms'],
      Object.entries(phases).map(([name, [start, end]]) => describePhase(name, answers, start, end)),
    ),
  );
  console.log(
    `\n${table(
      [
        'process',
        'written before',
        'during',
        'at the end',
        'dropped',
        'without a token',
        'lost in the list',
        'on its page',
        'longest queue',
        'MB before',
        'most during',
        'at the end',
        'written again after',
      ],
      hosts.map(({ machine }, index) => [
        machine,
        ...[before, during, after].map((states) => String(states[index]!.written)),
        ...[after[index]!.dropped, after[index]!.unrecorded - initial(before[index]!)].map(String),
        String(sum(lost.filter((each) => each.machine === machine).map(({ count }) => count))),
        shown[index] ? 'yes' : 'no',
        String(memory[index]!.longestQueue),
        ...[before[index]!.rss, memory[index]!.most, after[index]!.rss].map(toMegabytes),
        `${recovered[index]!.toFixed(0)} ms`,
      ]),
    )}`,
  );
}

// Requests before the first lease of tokens have no profile.
function initial({ unrecorded }: ProfilesState): number {
  return unrecorded;
}

function describePhase(name: string, answers: readonly Answered[], start: number, end: number): string[] {
  const times = answers.filter(({ due }) => due >= start && due < end).map(({ took }) => took);
  const perSecond = (times.length * 1000) / (end - start);
  const figures: (number | undefined)[] = [
    percentile(times, 0.5),
    percentile(times, 0.99),
    percentile(times, 0.999_999),
  ];
  return [name, perSecond.toFixed(0), ...figures.map((each) => each?.toFixed(1) ?? 'none')];
}

/** Reads the state of a host four times a second until the returned function is called. */
function watch({ state }: ProfilesHost): () => { readonly most: number; readonly longestQueue: number } {
  const found = { most: 0, longestQueue: 0 };
  const timer = setInterval(async () => {
    const { rss, waiting } = await state();
    found.most = Math.max(found.most, rss);
    found.longestQueue = Math.max(found.longestQueue, waiting);
  }, 250);
  return () => (clearInterval(timer), found);
}

/** Waits until a host has written more profiles, and returns the milliseconds since the database was available. */
async function writtenAgain({ state }: ProfilesHost, { written }: ProfilesState, available: number): Promise<number> {
  while ((await state()).written === written) await sleep(20);
  return performance.now() - available;
}

/** Waits until a host has written its queue and stored what it lost. */
async function quiet({ state }: ProfilesHost): Promise<ProfilesState> {
  while ((await state()).waiting > 0) await sleep(50);
  await sleep(1_500);
  return state();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

const ORDER = {
  path: '/api/orders/7',
  body: JSON.stringify({ items: Array.from({ length: 8 }, (_, id) => ({ id, name: `article ${id}` })) }),
};
const WARM_MS = 10_000;
const AROUND_MS = 15_000;
