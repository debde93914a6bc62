import { isPromise } from '../../core/http/promises.ts';
import { sessionEnded } from './session-errors.ts';
import { createSessionId, sessionKeyOf } from './session-id.ts';
import type { Change } from './session-changes.ts';
import type { StoredSession } from './session-storage.ts';
import { valuesOf } from './session-values.ts';
import type { ReadonlySessionValues, SessionValues } from './session-values.ts';
import type { SessionContext, Sessions } from './sessions.ts';

/** Is told what became of a session, and why. */
export interface Told {
  tell(outcome: string, because: string): void;
}

/** Which session a request has, from what its client knows to what the answer has to tell the client. */
export class SessionState {
  readonly #sessions: Sessions;
  readonly #context: SessionContext;
  readonly #told: Told;
  /** The id that the client knows, when it names a session. */
  #brought: string | undefined = undefined;
  #id: string | undefined = undefined;
  #stored: StoredSession | undefined = undefined;
  #values: ReadonlySessionValues | undefined = undefined;
  /** What must be over before the next change: a start, a move, an end. */
  #turning: Promise<unknown> | undefined = undefined;
  #changing: Set<Promise<unknown>> | undefined = undefined;
  #touching: Promise<void> | undefined = undefined;
  #answered = false;

  constructor(sessions: Sessions, context: SessionContext, told: Told) {
    this.#sessions = sessions;
    this.#context = context;
    this.#told = told;
  }

  /** What is stored, as it was last seen; undefined when there is none. */
  get stored(): StoredSession | undefined {
    return this.#stored;
  }

  get values(): ReadonlySessionValues {
    return (this.#values ??= this.#stored === undefined ? new Map() : valuesOf(this.#stored));
  }

  /** The id that the request brought, and that its token has to belong to. */
  get brought(): string | undefined {
    return this.#brought;
  }

  /** Its id, of a session that is started when there is none. */
  async ensureId(): Promise<string> {
    if (this.#id === undefined) await this.change((values) => void values.set('@started', true));
    return this.#id!;
  }

  /** Finds out what the request brought; at once, where the storage is in memory. */
  load(): Promise<void> | void {
    const { cookie, storage } = this.#sessions;
    const { id, key, because } = cookie.read(this.#context);
    if (id === undefined || key === undefined) return this.#told.tell('none', because);
    const stored = storage.read(key);
    if (isPromise(stored)) return stored.then((late) => this.#found(id, key, late, because));
    this.#found(id, key, stored, because);
  }

  #found(id: string, key: string, stored: StoredSession | undefined, because: string): void {
    const { lifetime, now } = this.#sessions;
    if (stored === undefined)
      return this.#told.tell('unknown', `${because}, but nothing is kept under it: it is not adopted`);
    const time = now();
    const over = lifetime.overSince(stored, time);
    if (over !== undefined) return this.#told.tell('expired', over);
    this.#brought = id;
    this.#know(id, stored);
    this.#told.tell('loaded', because);
    if (lifetime.wantsTouch(stored, time)) this.#touch(key, stored);
  }

  /** Stores a change; starts a session when there is none. */
  async change<Result>(change: Change<Result>): Promise<Result> {
    // Of several first changes at once, one starts the session and the others change it.
    while (this.#turning !== undefined) await this.#turning.catch(() => undefined);
    const id = this.#id;
    if (id === undefined || this.#stored === undefined) return this.#turn(() => this.#start(change));
    const changing = this.#sessions.changes.change(sessionKeyOf(id), change, this.#stored);
    (this.#changing ??= new Set()).add(changing);
    try {
      const { result, session } = await changing;
      if (this.#id === id && session.version >= this.#stored.version) this.#know(id, session);
      return result;
    } finally {
      this.#changing?.delete(changing);
    }
  }

  /** Gives it a new id. */
  regenerate(): Promise<void> {
    return this.#turn(() => this.#move());
  }

  /** Forgets it. */
  destroy(): Promise<void> {
    return this.#turn(async () => {
      if (this.#id === undefined) return;
      await this.#sessions.storage.remove(sessionKeyOf(this.#id));
      this.#know(undefined, undefined);
      this.#told.tell('destroyed', 'the application ended it');
    });
  }

  /**
   * The answer is about to leave, and whoever would start a session from now on could tell nobody its id.
   * @returns what has to be waited for before
   */
  finish(): Promise<void> | undefined {
    this.#answered = true;
    return this.#touching;
  }

  /** What the client has to be told: a new id, or with null that it has none any more. */
  get news(): { readonly id: string | null; readonly because: string } | undefined {
    if (this.#id === this.#brought) return undefined;
    if (this.#id === undefined) return { id: null, because: 'the session ended' };
    return {
      id: this.#id,
      because: this.#brought === undefined ? 'a session was started' : 'the session has a new id',
    };
  }

  // Nobody waits for it before the answer is complete, and nobody suffers when it fails: the session ends a bit earlier.
  #touch(key: string, stored: StoredSession): void {
    const used = this.#sessions.now();
    const until = this.#sessions.lifetime.until({ ...stored, used });
    this.#touching = this.#sessions.storage.touch(key, used, until).then(
      () => this.#told.tell('renewed', 'it was not used for a while'),
      () => this.#told.tell('not renewed', 'its storage did not take the note'),
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
    await storage.create(sessionKeyOf(id), session, lifetime.until(session));
    this.#know(id, session);
    this.#told.tell('started', 'there is something to keep');
    return result;
  }

  // The new one is there before the old one goes: whatever fails in between, nothing is lost, and nobody is told two ids.
  async #move(): Promise<void> {
    if (this.#id === undefined || this.#stored === undefined)
      return this.#told.tell('not regenerated', 'there is none yet');
    this.#assertOpen('given a new id');
    const { storage, lifetime, now } = this.#sessions;
    const old = sessionKeyOf(this.#id);
    const id = createSessionId();
    const key = sessionKeyOf(id);
    let current: StoredSession | undefined = this.#stored;
    for (;;) {
      const time = now();
      const moved: StoredSession = { version: 1, data: current.data, created: time, used: time };
      await storage.create(key, moved, lifetime.until(moved));
      if (await storage.remove(old, current.version)) {
        this.#know(id, moved);
        return this.#told.tell('regenerated', 'the application asked for a new id; the old one is worth nothing now');
      }
      await storage.remove(key);
      current = await storage.read(old);
      if (current === undefined) throw sessionEnded();
    }
  }

  // What turns a session into another waits for its changes, and they for it.
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
      `A session cannot be ${what} after the answer has left, because its client would not know: do it before`,
    );
  }

  #know(id: string | undefined, stored: StoredSession | undefined): void {
    this.#id = id;
    this.#stored = stored;
    this.#values = undefined;
  }
}
