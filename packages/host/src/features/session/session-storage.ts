import type { MaybePromise } from 'oriel-core/http';

/** A stored session. */
export interface StoredSession {
  /** Incremented by each change. */
  readonly version: number;
  /** JSON text. */
  readonly data: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly used: number;
}

/**
 * Stores sessions by keys that are derived from their ids, so that the content of the storage cannot be used to take over a session.
 * Changes are atomic because `replace` compares the version that was read; a concurrent change reads the session again.
 */
export interface SessionStorage {
  /** True if all machines share the sessions, `'machine'` if only the processes of one machine do. */
  readonly shared: boolean | 'machine';
  /** Returns the session with this key. It may have expired. */
  read(key: string): MaybePromise<StoredSession | undefined>;
  /** Stores a new session. @param until milliseconds since the epoch, after which it may be deleted */
  create(key: string, session: StoredSession, until: number): MaybePromise<void>;
  /**
   * Replaces the session if it has this version. Of concurrent calls, exactly one succeeds.
   *
   * @returns false if the session has another version or does not exist
   */
  replace(key: string, version: number, session: StoredSession, until: number): MaybePromise<boolean>;
  /** Stores the time of the last use without changing the version. Does nothing if the session does not exist. */
  touch(key: string, used: number, until: number): MaybePromise<void>;
  /** @param version only while it has this one @returns false when there was nothing to remove */
  remove(key: string, version?: number): MaybePromise<boolean>;
}
