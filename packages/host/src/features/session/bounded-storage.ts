import { answerWithin, HttpError, isPromise, failureReason } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { storageDown } from './session-errors.ts';
import type { SessionStorage, StoredSession } from './session-storage.ts';

/** Limits the duration of each call to a session storage. A call that times out or fails rejects with a 503 error. */
export class BoundedStorage {
  readonly #storage: SessionStorage;
  readonly #milliseconds: number;

  constructor(storage: SessionStorage, milliseconds: number) {
    this.#storage = storage;
    this.#milliseconds = milliseconds;
  }

  /** Returns synchronously if the storage does. Most requests only read their session. */
  read(key: string): StoredSession | undefined | Promise<StoredSession | undefined> {
    let answer: ReturnType<SessionStorage['read']>;
    try {
      answer = this.#storage.read(key);
    } catch (error) {
      throw toHttpError(error);
    }
    return isPromise(answer) ? this.#bounded(() => answer) : answer;
  }

  create(key: string, session: StoredSession, until: number): Promise<void> {
    return this.#bounded(() => this.#storage.create(key, session, until));
  }

  replace(key: string, version: number, session: StoredSession, until: number): Promise<boolean> {
    return this.#bounded(() => this.#storage.replace(key, version, session, until));
  }

  touch(key: string, used: number, until: number): Promise<void> {
    return this.#bounded(() => this.#storage.touch(key, used, until));
  }

  remove(key: string, version?: number): Promise<boolean> {
    return this.#bounded(() => this.#storage.remove(key, version));
  }

  readonly #late = (): HttpError => storageDown(`did not answer within ${this.#milliseconds} ms`);

  async #bounded<Value>(call: () => MaybePromise<Value>): Promise<Value> {
    try {
      const answer = call();
      return isPromise(answer) ? await answerWithin(answer, this.#milliseconds, this.#late) : answer;
    } catch (error) {
      throw toHttpError(error);
    }
  }
}

function toHttpError(error: unknown): HttpError {
  return error instanceof HttpError ? error : storageDown(`failed: ${failureReason(error)}`, error);
}
