/** An answer as it is kept: what is the same whenever it is given again. */
export interface StoredResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Null for none. */
  readonly body: Uint8Array | null;
}

/** What a store knows under a key. */
export interface IdempotencyRecord {
  /** Of the request that claimed the key. */
  readonly fingerprint: string;
  /** Undefined as long as the work goes on. */
  readonly response: StoredResponse | undefined;
}

/**
 * Keeps the answers of requests with an Idempotency-Key. A request first claims its key, so that no other does the same work
 * meanwhile, and then keeps its answer. A claim runs out: whoever made it may be gone.
 */
export interface IdempotencyStore {
  /**
   * Whether other processes see the same keys: those of all machines, those of the same `'machine'`, or no others. Default
   * no others; several workers or machines need a shared store.
   */
  readonly shared?: boolean | 'machine';
  /**
   * Claims a key that nobody holds. Of any number at once, exactly one gets it.
   * @param claim a name for this attempt
   * @param seconds until the claim runs out
   * @returns undefined when it was claimed, else what is there
   */
  begin(
    key: string,
    fingerprint: string,
    claim: string,
    seconds: number,
  ): IdempotencyRecord | undefined | Promise<IdempotencyRecord | undefined>;
  /**
   * Keeps the answer. Called in the transaction of the work, where there is one: then both are there or neither.
   * @returns false when the claim had run out and somebody else has the key; then the work must not happen
   */
  complete(key: string, claim: string, answer: StoredResponse, seconds: number): boolean | Promise<boolean>;
  /** Gives the key back: nothing was done. */
  release(key: string, claim: string): void | Promise<void>;
}
