import { randomUUID } from 'node:crypto';
import { ConflictError, HttpError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import { isTransactionConflict } from '../source/transaction-conflict.ts';
import type { Source } from '../model/resource-model.ts';
import type { IdempotencyStore, StoredResponse } from '../declare/idempotency-store.ts';

/** The claim of one request on its key. */
export class IdempotencyClaim {
  readonly #store: IdempotencyStore;
  readonly #key: string;
  readonly #lifetime: number;
  readonly #name = randomUUID();
  // The write was started and did not fail, so it may be stored.
  #isWriting = false;
  #isCompleting = false;
  #isCompleted = false;

  constructor(store: IdempotencyStore, key: string, lifetime: number) {
    this.#store = store;
    this.#key = key;
    this.#lifetime = lifetime;
  }

  begin(fingerprint: string): ReturnType<IdempotencyStore['begin']> {
    return this.#store.begin(this.#key, fingerprint, this.#name, CLAIM_LIFETIME);
  }

  /**
   * Runs the write of the request, which calls `complete` at its end. If it fails, the key can be used again, unless the write
   * may be stored nevertheless.
   *
   * @param transaction runs the write in a transaction; undefined if the store has none
   */
  async write<Result>(work: () => Promise<Result>, transaction: Source['transaction']): Promise<Result> {
    this.#isWriting = true;
    let isWritten = false;
    const run = async (): Promise<Result> => {
      const result = await work();
      isWritten = true;
      return result;
    };
    try {
      return await (transaction === undefined ? run() : transaction(run));
    } catch (error) {
      // If the connection was lost during the commit, the write may be stored, and must not be repeated.
      const isStored = transaction === undefined ? this.#isCompleting : isWritten && !isRejected(error);
      if (!isStored) this.#isWriting = this.#isCompleted = false;
      throw error;
    }
  }

  /** Stores the response. @throws {ConflictError} if the claim expired and another request claimed the key */
  async complete(response: StoredResponse): Promise<void> {
    this.#isCompleting = true;
    if (!(await this.#store.complete(this.#key, this.#name, response, this.#lifetime))) throw requestInProgressError();
    this.#isCompleted = true;
  }

  /** Releases the key unless something was written or may have been. */
  release(): void | Promise<void> {
    if (!this.#isCompleted && !this.#isWriting) return this.#store.release(this.#key, this.#name);
  }
}

// The database rejected the commit, for example because of a deferred constraint or another transaction.
function isRejected(error: unknown): boolean {
  return (error instanceof HttpError && error.status < 500) || isTransactionConflict(error);
}

// Longer than the time limit of any request.
const CLAIM_LIFETIME = 120_000;

/** Returns a 409: the first request with the key is still in progress. */
export function requestInProgressError(): ConflictError {
  return new ConflictError(message('idempotency.in-progress'), {
    type: '/problems/idempotency-key-in-flight',
    headers: { 'Retry-After': '1' },
  });
}
