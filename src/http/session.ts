/**
 * What a visitor keeps between requests. Nothing is loaded, and no cookie is sent, before something is asked of it.
 * Values are JSON. Each method rejects with a `ServiceUnavailableError` when the store cannot be reached.
 */
export interface Session {
  get(key: string): Promise<unknown>;
  /** Starts a session when there is none. */
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** Changes one value atomically, whatever other requests of the same session do meanwhile. */
  update(key: string, change: (value: unknown) => unknown): Promise<unknown>;
  /** Leaves a message for the next request, or takes those that were left. */
  flash(kind: string, message?: string): Promise<readonly string[]>;
  /** Gives the session a new id and keeps its values: after every login. */
  regenerate(): Promise<void>;
  /** Forgets everything and takes the cookie back: at logout. */
  destroy(): Promise<void>;
}
