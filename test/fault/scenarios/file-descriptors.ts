import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Load, isGood } from '../support/load.ts';
import { countStatuses, recoverySeconds } from '../support/load-figures.ts';
import { filesWithin, openFiles, openMany } from '../support/raw-clients.ts';
import { atLeast, atMost, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { createDatabase, createFolder, queryFile } from '../support/sqlite-files.ts';
import { startHost } from '../support/start-host.ts';

/** A host has no file descriptors left. */
export const fileDescriptors: Scenario = {
  name: 'file-descriptors',
  fault:
    'A host may open 120 files (`prlimit --nofile=120`), and clients open 400 connections, close them, and open new ones, while other clients send requests on new connections.',
  run: runFileDescriptors,
};

async function runFileDescriptors(run: Run): Promise<readonly Figure[]> {
  const folder = createFolder(run, 'files');
  const [file, profiles] = [join(folder, 'data.sqlite'), join(folder, 'profiles.sqlite')];
  createDatabase(file);
  const host = await startHost(run, { env: { DATABASE: file, PROFILES: profiles }, files: 120 });
  const pid = host.running.child.pid!;
  const load = new Load(host.url).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(3_000, 1_500));
  const before = openFiles(pid);
  const from = performance.now();
  let most = 0;
  for (let time = 0; time < run.choose(3, 1); time++) {
    const sockets = await openMany(host.port, 400);
    // New connections of the load compete with these.
    load.close();
    await sleep(run.choose(3_000, 1_500));
    most = Math.max(most, openFiles(pid));
    for (const socket of sockets) socket.destroy();
    await sleep(200);
  }
  const until = performance.now();
  await sleep(run.choose(5_000, 3_000));
  await load.stop();
  const during = load.outcomes.filter(({ ended, started }) => ended >= from && started <= until);
  const answered = during.filter((outcome) => outcome.status > 0 && !isGood(outcome));
  const stored = new Set(queryFile(file, 'select id from notes'));
  return [
    atLeast('most open files', most, 118),
    reported('requests during the fault', countStatuses(during)),
    none(
      'of these answered with an error',
      answered.map(({ kind, status }) => `${kind}: ${status}`),
    ),
    atMost('recovery', recoverySeconds(load.outcomes, until), 2, 's'),
    none('acknowledged writes lost', load.notes.filter(({ id }) => !stored.has(id)).length),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    atMost('open files afterwards, compared with before', (await filesWithin(pid, before)) - before, 5),
    none('uncaught errors', host.uncaught()),
  ];
}
