import type { Register } from './user.ts';

/**
 * What a visitor keeps between requests. Nothing is loaded, and no cookie is sent, before something is asked of it. Values
 * are JSON, and yours: changing one that you got changes nothing. When a promise resolves, the change is stored; each method
 * rejects with a `ServiceUnavailableError` when the store cannot be reached.
 *
 * Keys that begin with `@` belong to the house.
 */
export interface Session {
  /** Did the request bring the cookie of a session? Asking costs nothing, and is no use of the session. */
  readonly hasCookie: boolean;
  /** The value, undefined when there is none. */
  get<Key extends SessionKey>(key: Key): Promise<SessionValue<Key> | undefined>;
  /** Starts a session when there is none. Of several requests that set the same key at once, the last one wins. */
  set<Key extends SessionKey>(key: Key, value: SessionValue<Key>): Promise<void>;
  delete(key: SessionKey): Promise<void>;
  /**
   * Changes one value atomically, whatever other requests of the same session do meanwhile: each sees what the one before
   * made. `change` may be called more than once, so it answers and does nothing else; undefined deletes the value.
   * @returns what `change` made of the value
   */
  update<Key extends SessionKey>(
    key: Key,
    change: (value: SessionValue<Key> | undefined) => SessionValue<Key> | undefined,
  ): Promise<SessionValue<Key> | undefined>;
  /** Leaves a message for the next request, or takes those that were left. */
  flash(kind: string, message?: string): Promise<readonly string[]>;
  /** Gives the session a new id and keeps its values: after every login. The old id is worth nothing from then on. */
  regenerate(): Promise<void>;
  /**
   * A token for the header `X-CSRF-Token` of unsafe requests, or the field `_csrf` of a form; starts a session when there is
   * none. It holds as long as the id does.
   */
  csrfToken(): Promise<string>;
  /** Forgets everything and takes the cookie back: at logout. */
  destroy(): Promise<void>;
}

/**
 * What an application keeps in sessions, in the shape it registered: with
 * `interface Register { session: { cart: string[] } }` the key `cart` holds a list and there is no other.
 */
export type SessionData = Register extends { readonly session: infer Own extends object }
  ? Own
  : Readonly<Record<string, unknown>>;

/** The keys of {@link SessionData}, and those of the house. */
export type SessionKey = Extract<keyof SessionData, string> | `@${string}`;

/** What is kept under a key. */
export type SessionValue<Key extends SessionKey> = Key extends keyof SessionData ? SessionData[Key] : unknown;
