import { randomUUID } from 'node:crypto';
import { ConflictError } from '../../../core/http/errors.ts';
import { message } from '../../../core/messages/message.ts';
import type { IdempotencyStore, StoredResponse } from './idempotency-store.ts';

/** The claim of one request on its key. */
export class IdempotencyClaim {
  readonly #store: IdempotencyStore;
  readonly #key: string;
  readonly #lifetime: number;
  readonly #name = randomUUID();
  /** Whether the write has started, so that its outcome is unknown. */
  isWorking = false;
  isCompleted = false;

  constructor(store: IdempotencyStore, key: string, lifetime: number) {
    this.#store = store;
    this.#key = key;
    this.#lifetime = lifetime;
  }

  begin(fingerprint: string): ReturnType<IdempotencyStore['begin']> {
    return this.#store.begin(this.#key, fingerprint, this.#name, CLAIM_LIFETIME);
  }

  /** Stores the response. @throws {ConflictError} if the claim expired and another request claimed the key */
  async complete(response: StoredResponse): Promise<void> {
    if (!(await this.#store.complete(this.#key, this.#name, response, this.#lifetime))) throw requestInProgressError();
    this.isCompleted = true;
  }

  /** Releases the key unless something was written or may have been. */
  release(): void | Promise<void> {
    if (!this.isCompleted && !this.isWorking) return this.#store.release(this.#key, this.#name);
  }
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
