import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient } from '../support/client.ts';
import { FILE_FAULTS, createSmallFolder } from '../support/file-faults.ts';
import type { FileFault } from '../support/file-faults.ts';
import { Load, isGood } from '../support/load.ts';
import { p99 } from '../support/load-figures.ts';
import { atLeast, atMost, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { createDatabase, queryFile } from '../support/sqlite-files.ts';
import { UNPRIVILEGED, startHost } from '../support/start-host.ts';

/** The store of profiles fails in each way, one after another. Requests must not be affected. */
export const profileStore: Scenario = {
  name: 'profile-store',
  fault:
    'The SQLite file of the profiles is locked, on a full disk, read-only, overwritten with garbage, and deleted, while a host records every request.',
  run: runProfileStore,
};

async function runProfileStore(run: Run): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, fault] of Object.entries(FILE_FAULTS)) {
    const found = await runFault(run, fault);
    figures.push(...found.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` })));
  }
  return figures;
}

async function runFault(run: Run, { inject, isBeforeStart = false }: FileFault): Promise<Figure[]> {
  const folder = createSmallFolder(run, 24);
  const [data, file] = [join(createSmallFolder(run, 64), 'data.sqlite'), join(folder, 'profiles.sqlite')];
  createDatabase(data);
  chownSync(data, UNPRIVILEGED, UNPRIVILEGED);
  const env = { DATABASE: data, PROFILES: file };
  let remove = (): void => {};
  if (isBeforeStart) {
    // A first host creates the file.
    const first = await startHost(run, { env, isUnprivileged: true });
    await new FaultClient().send(`${first.url}/plain`);
    await first.stop();
    remove = inject(file);
  }
  const host = await startHost(run, { env, isUnprivileged: true });
  const load = new Load(host.url, { pause: 3 }).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(4_000, 2_000));
  const from = performance.now();
  if (!isBeforeStart) remove = inject(file);
  await sleep(run.choose(6_000, 3_000));
  const count = load.outcomes.length;
  remove();
  const client = new FaultClient();
  const recovery = await recoverySeconds(host.url, client, file);
  await load.stop();
  const during = load.outcomes.slice(0, count).filter(({ ended }) => ended >= from);
  const before = load.outcomes.filter(({ ended }) => ended < from);
  const failed = load.outcomes.filter((outcome) => !isGood(outcome));
  const metrics = (await client.send(`${host.url}/metrics`)).text;
  const metric = (name: string): string => new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1] ?? 'unknown';
  client.close();
  await host.kill();
  return [
    atLeast('requests', load.outcomes.length, 100),
    none(
      'failed requests',
      failed.map(({ kind, status, error, wrong }) => `${kind}: ${status} ${wrong ?? error}`),
    ),
    reported(
      '99th percentile of the response time before and during',
      `${p99(before).toFixed(0)} ms, ${p99(during).toFixed(0)} ms`,
    ),
    reported(
      'profiles stored and dropped',
      `${metric('oriel_profiler_stored_total')}, ${metric('oriel_profiler_dropped_total')}`,
    ),
    atMost('time until new profiles are stored', recovery, 15, 's'),
    none('uncaught errors', host.uncaught()),
  ];
}

/** Waits until the profile of a new request is in the file, and returns the seconds. */
async function recoverySeconds(url: string, client: FaultClient, file: string): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < 30_000) {
    const { token } = await client.send(`${url}/plain`);
    await sleep(250);
    if (token !== undefined && isStored(file, token)) break;
  }
  return (performance.now() - started) / 1000;
}

function isStored(file: string, token: string): boolean {
  try {
    return queryFile(file, `select seq from profiles where token = ${Number.parseInt(token, 16)}`).length > 0;
  } catch {
    return false;
  }
}
