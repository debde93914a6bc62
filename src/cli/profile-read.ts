import type { Profile, ProfileStorage } from '../profiler/index.ts';
import { whyMissing } from '../profiler-ui/index.ts';
import { LoadError, shorten } from './load-error.ts';
import type { ProfileOptions } from './profile-options.ts';
import { DEFAULT_STORE, withStore } from './profile-store.ts';

/** One profile. @throws {LoadError} saying why there is none, as far as the store can tell */
export async function readProfile(options: ProfileOptions, token: string): Promise<Profile> {
  const found = await withStore(options, (storage) => storage.read(token) ?? missing(storage, token));
  if (!('reasons' in found)) return found;
  const { reasons, newest } = found;
  const reason = `No profile is called ${token}: ${reasons.join('; or ')}`;
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

interface Missing {
  readonly reasons: readonly string[];
  readonly newest: string | undefined;
}

function missing(storage: ProfileStorage, token: string): Missing {
  const query = { terms: [], sort: { by: 'time', descending: true }, limit: 1, cursor: undefined } as const;
  return { reasons: whyMissing({ storage }, token), newest: storage.find(query).rows[0]?.token };
}
