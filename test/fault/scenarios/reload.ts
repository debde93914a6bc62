import { setTimeout as sleep } from 'node:timers/promises';
import { signalTree } from '../support/processes.ts';
import { Load, isGood } from '../support/load.ts';
import { countStatuses } from '../support/load-figures.ts';
import { atLeast, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { lostNotes, startServices } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';

/** The workers of a host are replaced, and then killed one by one, under load. */
export const reload: Scenario = {
  name: 'reload',
  fault:
    'A host with four workers receives SIGHUP under load, so that all are replaced; then its workers are killed (SIGKILL) one by one.',
  run: runReload,
};

async function runReload(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const host = await startHost(run, { env, workers: 4 });
  const load = new Load(host.url, { clients: 12 }).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(3_000, 1_500));
  const times = run.choose(3, 1);
  for (let time = 0; time < times; time++) {
    host.running.child.kill('SIGHUP');
    while (count(host.running.out(), 'all workers are replaced') <= time) await sleep(50);
  }
  await sleep(500);
  const replaced = load.outcomes.length;
  const reloading = load.outcomes.filter((outcome) => !isGood(outcome));
  const [, ...workers] = host.pids();
  for (const worker of workers) {
    signalTree(worker, 'SIGKILL');
    await sleep(run.choose(5_000, 3_000));
  }
  const until = performance.now();
  await sleep(run.choose(8_000, 6_000));
  await load.stop();
  const killing = load.outcomes.slice(replaced);
  const lost = killing.filter((outcome) => !isGood(outcome));
  return [
    atLeast('requests while the workers were replaced', replaced, 50),
    none(
      'of these failed',
      reloading.map(({ kind, status, error, wrong }) => `${kind}: ${status} ${wrong ?? error}`),
    ),
    atLeast('requests while the workers were killed', killing.length, 50),
    reported('of these failed', `${lost.length} (${countStatuses(lost)})`),
    none('of these 5 s after the last worker was killed', lost.filter(({ started }) => started > until + 5_000).length),
    none(
      'wrong responses',
      load.outcomes.flatMap(({ wrong }) => wrong ?? []),
    ),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    none('uncaught errors', host.uncaught()),
  ];
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
