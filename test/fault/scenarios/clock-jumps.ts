import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Load, isGood } from '../support/load.ts';
import { countStatuses } from '../support/load-figures.ts';
import { atLeast, none, reported } from '../support/scenario.ts';
import type { Figure, Run, Scenario } from '../support/scenario.ts';
import { NoteSubscriber, lostNotes, startServices, updateFigures } from '../support/shared-services.ts';
import { createFolder, missingProfiles } from '../support/sqlite-files.ts';
import { startHost } from '../support/start-host.ts';

const MINUTE = 60_000;
// Sessions end after 30 minutes without a request, so that jumps forward are shorter.
// A write whose claim expires during a jump is rolled back and gets 409.
const JUMPS = [10, -10, -60, 25, 25, 20, -1500].map((minutes) => minutes * MINUTE);

/** The clock of a host jumps forward and back. */
export const clockJumps: Scenario = {
  name: 'clock-jumps',
  fault:
    'The clock of a host (`Date`, replaced by a module that is loaded first) jumps by 10, -10, -60, 25, 25, 20 and -1,500 minutes under load. The clocks of PostgreSQL, Redis and timers do not jump.',
  run: runClockJumps,
};

async function runClockJumps(run: Run): Promise<readonly Figure[]> {
  const { env, postgres } = await startServices(run);
  const folder = createFolder(run, 'clock');
  const [shift, profiles] = [join(folder, 'shift'), join(folder, 'profiles.sqlite')];
  writeFileSync(shift, '0');
  const host = await startHost(run, {
    env: { ...env, CLOCK_SHIFT: shift, PROFILES: profiles },
    preload: [join(import.meta.dirname, '../support/shift-clock.ts')],
  });
  const subscriber = new NoteSubscriber(run, host.url);
  await subscriber.connected();
  const load = new Load(host.url, { pause: 20 }).start();
  run.onEnd(() => load.close());
  await sleep(run.choose(3_000, 1_500));
  const from = performance.now();
  let sum = 0;
  for (const jump of JUMPS) {
    sum += jump;
    writeFileSync(shift, String(sum));
    await sleep(run.choose(4_000, 1_000));
  }
  await load.stop();
  const after = load.outcomes.filter(({ ended }) => ended >= from);
  await sleep(1_000);
  const recorded = after.filter(({ token }) => token !== undefined);
  return [
    reported('jumps', JUMPS.length),
    reported('responses', countStatuses(after)),
    atLeast('requests', after.length, 100),
    none(
      'failed requests',
      load.outcomes
        .filter((outcome) => !isGood(outcome) && (outcome.status !== 409 || outcome.wrong !== undefined))
        .map(({ kind, status, error, wrong }) => `${kind}: ${status} ${wrong ?? error}`),
    ),
    none('acknowledged writes lost', await lostNotes(postgres, load)),
    none('acknowledged changes of sessions lost', await load.lostVisits()),
    ...(await updateFigures(subscriber, load.notes)),
    none('tokens of profiles used twice', recorded.length - new Set(recorded.map(({ token }) => token)).size),
    none('profiles lost', missingProfiles(profiles, recorded)),
    none('uncaught errors', host.uncaught()),
  ];
}
