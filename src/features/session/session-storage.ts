/** A session as it is kept. */
export interface StoredSession {
  /** Higher by one after each change. */
  readonly version: number;
  /** JSON text. */
  readonly data: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly used: number;
}

type Later<Value> = Value | Promise<Value>;

/**
 * Keeps sessions. It knows no ids, only keys made of them, so that whoever reads the storage can use no session. Changes are
 * atomic because `replace` is: it asks for the version that was read, and whoever comes second reads again.
 */
export interface SessionStorage {
  /** Whether other processes see the same sessions: those of all machines, those of the same `'machine'`, or no others. */
  readonly shared: boolean | 'machine';
  /** What is kept under a key. One whose time is over may still be there. */
  read(key: string): Later<StoredSession | undefined>;
  /** Keeps a new one. @param until milliseconds since 1970, after which it may be forgotten */
  create(key: string, session: StoredSession, until: number): Later<void>;
  /**
   * Puts another in the place of the one with this version. Of any number at once, exactly one succeeds.
   * @returns false when it has another version by now, or is gone
   */
  replace(key: string, version: number, session: StoredSession, until: number): Later<boolean>;
  /** Notes that it was used, without a change of version; does nothing when it is gone. */
  touch(key: string, used: number, until: number): Later<void>;
  /** @param version only while it has this one @returns false when there was nothing to remove */
  remove(key: string, version?: number): Later<boolean>;
}
