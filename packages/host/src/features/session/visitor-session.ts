import { isPromise } from 'oriel-core/http';
import type { Session, SessionKey, SessionValue } from 'oriel-core/http';
import type { CsrfCheck } from './csrf-guard.ts';
import { createCsrfToken } from './csrf-guard.ts';
import { SessionState } from './session-state.ts';
import type { StoredSession } from './session-storage.ts';
import { UsageNotes, toOwn, toStored } from './session-values.ts';
import type { SessionUsage, ReadonlySessionValues, SessionValues } from './session-values.ts';
import type { Sessions } from './sessions.ts';
import type { TracedContext } from 'oriel-core/trace';

/** The session of one request. It is loaded at its first use. */
export class VisitorSession implements Session {
  readonly #sessions: Sessions;
  readonly #context: TracedContext;
  readonly #usage: UsageNotes | undefined;
  #state: SessionState | undefined = undefined;
  /** The pending load: undefined before the first use, null once it is complete. */
  #loading: Promise<void> | null | undefined = undefined;
  /** What was checked in this request; undefined before the first check. */
  #checked: CsrfCheck | undefined = undefined;

  constructor(sessions: Sessions, context: TracedContext) {
    this.#sessions = sessions;
    this.#context = context;
    this.#usage = context.trace.recording ? new UsageNotes() : undefined;
  }

  get hasCookie(): boolean {
    return this.#sessions.cookie.isSent(this.#context);
  }

  /** The stored session as last read; undefined if there is none, or it was not used yet. */
  get stored(): StoredSession | undefined {
    return this.#state?.stored;
  }

  /** How the request used the session; undefined unless the request is recorded. */
  get usage(): SessionUsage | undefined {
    return this.#usage;
  }

  // Not async, because most requests only read and a promise per read is expensive.
  get<Key extends SessionKey>(key: Key): Promise<SessionValue<Key> | undefined> {
    type Own = SessionValue<Key> | undefined;
    try {
      const state = this.#use('reads', key, isReserved(key) ? undefined : 'read');
      if (isPromise(state)) return state.then(({ values }) => toOwn(values.get(key)) as Own);
      return Promise.resolve(toOwn(state.values.get(key)) as Own);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async set<Key extends SessionKey>(key: Key, value: SessionValue<Key>): Promise<void> {
    const stored = toStored(key, value);
    const state = await this.#use('writes', key, isReserved(key) ? 'origin' : 'token');
    await state.change((values) => void values.set(key, stored));
  }

  async delete(key: SessionKey): Promise<void> {
    const state = await this.#use('writes', key, isReserved(key) ? 'origin' : 'token');
    await state.change((values) => void values.delete(key));
  }

  async update<Key extends SessionKey>(
    key: Key,
    change: (value: SessionValue<Key> | undefined) => SessionValue<Key> | undefined,
  ): Promise<SessionValue<Key> | undefined> {
    const state = await this.#use('writes', key, isReserved(key) ? 'origin' : 'token');
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
    // A login request may not have a token yet, so its origin is sufficient. No token is required afterwards.
    await (await this.#use('outcomes', 'regenerate', 'origin')).regenerate();
    this.#checked = 'token';
  }

  async destroy(): Promise<void> {
    await (await this.#use('outcomes', 'destroy', 'token')).destroy();
  }

  async csrfToken(): Promise<string> {
    const state = await this.#use('reads', '@csrf', undefined);
    return createCsrfToken(await state.ensureId());
  }

  /**
   * Checks that another site did not cause this request, if it can change state.
   *
   * @throws {ForbiddenError} 403 if another site may have caused it
   */
  async verify(required: CsrfCheck): Promise<void> {
    await this.#use('outcomes', 'vouches', required);
  }

  /**
   * Ends the use of the session before the response is sent.
   *
   * @returns undefined if the session was not used, else the `Set-Cookie` header to send and a promise to await
   */
  finish(): { readonly cookie: string | undefined; readonly pending: Promise<void> | undefined } | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    const pending = state.finish();
    const { cookie } = this.#sessions;
    const { idChange, stored } = state;
    if (idChange === undefined) {
      this.#record('session cookie', 'not sent', stored === undefined ? 'nothing was stored' : 'the client has it');
      return { cookie: undefined, pending };
    }
    const name = cookie.nameFor(this.#context);
    this.#record(
      'session cookie',
      idChange.id === null ? 'deleted' : 'sent',
      `${idChange.because}; its name is ${name}`,
    );
    return { cookie: cookie.format(this.#context, idChange.id ?? undefined), pending };
  }

  // Reads require a token only if a session exists. Synchronous if the storage is.
  #use(
    list: 'reads' | 'writes' | 'outcomes',
    what: string,
    required: CsrfCheck | 'read' | undefined,
  ): SessionState | Promise<SessionState> {
    if (this.#state === undefined) {
      this.#sessions.onUse?.(this.#context, what);
      this.#state = new SessionState(this.#sessions, this.#context, this);
    }
    this.#usage?.note(list, what);
    const state = this.#state;
    if (this.#loading === undefined) this.#loading = state.load() ?? null;
    if (this.#loading === null && !this.#needsCheck(state.brought, required)) return state;
    return this.#ready(state, required);
  }

  async #ready(state: SessionState, required: CsrfCheck | 'read' | undefined): Promise<SessionState> {
    await this.#loading;
    this.#loading = null;
    if (!this.#needsCheck(state.brought, required)) return state;
    const needed = required === 'origin' ? required : 'token';
    await this.#sessions.guard!.check(this.#context, needed, state.brought);
    this.#checked = needed;
    return state;
  }

  #needsCheck(id: string | undefined, needed: CsrfCheck | 'read' | undefined): boolean {
    const { guard } = this.#sessions;
    if (needed === undefined || guard === undefined) return false;
    if (this.#checked === 'token' || this.#checked === needed || (needed === 'read' && id === undefined)) return false;
    return guard.concerns(this.#context);
  }

  /** Records what happened to the session, and why. */
  report(outcome: string, because: string): void {
    this.#usage?.note('outcomes', outcome);
    this.#record('session', outcome, because);
  }

  #record(subject: string, outcome: string, because: string): void {
    if (this.#context.trace.recording) this.#context.trace.decide(subject, outcome, because);
  }
}

const FLASHES = '@flash';

// Authentication runs before routing and reads the session without a CSRF check. The check follows once the session
// authenticates the user.
function isReserved(key: string): boolean {
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
