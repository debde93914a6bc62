import type { Profile } from '../profiler/profile.ts';
import type { ProfileStorage } from '../profiler/store/profile-storage.ts';
import { findMissingReasons } from '../profiler/pages/profile/missing-reasons.ts';
import { LoadError, shorten } from './load-error.ts';
import { LATEST } from './profile-options.ts';
import type { ProfileOptions } from './profile-options.ts';
import { DEFAULT_STORE, withStore } from './profile-store.ts';

/** One profile. @throws {LoadError} saying why there is none, as far as the store can tell */
export async function readProfile(options: ProfileOptions, token: string): Promise<Profile> {
  const found = await withStore(options, (storage) => {
    const named = token === LATEST ? (newest(storage) ?? token) : token;
    return storage.read(named) ?? missing(storage, named);
  });
  if (!('reasons' in found)) return found;
  const { reasons, newest: latest } = found;
  const reason =
    token === LATEST ? 'No request was recorded' : `No profile is called ${token}: ${reasons.join('; or ')}`;
  const fix =
    latest === undefined
      ? 'The store is empty: send the host a request first'
      : `"oriel profile list" shows what there is; the newest is ${latest}`;
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
  return { reasons: token === LATEST ? [] : findMissingReasons({ storage }, token), newest: newest(storage) };
}

function newest(storage: ProfileStorage): string | undefined {
  const query = { terms: [], sort: { by: 'time', descending: true }, limit: 1, cursor: undefined } as const;
  return storage.find(query).rows[0]?.token;
}
