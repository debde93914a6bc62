import type { BoundedStorage } from './bounded-storage.ts';
import { sessionEnded, sessionTooLarge, storageDown } from './bounded-storage.ts';
import type { StoredSession } from './session-storage.ts';
import { formatValues, parseValues } from './session-values.ts';
import type { SessionValues } from './session-values.ts';

/**
 * Changes values in place and returns a result. Called again if another process changed the session in the meantime.
 */
export type Change<Result> = (values: SessionValues) => Result;

interface Changed<Result> {
  readonly result: Result;
  readonly session: StoredSession;
}

interface Waiting {
  readonly change: Change<unknown>;
  readonly resolve: (changed: Changed<never>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Changes sessions without lost updates. Changes of one session in this process are queued, and queued changes are
 * stored together. If another process changed the session, which the version reveals, the changes are applied again to
 * the new values.
 */
export class SessionChanges {
  readonly #storage: BoundedStorage;
  readonly #lifetime: SessionLifetime;
  readonly #maxBytes: number;
  readonly #patience: number;
  readonly #now: () => number;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    storage: BoundedStorage,
    lifetime: SessionLifetime,
    { maxBytes, patience, now }: { readonly maxBytes: number; readonly patience: number; readonly now: () => number },
  ) {
    this.#storage = storage;
    this.#lifetime = lifetime;
    this.#maxBytes = maxBytes;
    this.#patience = patience;
    this.#now = now;
  }

  /**
   * Changes a stored session.
   *
   * @param known the session as last read, which saves a read if it is still current
   * @throws {ConflictError} if the session no longer exists
   */
  change<Result>(key: string, change: Change<Result>, known: StoredSession): Promise<Changed<Result>> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { change, resolve: resolve, reject };
      const queue = this.#waiting.get(key);
      if (queue) return void queue.push(waiting);
      const fresh = [waiting];
      this.#waiting.set(key, fresh);
      void this.#run(key, fresh, known);
    });
  }

  /** Returns the values as JSON. @throws {TypeError} if they are too large */
  format(values: SessionValues): string {
    const data = formatValues(values);
    const bytes = Buffer.byteLength(data);
    if (bytes > this.#maxBytes) throw sessionTooLarge(bytes, this.#maxBytes);
    return data;
  }

  async #run(key: string, queue: Waiting[], known: StoredSession): Promise<void> {
    let latest: StoredSession | undefined = known;
    // Changes requested in the same tick are stored together.
    await Promise.resolve();
    while (queue.length > 0) {
      const together = queue.splice(0);
      try {
        latest = await this.#store(key, together, latest);
      } catch (error) {
        latest = undefined;
        for (const { reject } of together) reject(error);
      }
    }
    this.#waiting.delete(key);
  }

  async #store(key: string, together: readonly Waiting[], known: StoredSession | undefined): Promise<StoredSession> {
    const began = this.#now();
    let before = known;
    for (let attempt = 0; ; attempt++) {
      before ??= await this.#storage.read(key);
      if (before === undefined || this.#lifetime.overSince(before, this.#now()) !== undefined) throw sessionEnded();
      const { data, complete: settle } = this.#apply(before, together);
      const after = data === before.data ? before : this.#next(before, data);
      if (after === before || (await this.#storage.replace(key, before.version, after, this.#lifetime.until(after)))) {
        settle(after);
        return after;
      }
      before = undefined;
      if (this.#now() - began > this.#patience)
        throw storageDown(`was changed concurrently ${attempt + 1} times in a row`);
      if (attempt > 0) await pause(Math.random() * Math.min(2 ** attempt, MAX_PAUSE));
    }
  }

  #next({ version, created }: StoredSession, data: string): StoredSession {
    return { version: version + 1, data, created, used: this.#now() };
  }

  // A change that throws does not affect the others. If the changes are too large together, they are measured one by
  // one, so that only those that exceed the limit fail.
  #apply(before: StoredSession, together: readonly Waiting[], measured = false): Applied {
    let values = parseValues(before.data);
    let { data } = before;
    const outcomes: ((session: StoredSession) => void)[] = [];
    for (const { change, resolve, reject } of together) {
      try {
        const result = change(values) as never;
        if (measured) data = this.format(values);
        outcomes.push((session) => resolve({ result, session }));
      } catch (error) {
        outcomes.push(() => reject(error));
        if (measured) values = parseValues(data);
      }
    }
    const settle = (session: StoredSession): void => outcomes.forEach((resolveChange) => resolveChange(session));
    if (measured) return { data, complete: settle };
    try {
      return { data: this.format(values), complete: settle };
    } catch {
      return this.#apply(before, together, true);
    }
  }
}

interface Applied {
  readonly data: string;
  readonly complete: (session: StoredSession) => void;
}

const MAX_PAUSE = 64;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The lifetime of sessions in milliseconds. */
export type SessionLifetime = ReturnType<typeof createSessionLifetime>;

/** Creates the lifetime of sessions. @param idle milliseconds, like `absolute` */
export function createSessionLifetime(idle: number, absolute: number) {
  // The minimum interval between two updates of the time of last use, so that not every request writes.
  const touchInterval = Math.min(60_000, idle / 10);
  return {
    /** Returns the time at which a session expires unless it is used again. */
    until: ({ created, used }: Pick<StoredSession, 'created' | 'used'>): number =>
      Math.min(used + idle, created + absolute),

    /** Returns the reason why a session has expired; undefined if it has not. */
    overSince(session: StoredSession, now: number): string | undefined {
      if (now >= session.created + absolute) return `it was started ${absolute / 1_000} s ago or earlier`;
      return now >= session.used + idle ? `it was not used for ${idle / 1_000} s` : undefined;
    },

    needsTouch: ({ used }: StoredSession, now: number): boolean => now - used >= touchInterval,
  };
}
