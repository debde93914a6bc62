import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../lib/free-port.ts';
import { FILE_FAULTS, createSmallFolder } from '../support/file-faults.ts';
import type { FileFault } from '../support/file-faults.ts';
import { Load, isGood } from '../support/load.ts';
import { countStatuses, recoverySeconds } from '../support/load-figures.ts';
import { atLeast, atMost, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { createDatabase, queryFile } from '../support/sqlite-files.ts';
import { UNPRIVILEGED, startHost } from '../support/start-host.ts';

/** The SQLite file of sessions and items fails in each way that can be repaired without a backup. */
export const sessionStore: Scenario = {
  name: 'session-store',
  fault:
    'The SQLite file of sessions, items and idempotency keys is locked, on a full disk, and read-only until the next start, under load. PostgreSQL and Redis have scenarios of their own.',
  run: runSessionStore,
};

async function runSessionStore(run: Run): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const name of ['locked', 'full', 'read-only']) {
    const found = await runFault(run, FILE_FAULTS[name]!);
    figures.push(...found.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` })));
  }
  return figures;
}

async function runFault(run: Run, { inject, isBeforeStart = false }: FileFault): Promise<Figure[]> {
  const file = join(createSmallFolder(run, 16), 'data.sqlite');
  createDatabase(file);
  chownSync(file, UNPRIVILEGED, UNPRIVILEGED);
  const options = { env: { DATABASE: file }, port: await freePort(), isUnprivileged: true };
  let host = await startHost(run, options);
  const load = new Load(host.url, { pause: 3 }).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(4_000, 2_000));
  let remove: () => void;
  if (isBeforeStart) {
    await load.stop();
    await host.stop();
    remove = inject(file);
    host = await startHost(run, options);
    load.start();
  } else remove = inject(file);
  const from = performance.now();
  await sleep(run.choose(6_000, 3_000));
  remove();
  // SQLite opens a file that cannot be written for reading only, until it is opened again.
  if (isBeforeStart) {
    await load.stop();
    await host.stop();
    host = await startHost(run, options);
    load.start();
  }
  const until = performance.now();
  await sleep(run.choose(5_000, 3_000));
  await load.stop();
  const during = load.outcomes.filter(({ ended, started }) => ended >= from && started <= until);
  const stored = new Set(queryFile(file, 'select id from notes'));
  const wrong = load.outcomes.flatMap((outcome) => outcome.wrong ?? []);
  const failedReads = during.filter((outcome) => outcome.kind === 'read' && !isGood(outcome));
  return [
    reported('responses during the fault', countStatuses(during)),
    none('failed requests that need neither database nor session', failedReads.length),
    none('wrong responses', wrong),
    none('responses with 500', load.outcomes.filter(({ status }) => status === 500).length),
    atMost('recovery', recoverySeconds(load.outcomes, until), 5, 's'),
    atLeast('acknowledged writes', load.notes.length, 20),
    none('acknowledged writes lost', load.notes.filter(({ id }) => !stored.has(id)).length),
    atLeast('acknowledged changes of sessions', load.visits, 20),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    none('uncaught errors', host.uncaught()),
  ];
}
