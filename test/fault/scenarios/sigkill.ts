import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../lib/free-port.ts';
import { killWriters } from '../profile-storage-kill.ts';
import { Load } from '../support/load.ts';
import { atLeast, atMost, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { createDatabase, createFolder, isIntact, missingProfiles, queryFile } from '../support/sqlite-files.ts';
import { startHost } from '../support/start-host.ts';

/** A host with SQLite files is killed 50 times while it writes notes, sessions, idempotency keys and profiles. */
export const sigkill: Scenario = {
  name: 'sigkill',
  fault:
    'A host that stores items, sessions, idempotency keys and profiles in SQLite files is killed (SIGKILL) 50 times during writes, and started again.',
  run: runSigkill,
};

async function runSigkill(run: Run): Promise<readonly Figure[]> {
  const folder = createFolder(run, 'sigkill');
  const [file, profiles] = [join(folder, 'data.sqlite'), join(folder, 'profiles.sqlite')];
  createDatabase(file);
  const port = await freePort();
  const times = run.choose(50, 5);
  const load = new Load(`http://127.0.0.1:${port}`, { clients: 9, pause: 5 }).start();
  run.onEnd(() => load.close());
  let damaged = 0;
  let checked = 0;
  let seen = 0;
  let uncaught = 0;
  const missing: string[] = [];
  for (let time = 0; time < times; time++) {
    const host = await startHost(run, { env: { DATABASE: file, PROFILES: profiles }, port });
    await sleep(1_200 + Math.random() * 600);
    const killed = performance.now();
    await host.kill();
    uncaught += host.uncaught();
    const old = load.outcomes.slice(seen).filter(({ ended, token }) => token !== undefined && ended < killed - 1_000);
    seen = load.outcomes.length;
    checked += old.length;
    missing.push(...missingProfiles(profiles, old));
    for (const value of [file, profiles]) if (!isIntact(value)) damaged++;
  }
  const last = await startHost(run, { env: { DATABASE: file, PROFILES: profiles }, port });
  const until = performance.now();
  await sleep(2_000);
  await load.stop();
  const stored = new Set(queryFile(file, 'select id from notes'));
  return [
    reported('kills', times),
    atLeast('acknowledged writes', load.notes.length, times),
    none(
      'acknowledged writes lost',
      load.notes.filter(({ id }) => !stored.has(id)).map(({ id }) => id),
    ),
    atLeast('acknowledged changes of sessions', load.visits, times),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    atLeast('profiles older than 1 s', checked, times),
    none('of these lost', missing),
    none('damaged files', damaged),
    none(
      'wrong responses',
      load.outcomes.flatMap(({ wrong }) => wrong ?? []),
    ),
    none('responses with 500', load.outcomes.filter(({ status }) => status === 500).length),
    none(
      'failed requests after the last start',
      load.outcomes.filter(({ started, status }) => started > until && status === 0).length,
    ),
    none('uncaught errors', uncaught + last.uncaught()),
  ];
}

/** A process that only writes profiles is killed at random times. */
export const sigkillProfiles: Scenario = {
  name: 'sigkill-profiles',
  fault:
    'A process that writes one profile per millisecond into the profile store is killed (SIGKILL) 50 times at random times.',
  async run(run) {
    const kills = await killWriters(run.choose(50, 5));
    const sum = (key: 'queued' | 'kept'): number => kills.reduce((total, kill) => total + kill[key], 0);
    return [
      reported('kills', kills.length),
      atLeast('profiles', sum('queued'), kills.length),
      reported('profiles stored', sum('kept')),
      none('damaged files', kills.filter((kill) => !kill.isIntact).length),
      atMost('age of the oldest lost profile', Math.max(...kills.map(({ lost }) => lost)), 1_000, 'ms'),
    ];
  },
};
