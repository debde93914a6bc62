import type { Profile } from '../profiler/profile.ts';
import type { ProfileStorage } from '../profiler/store/profile-storage.ts';
import { findMissingReasons } from '../profiler/pages/profile/missing-reasons.ts';
import { LoadError, shorten } from './load-error.ts';
import { LATEST } from './profile-options.ts';
import type { ProfileOptions } from './profile-options.ts';
import { DEFAULT_STORE, withStore } from './profile-store.ts';

/** Reads a profile from the store. @throws {LoadError} with the reasons why the profile may be missing */
export async function readProfile(options: ProfileOptions, token: string): Promise<Profile> {
  const found = await withStore(options, (storage) => {
    const named = token === LATEST ? (newest(storage) ?? token) : token;
    return storage.read(named) ?? missing(storage, named);
  });
  if (!('reasons' in found)) return found;
  const { reasons, newest: latest } = found;
  const reason =
    token === LATEST ? 'No request was recorded' : `No profile has the token ${token}: ${reasons.join('; or ')}`;
  const fix =
    latest === undefined
      ? 'The store is empty: send a request to the host first'
      : `"oriel profile list" lists the stored profiles; the newest is ${latest}`;
  throw new LoadError(
    'The profile was not found',
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
