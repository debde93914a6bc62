import type { FoundProfiles, ProfileQuery } from '../search/profile-query.ts';
import type { Profile, ProfileSummary } from '../profile.ts';

/**
 * Keeps profiles. Writing is never on a request's path; nothing here throws at whoever serves requests: a storage in
 * trouble finds nothing, takes nothing, says so in its health, and mends itself.
 */
export interface ProfileStorage {
  /** Whether other processes see the same profiles: those of all machines, those of the same `'machine'`, or no others. */
  readonly shared?: boolean | 'machine';
  /**
   * Leases a block of the token space: as many distinct numbers below 2^24 as it says, which no other holder of the
   * same storage has and no kept profile bears. Undefined when none can be had now (storage locked or gone).
   */
  lease(count: number): readonly number[] | undefined;
  /**
   * How many tokens were leased since this one, itself included: 1 is the newest, Infinity one that never was. Undefined
   * when that cannot be told now. A storage without it leaves open what became of a profile that is not there.
   */
  leasedSince?(token: string): number | undefined;
  /**
   * Takes a batch. `data` is the profile's data as JSON text, already redacted and capped. False when it cannot take
   * anything now: the caller keeps the batch and tries again later, or drops it and counts.
   */
  write(batch: readonly StoredProfile[]): boolean;
  /**
   * An empty batch, for a storage that had better take down what it needs of each profile while it is at hand. Without this
   * the queue gathers lists for `write`.
   */
  batch?(): ProfileBatch;
  read(token: string): Profile | undefined;
  /** The newest first unless the query says otherwise. */
  find(query: ProfileQuery): FoundProfiles;
  /**
   * Keeps a profile from being removed for room or age; pinning again changes the note. Gives false when pins have no
   * room left (a fifth of the profiles and of the bytes), and when there is no such profile.
   */
  pin(token: string, note: string | undefined): boolean;
  unpin(token: string): void;
  /** Removes what is not pinned, or, with `all`, everything; gives how many went. */
  clear(all?: boolean): number;
  /** Counts since this process started. */
  readonly health: StorageHealth;
  close(): void;
}

/** Profiles that will be written together. */
export interface ProfileBatch {
  add(profile: StoredProfile): void;
  /** Does a part of what writing takes, so that no turn of the event loop is long; false when nothing is left but to write. */
  prepare?(): boolean;
  /** As {@link ProfileStorage.write}. */
  write(): boolean;
}

/**
 * A profile on its way into a storage. The profiler's own are each a `PackedProfile`, which holds bytes and makes the JSON
 * text when somebody asks for `data`; a storage that can keep the bytes saves most of the cost.
 */
export interface StoredProfile {
  readonly summary: ProfileSummary;
  readonly data: string;
}

export interface StorageHealth {
  readonly written: number;
  /** Profiles that were lost instead of written. */
  readonly dropped: number;
  /** What keeps it from working now; undefined when nothing does. */
  readonly trouble: string | undefined;
}

/** Three caps that hold together: the oldest unpinned profiles go first. */
export interface StorageCaps {
  /** Default 10,000. */
  readonly profiles: number;
  /** Of used pages and write-ahead log; default 200 MB. */
  readonly bytes: number;
  /** Milliseconds; default 48 h. */
  readonly age: number;
}

export const DEFAULT_CAPS: StorageCaps = { profiles: 10_000, bytes: 200_000_000, age: 48 * 3_600_000 };

/** The part of each cap that pinned profiles may take. */
export const PINNED_PART = 0.2;
