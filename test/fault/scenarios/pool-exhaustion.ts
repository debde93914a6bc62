import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient } from '../support/client.ts';
import { countStatuses, loadFigures } from '../support/load-figures.ts';
import { Load } from '../support/load.ts';
import { atLeast, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { lostNotes, startServices } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';

/** All connections of the pool are in use. */
export const poolExhaustion: Scenario = {
  name: 'pool-exhaustion',
  fault:
    'Forty requests hold the two connections of the pool of PostgreSQL with queries of 2.5 s, and wait for one another. The pool waits 1 s for a connection.',
  run: runPoolExhaustion,
};

async function runPoolExhaustion(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const host = await startHost(run, { env: { ...env, POOL: '2' } });
  const load = new Load(host.url).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(3_000, 1_500));
  const from = performance.now();
  const held = [];
  for (let time = 0; time < run.choose(3, 1); time++) {
    const client = new FaultClient();
    held.push(...(await Promise.all(Array.from({ length: 40 }, () => client.send(`${host.url}/hold/2500`)))));
    client.close();
  }
  const until = performance.now();
  await sleep(run.choose(5_000, 3_000));
  await load.stop();
  return [
    reported('requests that held a connection', countStatuses(held)),
    none(
      'of these with another status than 200 or 503',
      held.filter(({ status }) => status !== 200 && status !== 503).length,
    ),
    ...loadFigures(load, { from, until }, { recovery: 3, unaffected: ['read', 'visit'] }),
    atLeast('acknowledged writes', load.notes.length, 20),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    none('uncaught errors', host.uncaught()),
  ];
}
