import { HttpError } from '../../core/http/errors.ts';
import { isPromise } from '../../core/http/promises.ts';
import { messageOf } from '../../core/http/problem.ts';
import { storageDown } from './session-errors.ts';
import type { SessionStorage, StoredSession } from './session-storage.ts';

/**
 * A storage whose answers are waited for no longer than so many milliseconds. What it does not answer, or answers with an
 * error, is a 503 of the request that needed it, and no other's concern.
 */
export class BoundedStorage {
  readonly #storage: SessionStorage;
  readonly #milliseconds: number;

  constructor(storage: SessionStorage, milliseconds: number) {
    this.#storage = storage;
    this.#milliseconds = milliseconds;
  }

  /** At once, where the storage answers at once: most requests of a session only read. */
  read(key: string): StoredSession | undefined | Promise<StoredSession | undefined> {
    let answer: ReturnType<SessionStorage['read']>;
    try {
      answer = this.#storage.read(key);
    } catch (error) {
      throw told(error);
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

  async #bounded<Value>(ask: () => Value | Promise<Value>): Promise<Value> {
    try {
      const answer = ask();
      return isPromise(answer) ? await inTime(answer, this.#milliseconds) : answer;
    } catch (error) {
      throw told(error);
    }
  }
}

function told(error: unknown): HttpError {
  return error instanceof HttpError ? error : storageDown(`failed: ${messageOf(error)}`, error);
}

function inTime<Value>(answer: PromiseLike<Value>, milliseconds: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(storageDown(`did not answer within ${milliseconds} ms`)), milliseconds);
    answer.then(
      (value) => {
        clearTimeout(clock);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(clock);
        reject(error);
      },
    );
  });
}
