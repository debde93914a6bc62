import { isPromise } from 'oriel-core/http';
import { sessionEnded } from './bounded-storage.ts';
import { createSessionId, getSessionKey } from './session-cookie.ts';
import type { Change } from './session-changes.ts';
import type { StoredSession } from './session-storage.ts';
import { getValues } from './session-values.ts';
import type { ReadonlySessionValues, SessionValues } from './session-values.ts';
import type { Sessions } from './sessions.ts';
import type { TracedContext } from 'oriel-core/trace';

/** Reports what happened to a session, and why. */
export interface SessionReporter {
  report(outcome: string, because: string): void;
}

/**
 * The session of one request: the id that the client sent, the stored session, and the id that the response must send.
 */
export class SessionState {
  readonly #sessions: Sessions;
  readonly #context: TracedContext;
  readonly #reporter: SessionReporter;
  /** The id that the client sent, if a session with it exists. */
  #brought: string | undefined = undefined;
  #id: string | undefined = undefined;
  #stored: StoredSession | undefined = undefined;
  #values: ReadonlySessionValues | undefined = undefined;
  /** A start, a new id or an end that must complete before the next change. */
  #turning: Promise<unknown> | undefined = undefined;
  #changing: Set<Promise<unknown>> | undefined = undefined;
  #touching: Promise<void> | undefined = undefined;
  #answered = false;

  constructor(sessions: Sessions, context: TracedContext, reporter: SessionReporter) {
    this.#sessions = sessions;
    this.#context = context;
    this.#reporter = reporter;
  }

  /** The stored session as last read; undefined if there is none. */
  get stored(): StoredSession | undefined {
    return this.#stored;
  }

  get values(): ReadonlySessionValues {
    return (this.#values ??= this.#stored === undefined ? new Map() : getValues(this.#stored));
  }

  /** The id that the request sent, which its CSRF token must belong to. */
  get brought(): string | undefined {
    return this.#brought;
  }

  /** Returns the id of the session, which is started if there is none. */
  async ensureId(): Promise<string> {
    if (this.#id === undefined) await this.change((values) => void values.set('@started', true));
    return this.#id!;
  }

  /** Loads the session that the request sent. Synchronous if the storage is. */
  load(): Promise<void> | void {
    const { cookie, storage } = this.#sessions;
    const { id, key, because } = cookie.read(this.#context);
    if (id === undefined || key === undefined) return this.#reporter.report('none', because);
    const stored = storage.read(key);
    if (isPromise(stored)) return stored.then((late) => this.#found(id, key, late, because));
    this.#found(id, key, stored, because);
  }

  #found(id: string, key: string, stored: StoredSession | undefined, because: string): void {
    const { lifetime, now } = this.#sessions;
    if (stored === undefined)
      return this.#reporter.report('unknown', `${because}, but no session with this id exists; the id is not adopted`);
    const time = now();
    const over = lifetime.overSince(stored, time);
    if (over !== undefined) return this.#reporter.report('expired', over);
    this.#brought = id;
    this.#know(id, stored);
    this.#reporter.report('loaded', because);
    if (lifetime.needsTouch(stored, time)) this.#touch(key, stored);
  }

  /** Stores a change. Starts a session if there is none. */
  async change<Result>(change: Change<Result>): Promise<Result> {
    // Of several concurrent first changes, one starts the session and the others change it.
    while (this.#turning !== undefined) await this.#turning.catch(() => undefined);
    const id = this.#id;
    if (id === undefined || this.#stored === undefined) return this.#turn(() => this.#start(change));
    const changing = this.#sessions.changes.change(getSessionKey(id), change, this.#stored);
    (this.#changing ??= new Set()).add(changing);
    try {
      const { result, session } = await changing;
      if (this.#id === id && session.version >= this.#stored.version) this.#know(id, session);
      return result;
    } finally {
      this.#changing?.delete(changing);
    }
  }

  regenerate(): Promise<void> {
    return this.#turn(() => this.#move());
  }

  destroy(): Promise<void> {
    return this.#turn(async () => {
      if (this.#id === undefined) return;
      await this.#sessions.storage.remove(getSessionKey(this.#id));
      this.#know(undefined, undefined);
      this.#reporter.report('destroyed', 'the application ended it');
    });
  }

  /**
   * Marks the response as sent. A session that starts later is an error, because the client would not get its id.
   *
   * @returns a promise to await before the response is sent
   */
  finish(): Promise<void> | undefined {
    this.#answered = true;
    return this.#touching;
  }

  /** The change that the response must send: a new id, or null if the session ended. */
  get idChange(): { readonly id: string | null; readonly because: string } | undefined {
    if (this.#id === this.#brought) return undefined;
    if (this.#id === undefined) return { id: null, because: 'the session ended' };
    return {
      id: this.#id,
      because: this.#brought === undefined ? 'a session was started' : 'the session has a new id',
    };
  }

  // Does not delay the handling of the request. If it fails, the session only expires earlier.
  #touch(key: string, stored: StoredSession): void {
    const used = this.#sessions.now();
    const until = this.#sessions.lifetime.until({ ...stored, used });
    this.#touching = this.#sessions.storage.touch(key, used, until).then(
      () => this.#reporter.report('renewed', 'the time of its last use was out of date'),
      () => this.#reporter.report('not renewed', 'the storage could not update the time of its last use'),
    );
  }

  async #start<Result>(change: Change<Result>): Promise<Result> {
    this.#assertOpen('started');
    const { storage, lifetime, changes, now } = this.#sessions;
    const values: SessionValues = new Map();
    const result = change(values);
    if (values.size === 0) return result;
    await this.#sessions.onStart?.(this.#context, values);
    const id = createSessionId();
    const time = now();
    const session: StoredSession = { version: 1, data: changes.format(values), created: time, used: time };
    await storage.create(getSessionKey(id), session, lifetime.until(session));
    this.#know(id, session);
    this.#reporter.report('started', 'a value was stored');
    return result;
  }

  // The new session is stored before the old one is removed, so that no failure in between loses data.
  async #move(): Promise<void> {
    if (this.#id === undefined || this.#stored === undefined)
      return this.#reporter.report('not regenerated', 'there is no session yet');
    this.#assertOpen('given a new id');
    const { storage, lifetime, now } = this.#sessions;
    const old = getSessionKey(this.#id);
    const id = createSessionId();
    const key = getSessionKey(id);
    let current: StoredSession | undefined = this.#stored;
    for (;;) {
      const time = now();
      const moved: StoredSession = { version: 1, data: current.data, created: time, used: time };
      await storage.create(key, moved, lifetime.until(moved));
      if (await storage.remove(old, current.version)) {
        this.#know(id, moved);
        return this.#reporter.report(
          'regenerated',
          'the application requested a new id; the old id is no longer valid',
        );
      }
      await storage.remove(key);
      current = await storage.read(old);
      if (current === undefined) throw sessionEnded();
    }
  }

  // A start, a new id and an end wait for pending changes, and later changes wait for them.
  #turn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turning = Promise.allSettled([this.#turning, ...(this.#changing ?? [])])
      .then(work)
      .finally(() => {
        if (this.#turning === turning) this.#turning = undefined;
      });
    this.#turning = turning;
    return turning;
  }

  #assertOpen(what: string): void {
    if (!this.#answered) return;
    throw new TypeError(
      `A session cannot be ${what} after the response was sent, because the client would not get its id; do it earlier`,
    );
  }

  #know(id: string | undefined, stored: StoredSession | undefined): void {
    this.#id = id;
    this.#stored = stored;
    this.#values = undefined;
  }
}
