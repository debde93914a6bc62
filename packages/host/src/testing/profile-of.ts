import { setTimeout } from 'node:timers/promises';
import type { Profile, ProfileStorage } from 'oriel/recorder';

/**
 * Returns the profile of a response, as soon as it is stored.
 *
 * @throws {Error} if the request was not recorded, or if its profile is not stored within five seconds
 */
export async function profileOf(storage: ProfileStorage, response: Response): Promise<Profile> {
  const token = response.headers.get('x-debug-token');
  if (token === null)
    throw new Error(
      `The request with the response ${response.status} was not recorded; create the host with createTestHost(config, { profiles: true })`,
    );
  // A request ends after the last byte of its response.
  if (!response.bodyUsed) await response.clone().arrayBuffer();
  for (let waited = 0; waited < LONGEST_MS; waited += POLL_MS) {
    const profile = await storage.read(token);
    if (profile !== undefined) return profile;
    await setTimeout(POLL_MS);
  }
  throw new Error(`The profile ${token} was not stored within ${LONGEST_MS / 1000} s; check that the host is open`);
}

const POLL_MS = 5;
const LONGEST_MS = 5_000;
