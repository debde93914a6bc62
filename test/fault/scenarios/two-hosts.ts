import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from '../../safety/support/nginx.ts';
import { loadFigures } from '../support/load-figures.ts';
import { Load } from '../support/load.ts';
import type { Outcome } from '../support/load.ts';
import { missingProfiles, profilesByMachine } from '../support/postgres-profiles.ts';
import type { PrivatePostgres } from '../support/private-postgres.ts';
import { atLeast, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { NoteSubscriber, lostNotes, startServices, updateFigures } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';
import type { FaultHost } from '../support/start-host.ts';

/** One of two hosts behind nginx is killed with all its workers, and starts again. */
export const twoHosts: Scenario = {
  name: 'two-hosts',
  fault:
    'Two hosts with four workers each are behind nginx, which sends each request to one of them at random. They share PostgreSQL, also for profiles, and Redis. All processes of one host are killed (SIGKILL), and the host starts again.',
  run: runTwoHosts,
};

async function runTwoHosts(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const options = MACHINES.map((machine) => ({
    env: { ...env, PROFILES: env.DATABASE, ORIEL_MACHINE: machine },
    workers: run.choose(4, 2),
  }));
  // One after the other: eight processes at once would start too slowly on a machine with other load.
  const hosts: FaultHost[] = [];
  for (const option of options) hosts.push(await startHost(run, option));
  const nginx = await startNginx(
    hosts.map(({ port }) => port),
    'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_buffering off;',
  );
  run.onEnd(() => nginx.stop());
  const url = `http://127.0.0.1:${nginx.port}`;
  const subscribers = Array.from({ length: 4 }, () => new NoteSubscriber(run, url));
  await Promise.all(subscribers.map((subscriber) => subscriber.connected()));
  const load = new Load(url, { clients: 12 }).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(8_000, 3_000));
  const from = performance.now();
  await hosts[0]!.kill();
  await sleep(run.choose(6_000, 3_000));
  await startHost(run, { ...options[0]!, port: hosts[0]!.port });
  const until = performance.now();
  await sleep(run.choose(6_000, 3_000));
  await load.stop();
  const isOld = (time: number): boolean => time < from - 1_000 || time > from + 1_000;
  const recorded = load.outcomes.filter(({ token }) => token !== undefined);
  const lost = await lostProfiles(postgres, recorded, from + 1_000);
  const stored = await profilesByMachine(postgres);
  const updates: Figure[] = [];
  for (const [index, subscriber] of subscribers.entries()) {
    const figures = await updateFigures(
      subscriber,
      load.notes.filter(({ at }) => isOld(at)),
    );
    updates.push(...figures.map((figure) => ({ ...figure, what: `subscriber ${index + 1}: ${figure.what}` })));
  }
  return [
    ...loadFigures(load, { from, until }, { recovery: 5, mayDisconnect: true }),
    atLeast('acknowledged writes', load.notes.length, 50),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    atLeast('acknowledged changes of sessions', load.visits, 50),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    ...updates,
    atLeast('profiles', recorded.length, 100),
    ...MACHINES.map((machine) => atLeast(`profiles stored by ${machine}`, stored.get(machine) ?? 0, 50)),
    none(
      'profiles older than 1 s lost',
      lost
        .filter(({ ended }) => isOld(ended))
        .map(({ ended }) => `${((ended - from) / 1000).toFixed(2)} s after the kill`),
    ),
    reported('younger profiles lost', lost.filter(({ ended }) => !isOld(ended)).length),
    none('uncaught errors', hosts[1]!.uncaught()),
  ];
}

/** Returns the responses without a profile, after the queues of the running hosts were written. */
async function lostProfiles(
  postgres: PrivatePostgres,
  outcomes: readonly Outcome[],
  after: number,
): Promise<Outcome[]> {
  for (let round = 0; ; round++) {
    await sleep(1_000);
    const missing = new Set(await missingProfiles(postgres, outcomes));
    const lost = outcomes.filter(({ token }) => missing.has(token!));
    if (round === 10 || !lost.some(({ ended }) => ended > after)) return lost;
  }
}

const MACHINES = ['host-1', 'host-2'];
