import { findLeaks } from './support/leaks.ts';
import type { Leak } from './support/leaks.ts';
import { startPlanted } from './support/planted-host.ts';
import { ACTS } from './support/secret-acts.ts';
import type { Act } from './support/secret-acts.ts';
import { MARK, REQUEST_CARRIERS } from './support/secret-carriers.ts';
import type { Carried, Planter } from './support/secret-carriers.ts';
import { Seeded } from './support/seeded.ts';

/**
 * Plants secrets through everything that carries any, sends them through a real host with a real store, and looks for
 * them wherever a profile can be seen: `node --conditions=oriel:source test/safety/plant-secrets.ts <seed>`.
 */
export async function plantSecrets(seed: number, thorough: boolean, least = 500): Promise<Harvest> {
  const secrets: string[] = [];
  const random = new Seeded(seed);
  const planter: Planter = {
    random,
    name: () => random.pick(NAMES),
    secret: () => secrets[secrets.push(`${random.letters(4)}${MARK}${random.letters(12)}`) - 1]!,
  };
  const acts: Act[] = [];
  const requests: Carried[] = [];
  while (secrets.length < least) {
    for (const carry of Object.values(REQUEST_CARRIERS)) requests.push(carry(planter));
    for (const prepare of Object.values(ACTS)) {
      requests.push({ line: `GET /acts/${acts.length}`, headers: { Accept: random.pick(ACCEPTED) } });
      acts.push(prepare(planter));
    }
  }
  await using recorded = await startPlanted(acts);
  const unmuted = mute();
  for (const { line, headers, body } of requests) await recorded.client.ask(line, { headers, body });
  unmuted();
  await recorded.settled(requests.length);
  const { leaks, pages } = await findLeaks(recorded, thorough);
  return { planted: secrets.length, requests: requests.length, profiles: recorded.pushed.length, pages, leaks };
}

export interface Harvest {
  readonly planted: number;
  readonly requests: number;
  readonly profiles: number;
  readonly pages: number;
  readonly leaks: readonly Leak[];
}

const NAMES =
  'password userPassword new-password client_secret clientSecret accessToken refresh_token apiKey X-Api-Key privateKey sessionId PHPSESSID sid csrfToken otp cvv cardNumber iban signature credential AWS_SECRET_ACCESS_KEY jwt'.split(
    ' ',
  );
const ACCEPTED = ['application/json', 'text/html', 'text/markdown', 'text/plain'];

// The application says what it says; nobody needs to read it here.
function mute(): () => void {
  const write = [process.stdout.write, process.stderr.write] as const;
  process.stdout.write = process.stderr.write = () => true;
  return () => ([process.stdout.write, process.stderr.write] = write);
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);
  const { planted, requests, profiles, pages, leaks } = await plantSecrets(seed, true);
  console.log(
    `Seed ${seed}: ${planted} secrets in ${requests} requests; ${profiles} profiles, ${pages} pages and exports read.`,
  );
  for (const { where, around } of leaks) console.log(`  ${where}\n    … ${around} …`);
  console.log(leaks.length === 0 ? 'None was found again.' : `${leaks.length} places give something away.`);
  process.exitCode = leaks.length === 0 ? 0 : 1;
}
