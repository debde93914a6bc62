/** A stored response: the parts that are the same for every repeated request. */
export interface StoredResponse {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Null when there is no body. */
  readonly body: Uint8Array | null;
}

/** The record of a key. */
export interface IdempotencyRecord {
  /** The fingerprint of the request that claimed the key. */
  readonly fingerprint: string;
  /** Undefined while the request is in progress. */
  readonly response: StoredResponse | undefined;
}

/**
 * Stores the responses of requests with an Idempotency-Key. A request claims its key before it writes and then stores its
 * response. Claims expire, so that a key is usable again after a crash.
 */
export interface IdempotencyStore {
  /**
   * Whether the keys are shared with other processes: on all machines (`true`), on the same `'machine'`, or not (`false`,
   * default). Several workers or machines need a shared store.
   */
  readonly shared?: boolean | 'machine';
  /**
   * Claims a free key. Exactly one of several concurrent calls succeeds.
   * @param fingerprint identifies the content of the request
   * @param claim a unique name of the attempt
   * @param lifetime the lifetime of the claim in milliseconds
   * @returns undefined if the key was claimed, otherwise its record
   */
  begin(
    key: string,
    fingerprint: string,
    claim: string,
    lifetime: number,
  ): IdempotencyRecord | undefined | Promise<IdempotencyRecord | undefined>;
  /**
   * Stores the response. Called in the transaction of the write, if there is one.
   * @param lifetime the lifetime of the response in milliseconds
   * @returns false if the claim has expired and the key was claimed again; the write must then be rolled back
   */
  complete(key: string, claim: string, response: StoredResponse, lifetime: number): boolean | Promise<boolean>;
  /** Releases a claimed key after a request that wrote nothing. */
  release(key: string, claim: string): void | Promise<void>;
}
