/**
 * Runs servers that other people publish on npm with and without the recorder, and compares the bytes of their responses and
 * the facts of their profiles: `npm run applications`. An argument chooses one. Needs the npm registry, PostgreSQL and Redis.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SqlProfileStorage } from '../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { APPLICATIONS } from '../test/applications/applications.ts';
import { checkProfile } from '../test/applications/check-profile.ts';
import { compareResponses } from '../test/applications/compare-responses.ts';
import { readHeader } from '../test/applications/public-application.ts';
import type { PublicApplication, ReceivedResponse } from '../test/applications/public-application.ts';
import { runApplication } from '../test/applications/run-application.ts';
import { freePort } from '../test/lib/free-port.ts';
import { RECORDER_OPTIONS, installApplication } from './lib/install-application.ts';

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in APPLICATIONS));
if (unknown !== undefined)
  throw new RangeError(`Unknown application "${unknown}"; expected one of ${Object.keys(APPLICATIONS).join(', ')}`);
let failed = 0;
for (const [name, application] of Object.entries(APPLICATIONS))
  if (names.length === 0 || names.includes(name)) failed += await check(name, application);
console.log(failed === 0 ? 'No difference' : `${failed} requests differ`);
process.exitCode = failed === 0 ? 0 : 1;

async function check(name: string, application: PublicApplication): Promise<number> {
  const folder = installApplication(name, application.packages);
  const store = join(folder, 'profiles', 'profiler.sqlite');
  rmSync(join(folder, 'profiles'), { recursive: true, force: true });
  const port = await freePort();
  const plain = await runApplication(application, folder, port, undefined);
  const recorded = await runApplication(application, folder, port, {
    args: RECORDER_OPTIONS,
    env: { ORIEL_PROFILER_FILE: store, ORIEL_PROFILER_PAUSE: '0' },
  });
  const storage = new SqlProfileStorage({ file: store });
  const issues = application.session.map((step, index) => {
    const response = recorded[index]!;
    const profile = storage.read(readHeader(response, 'x-debug-token'));
    return [
      ...compareResponses(plain[index]!, response, application.variable),
      ...(profile === undefined ? ['no profile'] : checkProfile(profile, step, application.secrets)),
    ];
  });
  storage.close();
  const differing = issues.filter((list) => list.length > 0).length;
  console.log(`${differing === 0 ? '✓' : '✗'} ${application.name}: ${issues.length} requests, ${differing} differ`);
  for (const [index, list] of issues.entries())
    if (list.length > 0)
      console.log(`  ${index} ${describe(application, index, recorded)}\n    ${list.join('\n    ')}`);
  return differing;
}

function describe({ session }: PublicApplication, index: number, responses: readonly ReceivedResponse[]): string {
  const { request } = session[index]!;
  const { method = 'GET', path } = typeof request === 'function' ? request(responses) : request;
  return `${method} ${path} ${responses[index]!.status}`;
}
