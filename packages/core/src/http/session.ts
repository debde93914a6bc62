import type { Register } from './user.ts';

/**
 * The data of a visitor between requests. The session is loaded, and its cookie sent, on first use only. Values are copies
 * in JSON: changing a returned value does not change the session. When a promise resolves, the change is stored; each method
 * rejects with a `ServiceUnavailableError` if the store is unavailable.
 *
 * Keys that begin with `@` are reserved for the framework.
 */
export interface Session {
  /** Whether the request has a session cookie. Reading this property does not load the session. */
  readonly hasCookie: boolean;
  /** Returns the value of a key; undefined if it has none. */
  get<Key extends SessionKey>(key: Key): Promise<SessionValue<Key> | undefined>;
  /** Sets a value, and starts a session if necessary. If several requests set the same key, the last one wins. */
  set<Key extends SessionKey>(key: Key, value: SessionValue<Key>): Promise<void>;
  delete(key: SessionKey): Promise<void>;
  /**
   * Changes one value atomically: concurrent requests of the same session change it one after
   * another. `change` may be called more than once, so it must have no side effects; undefined deletes the value.
   * @returns the result of `change`
   */
  update<Key extends SessionKey>(
    key: Key,
    change: (value: SessionValue<Key> | undefined) => SessionValue<Key> | undefined,
  ): Promise<SessionValue<Key> | undefined>;
  /** Adds a message for the next request, or without a message, returns and removes those that were added. */
  flash(kind: string, message?: string): Promise<readonly string[]>;
  /** Gives the session a new id and keeps its values. Call it after every login. The old id becomes invalid. */
  regenerate(): Promise<void>;
  /**
   * Returns a token for the header `X-CSRF-Token` of unsafe requests or the form field `_csrf`; starts a session if there is
   * none. It is valid as long as the session id.
   */
  csrfToken(): Promise<string>;
  /** Deletes the session and its cookie. Call it at logout. */
  destroy(): Promise<void>;
}

/**
 * The session data of the application, with the registered type: with
 * `interface Register { session: { cart: string[] } }` the only key is `cart`, and its value is a list.
 */
export type SessionData = Register extends { readonly session: infer Own extends object }
  ? Own
  : Readonly<Record<string, unknown>>;

/** The keys of {@link SessionData}, and those of the framework. */
export type SessionKey = Extract<keyof SessionData, string> | `@${string}`;

/** The type of the value of a key. */
export type SessionValue<Key extends SessionKey> = Key extends keyof SessionData ? SessionData[Key] : unknown;
