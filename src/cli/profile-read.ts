import type { Profile } from '../profiler/index.ts';
import { LoadError, shorten } from './load-error.ts';
import type { ProfileOptions } from './profile-options.ts';
import { DEFAULT_STORE, withStore } from './profile-store.ts';

/** One profile. @throws {LoadError} saying why it may be gone */
export async function readProfile(options: ProfileOptions, token: string): Promise<Profile> {
  const { profile, newest } = await withStore(options, (storage) => {
    const query = { terms: [], sort: { by: 'time', descending: true }, limit: 1, cursor: undefined } as const;
    return { profile: storage.read(token), newest: storage.find(query).rows[0]?.token };
  });
  if (profile) return profile;
  const reason = `No profile is called ${token}: it has expired, was cleared, still runs, or is in another store`;
  const fix =
    newest === undefined
      ? 'The store is empty: send the host a request first'
      : `"oriel profile list" shows what there is; the newest is ${newest}`;
  throw new LoadError(
    'There is no such profile',
    [{ code: 'ORIEL_CLI_NO_PROFILE', place: shorten(options.store ?? DEFAULT_STORE), reason, fix }],
    2,
  );
}
