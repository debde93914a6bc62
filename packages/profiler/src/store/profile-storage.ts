import { parseDuration } from 'oriel-core/http';
import type { Duration, MaybePromise } from 'oriel-core/http';
import type { FoundProfiles, ProfileQuery } from './search/profile-query.ts';
import type { Profile, ProfileSummary } from '../profile/profile.ts';

/**
 * Stores profiles. Methods never throw for a storage that is unavailable, because requests must not fail: they return
 * nothing, report the problem in {@link health}, and retry by themselves. A storage on another machine returns promises,
 * which never reject for the same reason. Requests do not wait for them.
 */
export interface ProfileStorage {
  /** Which other processes see the same profiles: all (`true`), those of the same machine, or none. Default none. */
  readonly shared?: boolean | 'machine';
  /**
   * Random text that all processes with this storage share. Ids of visitors are computed with it if the profiler has no key.
   * Undefined while the storage is unavailable; optional.
   */
  readonly secret?: string | undefined;
  /**
   * Leases `count` token numbers below 2^24. No other process leases them from the same storage, and no stored profile
   * has them. Returns undefined if the storage is unavailable.
   */
  lease(count: number): MaybePromise<readonly number[] | undefined>;
  /**
   * Returns how many tokens were leased since this one, including it: 1 for the newest, Infinity for one that never was.
   * Returns undefined if unknown. Optional; it explains why a profile does not exist.
   */
  leasedSince?(token: string): MaybePromise<number | undefined>;
  /**
   * Stores a batch of profiles, which are already redacted and truncated, as JSON would. Returns false if the storage
   * accepts no writes now; the caller then tries again later, or drops the batch and counts it. The caller waits for a
   * promise before it writes the next batch.
   */
  write(batch: readonly Profile[]): MaybePromise<boolean>;
  /** Encodes profiles before they are written. Optional: a queue then holds bytes, which need less memory than objects. */
  readonly encoding?: ProfileEncoding;
  read(token: string): MaybePromise<Profile | undefined>;
  /** Returns a page of the profiles that match a query, by default the newest first. */
  find(query: ProfileQuery): MaybePromise<FoundProfiles>;
  /**
   * Pins a profile, so that it is not removed for space or age, or changes the note of a pinned one. Returns false if the
   * profile does not exist, and if pinned profiles already take a fifth of the profiles or of the bytes.
   */
  pin(token: string, note: string | undefined): MaybePromise<boolean>;
  unpin(token: string): MaybePromise<void>;
  /** Removes all profiles that are not pinned, or with `all` every profile. Returns how many were removed. */
  clear(all?: boolean): MaybePromise<number>;
  /** Removes the profiles with these tokens, except pinned ones. Returns how many were removed. */
  remove(tokens: readonly string[]): MaybePromise<number>;
  /** Counts since this process started. */
  readonly health: StorageHealth;
  /** Profiles per batch. Default: few, because a synchronous write delays requests. */
  readonly batch?: number;
  /** Reports profiles of this process that were lost before they could be written, for {@link overview}. Never waits. */
  reportLost?(count: number): void;
  /** Returns what the list shows of a storage that several machines share. */
  overview?(): MaybePromise<StorageOverview>;
  close(): MaybePromise<void>;
}

/** The machines that share a storage, and what they lost. */
export interface StorageOverview {
  /** The names of the machines that stored profiles. */
  readonly machines: readonly string[];
  /** Ranges of time in which profiles were lost, the newest first. */
  readonly lost: readonly LostProfiles[];
}

/** Profiles that one process lost while it could not write. Times are milliseconds since the epoch. */
export interface LostProfiles {
  readonly machine: string;
  readonly app: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The two halves of {@link ProfileStorage.write}. */
export interface ProfileEncoding {
  /** Returns the profile as bytes; undefined, and counts it as dropped, if it cannot be stored. */
  encode(profile: Profile): EncodedProfile | undefined;
  /** Stores what `encode` returned, like {@link ProfileStorage.write}. */
  write(batch: readonly EncodedProfile[]): MaybePromise<boolean>;
}

export interface EncodedProfile {
  readonly bytes: Uint8Array;
}

export interface StorageHealth {
  readonly written: number;
  /** Profiles that were lost. */
  readonly dropped: number;
  /** Why the storage is unavailable now; undefined if it works. */
  readonly trouble: string | undefined;
}

/**
 * Limits of a profile storage. All apply; the oldest profiles that are not pinned are removed first. The newest ones with errors or findings
 * stay longer than others, up to a fifth of the profiles and of the bytes, so that dull traffic does not remove them.
 */
export interface StorageCaps {
  /**
   * The number of profiles.
   * @default 10_000
   * @unit profiles
   */
  readonly profiles: number;
  /**
   * Size of used pages and the write-ahead log.
   * @default 200_000_000
   * @unit bytes
   */
  readonly bytes: number;
  /**
   * How long profiles are kept.
   * @default '48 h'
   */
  readonly age: Duration;
}

/** The limits of a storage with their defaults; `age` is milliseconds. */
export type ResolvedCaps = { readonly [Name in keyof StorageCaps]: number };

/** Returns the limits with their defaults. @throws {TypeError} if the age is invalid */
export function resolveCaps(caps: Partial<StorageCaps> = {}): ResolvedCaps {
  const { profiles = 10_000, bytes = 200_000_000, age = '48 h' } = caps;
  return { profiles, bytes, age: parseDuration(age, 'caps.age', { minimum: 1 }) };
}

/** The fraction of each limit that pinned profiles can take. */
export const PINNED_PART = 0.2;

/** The fraction of the number and of the size of profiles that those with errors or findings can take before others. */
export const NOTABLE_PART = 0.2;

/** Returns whether a profile has errors or findings. */
export function isNotable({ status, errors, exception, findings }: ProfileSummary): boolean {
  return status >= 500 || errors > 0 || exception !== undefined || findings.length > 0;
}
