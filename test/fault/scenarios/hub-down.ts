import { setTimeout as sleep } from 'node:timers/promises';
import { loadFigures } from '../support/load-figures.ts';
import { Load } from '../support/load.ts';
import { atLeast, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { NoteSubscriber, lostNotes, startServices, updateFigures } from '../support/shared-services.ts';
import { startHost } from '../support/start-host.ts';
import { freePort } from '../../lib/free-port.ts';

/** The external hub of a host is killed and paused. */
export const hubDown: Scenario = {
  name: 'hub-down',
  fault:
    'The external hub of a host, a host of its own with its history in Redis, is killed (SIGKILL), started again, and stopped with SIGSTOP for some seconds.',
  run: runHubDown,
};

async function runHubDown(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const options = { env: { ...env, PREFIX: 'hub' }, port: await freePort() };
  let hub = await startHost(run, options);
  const { REDIS: _, ...withoutRedis } = env;
  const host = await startHost(run, {
    env: { ...withoutRedis, HUB_URL: `${hub.url}/.well-known/mercure` },
  });
  const subscriber = new NoteSubscriber(run, hub.url);
  await subscriber.connected();
  const load = new Load(host.url).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(4_000, 1_500));
  const from = performance.now();
  await hub.kill();
  await sleep(run.choose(8_000, 2_000));
  hub = await startHost(run, options);
  await sleep(run.choose(5_000, 2_000));
  hub.running.child.kill('SIGSTOP');
  await sleep(run.choose(5_000, 2_000));
  hub.running.child.kill('SIGCONT');
  const until = performance.now();
  await sleep(run.choose(4_000, 2_000));
  await load.stop();
  const stopped = performance.now();
  const updates = await updateFigures(subscriber, load.notes, true);
  return [
    ...loadFigures(load, { from, until }, { recovery: 0, unaffected: ['read', 'write', 'visit'] }),
    atLeast('acknowledged writes', load.notes.length, 20),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    ...updates,
    reported(
      'time until all updates were received',
      `${((performance.now() - stopped) / 1000).toFixed(1)} s after the last write`,
    ),
    none('uncaught errors', host.uncaught() + hub.uncaught()),
  ];
}
