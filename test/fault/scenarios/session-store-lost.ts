import { chownSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../lib/free-port.ts';
import { FILE_FAULTS, createSmallFolder } from '../support/file-faults.ts';
import type { FileFault } from '../support/file-faults.ts';
import { Load, isGood } from '../support/load.ts';
import { countStatuses } from '../support/load-figures.ts';
import { atLeast, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { createDatabase, queryFile } from '../support/sqlite-files.ts';
import { UNPRIVILEGED, startHost } from '../support/start-host.ts';

/** The SQLite file of sessions and items is destroyed, and a backup is restored. */
export const sessionStoreLost: Scenario = {
  name: 'session-store-lost',
  fault:
    'The SQLite file of sessions and items is overwritten with garbage, and deleted, under load. Then the host stops, a backup from directly before is restored, and the host starts.',
  run: runSessionStoreLost,
};

async function runSessionStoreLost(run: Run): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const name of ['corrupt', 'deleted']) {
    const found = await runFault(run, FILE_FAULTS[name]!);
    figures.push(...found.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` })));
  }
  return figures;
}

async function runFault(run: Run, { inject }: FileFault): Promise<Figure[]> {
  const file = join(createSmallFolder(run, 64), 'data.sqlite');
  createDatabase(file);
  chownSync(file, UNPRIVILEGED, UNPRIVILEGED);
  const options = { env: { DATABASE: file }, port: await freePort(), isUnprivileged: true };
  const host = await startHost(run, options);
  const load = new Load(host.url, { pause: 3 }).start();
  await sleep(run.choose(4_000, 2_000));
  const saved = load.notes.length;
  const backup = backUp(file);
  const from = performance.now();
  inject(file);
  await sleep(run.choose(6_000, 3_000));
  await load.stop();
  load.close();
  await host.kill();
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  renameSync(backup, file);
  const restored = await startHost(run, options);
  const next = new Load(restored.url, { pause: 3 }).start();
  await sleep(run.choose(4_000, 2_000));
  await next.stop();
  next.close();
  await restored.kill();
  const stored = new Set(queryFile(file, 'select id from notes'));
  const during = load.outcomes.filter(({ ended }) => ended >= from);
  const later = load.notes.slice(saved);
  return [
    reported('responses during the fault', countStatuses(during)),
    none(
      'failed requests that need neither database nor session',
      during.filter((outcome) => outcome.kind === 'read' && !isGood(outcome)).length,
    ),
    none(
      'wrong responses',
      load.outcomes.flatMap(({ wrong }) => wrong ?? []),
    ),
    atLeast('acknowledged writes in the backup', saved, 20),
    none('of these lost', load.notes.slice(0, saved).filter(({ id }) => !stored.has(id)).length),
    reported('writes acknowledged after the backup, and lost', later.filter(({ id }) => !stored.has(id)).length),
    atLeast('requests after the backup was restored', next.outcomes.length, 20),
    none('of these failed', next.outcomes.filter((outcome) => !isGood(outcome)).length),
    none('uncaught errors', host.uncaught() + restored.uncaught()),
  ];
}

/** Copies a database that is in use, as `sqlite3 data.sqlite "vacuum into 'backup.sqlite'"` does. */
function backUp(file: string): string {
  const backup = join(dirname(file), 'backup.sqlite');
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec(`vacuum into '${backup}'`);
  database.close();
  chownSync(backup, UNPRIVILEGED, UNPRIVILEGED);
  return backup;
}
