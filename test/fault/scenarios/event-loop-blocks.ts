import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient } from '../support/client.ts';
import { loadFigures } from '../support/load-figures.ts';
import { Load } from '../support/load.ts';
import { atLeast, equal, none } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { NoteSubscriber, lostNotes, startServices, updateFigures } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';

/** A handler blocks the event loop for longer than every time limit. */
export const eventLoopBlocks: Scenario = {
  name: 'event-loop-blocks',
  fault:
    'A handler blocks the event loop three times for 3 s. The limits for headers and bodies are 1 s, so that timers of all connections are overdue afterwards; commands of Redis have 2 s.',
  run: runBlocks,
};

async function runBlocks(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const limits = { headersTimeout: 1_000, bodyTimeout: 1_000, writeTimeout: 1_000, requestTimeout: 2_000 };
  const host = await startHost(run, { env: { ...env, LIMITS: JSON.stringify(limits) } });
  const subscriber = new NoteSubscriber(run, host.url);
  await subscriber.connected();
  const load = new Load(host.url).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(3_000, 1_500));
  const from = performance.now();
  const client = new FaultClient();
  const blocks = run.choose(3, 1);
  let answered = 0;
  for (let time = 0; time < blocks; time++) {
    const { status } = await client.send(`${host.url}/block/3000`, { method: 'POST' });
    if (status === 200) answered++;
    await sleep(2_000);
  }
  client.close();
  const until = performance.now();
  await sleep(run.choose(4_000, 3_000));
  await load.stop();
  return [
    equal('blocking requests with a response', answered, blocks),
    ...loadFigures(load, { from, until }, { recovery: 1, unaffected: ['read'] }),
    atLeast('acknowledged writes', load.notes.length, 20),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    ...(await updateFigures(subscriber, load.notes)),
    none('uncaught errors', host.uncaught()),
  ];
}
