import { findLeaks } from './support/leaks.ts';
import type { Leak } from './support/leaks.ts';
import { createPlanter } from './support/planter.ts';
import { startPlantedHost } from './support/planted-host.ts';
import { SECRET_HANDLERS } from './support/secret-handlers.ts';
import type { SecretHandler } from './support/secret-handlers.ts';
import { SECRET_REQUESTS } from './support/secret-requests.ts';
import type { SecretRequest } from './support/secret-requests.ts';

/**
 * Sends requests with secrets to a host with a SQLite storage, and searches for the secrets in the storage and in every page
 * and export of the profiles: `node --conditions=oriel:source test/safety/plant-secrets.ts <seed>`.
 */
export async function plantSecrets(seed: number, allPanels: boolean, minimum = 500): Promise<PlantResult> {
  const { planter, secrets } = createPlanter(seed);
  const { random } = planter;
  const handlers: SecretHandler[] = [];
  const requests: SecretRequest[] = [];
  while (secrets.length < minimum) {
    for (const create of Object.values(SECRET_REQUESTS)) requests.push(create(planter));
    for (const prepare of Object.values(SECRET_HANDLERS)) {
      requests.push({ line: `GET /handlers/${handlers.length}`, headers: { Accept: random.pick(MEDIA_TYPES) } });
      handlers.push(prepare(planter));
    }
  }
  await using recorded = await startPlantedHost(handlers);
  const restoreOutput = muteOutput();
  for (const { line, headers, body } of requests) await recorded.client.send(line, { headers, body });
  restoreOutput();
  await recorded.waitForProfiles(requests.length);
  const { leaks, pages } = await findLeaks(recorded, allPanels);
  return { planted: secrets.length, requests: requests.length, profiles: recorded.queued.length, pages, leaks };
}

export interface PlantResult {
  readonly planted: number;
  readonly requests: number;
  readonly profiles: number;
  readonly pages: number;
  readonly leaks: readonly Leak[];
}

const MEDIA_TYPES = ['application/json', 'text/html', 'text/markdown', 'text/plain'];

// The output of the application contains secrets too, and is not part of the test.
function muteOutput(): () => void {
  const write = [process.stdout.write, process.stderr.write] as const;
  process.stdout.write = process.stderr.write = () => true;
  return () => ([process.stdout.write, process.stderr.write] = write);
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
  const { planted, requests, profiles, pages, leaks } = await plantSecrets(seed, true);
  console.log(
    `Seed ${seed}: ${planted} secrets in ${requests} requests; ${profiles} profiles, ${pages} pages and exports searched.`,
  );
  for (const { place, excerpt } of leaks) console.log(`  ${place}\n    … ${excerpt} …`);
  console.log(leaks.length === 0 ? 'No secret was found.' : `Secrets were found in ${leaks.length} places.`);
  process.exitCode = leaks.length === 0 ? 0 : 1;
}
