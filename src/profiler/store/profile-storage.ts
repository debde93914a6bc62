import type { FoundProfiles, ProfileQuery } from '../search/profile-query.ts';
import type { Profile } from '../profile.ts';

/**
 * Stores profiles. Methods never throw for a storage that is unavailable, because requests must not fail: they return
 * nothing, report the problem in {@link health}, and retry by themselves.
 */
export interface ProfileStorage {
  /** Which other processes see the same profiles: all (`true`), those of the same machine, or none. Default none. */
  readonly shared?: boolean | 'machine';
  /**
   * Leases `count` token numbers below 2^24. No other process leases them from the same storage, and no stored profile
   * has them. Returns undefined if the storage is unavailable.
   */
  lease(count: number): readonly number[] | undefined;
  /**
   * Returns how many tokens were leased since this one, including it: 1 for the newest, Infinity for one that never was.
   * Returns undefined if unknown. Optional; it explains why a profile does not exist.
   */
  leasedSince?(token: string): number | undefined;
  /**
   * Stores a batch of profiles, which are already redacted and truncated, as JSON would. Returns false if the storage
   * accepts no writes now; the caller then tries again later, or drops the batch and counts it.
   */
  write(batch: readonly Profile[]): boolean;
  read(token: string): Profile | undefined;
  /** Returns a page of the profiles that match a query, by default the newest first. */
  find(query: ProfileQuery): FoundProfiles;
  /**
   * Pins a profile, so that it is not removed for space or age, or changes the note of a pinned one. Returns false if the
   * profile does not exist, and if pinned profiles already take a fifth of the profiles or of the bytes.
   */
  pin(token: string, note: string | undefined): boolean;
  unpin(token: string): void;
  /** Removes all profiles that are not pinned, or with `all` every profile. Returns how many were removed. */
  clear(all?: boolean): number;
  /** Counts since this process started. */
  readonly health: StorageHealth;
  close(): void;
}

export interface StorageHealth {
  readonly written: number;
  /** Profiles that were lost. */
  readonly dropped: number;
  /** Why the storage is unavailable now; undefined if it works. */
  readonly trouble: string | undefined;
}

/** Limits of a profile storage. All apply; the oldest profiles that are not pinned are removed first. */
export interface StorageCaps {
  /** Default 10,000. */
  readonly profiles: number;
  /** Bytes of used pages and the write-ahead log. Default 200 MB. */
  readonly bytes: number;
  /** Milliseconds. Default 48 hours. */
  readonly age: number;
}

export const DEFAULT_CAPS: StorageCaps = { profiles: 10_000, bytes: 200_000_000, age: 48 * 3_600_000 };

/** The fraction of each limit that pinned profiles can take. */
export const PINNED_PART = 0.2;
