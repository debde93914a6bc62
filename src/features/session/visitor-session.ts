import { isPromise } from '../../core/http/promises.ts';
import type { Session, SessionKey, SessionValue } from '../../core/http/session.ts';
import type { Proof } from './csrf-guard.ts';
import { createCsrfToken } from './csrf-token.ts';
import { SessionState } from './session-state.ts';
import type { StoredSession } from './session-storage.ts';
import { UsageNotes } from './session-usage.ts';
import type { SessionUsage } from './session-usage.ts';
import { toOwn, toStored } from './session-values.ts';
import type { ReadonlySessionValues, SessionValues } from './session-values.ts';
import type { SessionContext, Sessions } from './sessions.ts';

/** The session of one request. It is found out at the first question which one that is, and only then. */
export class VisitorSession implements Session {
  readonly #sessions: Sessions;
  readonly #context: SessionContext;
  readonly #usage: UsageNotes | undefined;
  #state: SessionState | undefined = undefined;
  /** Its way out of the storage: undefined before the first question, null when it is over. */
  #loading: Promise<void> | null | undefined = undefined;
  /** What this request has proved: nothing, as long as it is undefined. */
  #proved: Proof | undefined = undefined;

  constructor(sessions: Sessions, context: SessionContext) {
    this.#sessions = sessions;
    this.#context = context;
    this.#usage = context.trace.recording ? new UsageNotes() : undefined;
  }

  get hasCookie(): boolean {
    return this.#sessions.cookie.isSent(this.#context);
  }

  /** What is stored, as it was last seen; undefined when there is none, or nobody has asked yet. */
  get stored(): StoredSession | undefined {
    return this.#state?.stored;
  }

  /** What was done with it, when the request is recorded. */
  get usage(): SessionUsage | undefined {
    return this.#usage;
  }

  // Most requests only read, and an async function would leave more behind than all that it does.
  get<Key extends SessionKey>(key: Key): Promise<SessionValue<Key> | undefined> {
    type Own = SessionValue<Key> | undefined;
    try {
      const state = this.#use('reads', key, isOfHouse(key) ? undefined : 'read');
      if (isPromise(state)) return state.then(({ values }) => toOwn(values.get(key)) as Own);
      return Promise.resolve(toOwn(state.values.get(key)) as Own);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async set<Key extends SessionKey>(key: Key, value: SessionValue<Key>): Promise<void> {
    const kept = toStored(key, value);
    const state = await this.#use('writes', key, isOfHouse(key) ? 'origin' : 'token');
    await state.change((values) => void values.set(key, kept));
  }

  async delete(key: SessionKey): Promise<void> {
    const state = await this.#use('writes', key, isOfHouse(key) ? 'origin' : 'token');
    await state.change((values) => void values.delete(key));
  }

  async update<Key extends SessionKey>(
    key: Key,
    change: (value: SessionValue<Key> | undefined) => SessionValue<Key> | undefined,
  ): Promise<SessionValue<Key> | undefined> {
    const state = await this.#use('writes', key, isOfHouse(key) ? 'origin' : 'token');
    return state.change((values) => {
      const next: unknown = change(toOwn(values.get(key)) as SessionValue<Key> | undefined);
      if (next === undefined) values.delete(key);
      else values.set(key, toStored(key, next));
      return toOwn(values.get(key)) as SessionValue<Key> | undefined;
    });
  }

  async flash(kind: string, message?: string): Promise<readonly string[]> {
    const state = await (message === undefined
      ? this.#use('reads', FLASHES, 'read')
      : this.#use('writes', FLASHES, 'token'));
    if (message !== undefined) return state.change((values) => leave(values, kind, message));
    return flashesIn(state.values).has(kind) ? state.change((values) => take(values, kind)) : [];
  }

  async regenerate(): Promise<void> {
    // Whoever logs in may have no token yet; what they bring to log in with is proof enough from then on.
    await (await this.#use('outcomes', 'regenerate', 'origin')).regenerate();
    this.#proved = 'token';
  }

  async destroy(): Promise<void> {
    await (await this.#use('outcomes', 'destroy', 'token')).destroy();
  }

  async csrfToken(): Promise<string> {
    const state = await this.#use('reads', '@csrf', undefined);
    return createCsrfToken(await state.ensureId());
  }

  /**
   * Sees to it that this request, when it can change something, was not sent by another site.
   * @throws {ForbiddenError} 403 when it may have been
   */
  async prove(proof: Proof): Promise<void> {
    await this.#use('outcomes', 'vouches', proof);
  }

  /**
   * Ends the use of it, because the answer is about to leave.
   * @returns undefined when there was none, else the `Set-Cookie` that is due, and what has to be waited for
   */
  finish(): { readonly cookie: string | undefined; readonly pending: Promise<void> | undefined } | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const pending = state.finish();
    const { cookie } = this.#sessions;
    const { news, stored } = state;
    if (news === undefined) {
      this.#tell('session cookie', 'not sent', stored === undefined ? 'nothing was stored' : 'the client has it');
      return { cookie: undefined, pending };
    }
    const name = cookie.nameFor(this.#context);
    this.#tell('session cookie', news.id === null ? 'taken back' : 'sent', `${news.because}; it is called ${name}`);
    return { cookie: cookie.format(this.#context, news.id ?? undefined), pending };
  }

  // What only reads asks for a token where there is a session to read. A storage in memory makes nobody wait.
  #use(
    list: 'reads' | 'writes' | 'outcomes',
    what: string,
    proof: Proof | 'read' | undefined,
  ): SessionState | Promise<SessionState> {
    if (this.#state === undefined) {
      this.#sessions.onUse?.(this.#context, what);
      this.#state = new SessionState(this.#sessions, this.#context, this);
    }
    this.#usage?.note(list, what);
    const state = this.#state;
    if (this.#loading === undefined) this.#loading = state.load() ?? null;
    if (this.#loading === null && !this.#mustProve(state.brought, proof)) return state;
    return this.#ready(state, proof);
  }

  async #ready(state: SessionState, proof: Proof | 'read' | undefined): Promise<SessionState> {
    await this.#loading;
    this.#loading = null;
    if (!this.#mustProve(state.brought, proof)) return state;
    const needed = proof === 'origin' ? proof : 'token';
    await this.#sessions.guard!.check(this.#context, needed, state.brought);
    this.#proved = needed;
    return state;
  }

  #mustProve(id: string | undefined, needed: Proof | 'read' | undefined): boolean {
    const { guard } = this.#sessions;
    if (needed === undefined || guard === undefined) return false;
    if (this.#proved === 'token' || this.#proved === needed || (needed === 'read' && id === undefined)) return false;
    return guard.concerns(this.#context);
  }

  /** What became of it, and why. */
  tell(outcome: string, because: string): void {
    this.#usage?.note('outcomes', outcome);
    this.#tell('session', outcome, because);
  }

  #tell(subject: string, outcome: string, because: string): void {
    if (this.#context.trace.recording) this.#context.trace.decide(subject, outcome, because);
  }
}

const FLASHES = '@flash';

// The house reads who is asking before it knows what for; what vouches for a user is asked for its proof then.
function isOfHouse(key: string): boolean {
  return key.startsWith('@');
}

function flashesIn(values: ReadonlySessionValues): Map<string, string[]> {
  return new Map(toOwn(values.get(FLASHES) ?? []) as [string, string[]][]);
}

function leave(values: SessionValues, kind: string, message: string): readonly string[] {
  const flashes = flashesIn(values);
  const messages = [...(flashes.get(kind) ?? []), message];
  values.set(FLASHES, [...flashes.set(kind, messages)]);
  return messages;
}

function take(values: SessionValues, kind: string): readonly string[] {
  const flashes = flashesIn(values);
  const messages = flashes.get(kind) ?? [];
  flashes.delete(kind);
  if (flashes.size > 0) values.set(FLASHES, [...flashes]);
  else values.delete(FLASHES);
  return messages;
}
