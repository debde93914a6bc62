import { hash, randomUUID } from 'node:crypto';
import { BadRequestError, ConflictError, HttpError } from '../../../core/http/errors.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { OperationResponse } from '../responses/create-response.ts';
import type { IdempotencyStore, StoredResponse } from './idempotency-store.ts';
import type { Operation } from '../model/operation.ts';

/** Configuration of the Idempotency-Key header. */
export interface IdempotencyConfig {
  /** Stores the responses. Default: a `MemoryIdempotencyStore`. */
  readonly store?: IdempotencyStore;
  /**
   * Returns the owner of the keys of a request; keys of different owners are independent. Default: the id of the user.
   * Anonymous clients share their keys.
   */
  readonly principal?: (context: HttpContext) => string | undefined;
  /** How long responses are stored, in hours. Default 24. */
  readonly hours?: number;
}

/** The claim of one request on its key. */
export class IdempotencyClaim {
  readonly #store: IdempotencyStore;
  readonly #key: string;
  readonly #seconds: number;
  readonly #name = randomUUID();
  /** Whether the write has started, so that its outcome is unknown. */
  isWorking = false;
  isCompleted = false;

  constructor(store: IdempotencyStore, key: string, seconds: number) {
    this.#store = store;
    this.#key = key;
    this.#seconds = seconds;
  }

  begin(fingerprint: string): ReturnType<IdempotencyStore['begin']> {
    return this.#store.begin(this.#key, fingerprint, this.#name, CLAIM_SECONDS);
  }

  /** Stores the response. @throws {ConflictError} if the claim expired and another request claimed the key */
  async complete(response: StoredResponse): Promise<void> {
    if (!(await this.#store.complete(this.#key, this.#name, response, this.#seconds))) throw requestInProgressError();
    this.isCompleted = true;
  }

  /** Releases the key unless something was written or may have been. */
  release(): void | Promise<void> {
    if (!this.isCompleted && !this.isWorking) return this.#store.release(this.#key, this.#name);
  }
}

// Longer than the time limit of any request.
const CLAIM_SECONDS = 120;
const DEFAULT_HOURS = 24;

/**
 * Creates the claim for the Idempotency-Key of a request; undefined when it has no key and needs none.
 * @throws {BadRequestError} if the key is malformed, or missing where it is required
 */
export function createClaim(
  context: HttpContext,
  { name, resource }: Operation,
  store: IdempotencyStore,
  { principal, hours = DEFAULT_HOURS }: IdempotencyConfig,
): IdempotencyClaim | undefined {
  const sent = context.headers.get('idempotency-key');
  if (sent === undefined) {
    if (resource.definition.idempotency !== 'require') return undefined;
    throw new BadRequestError(
      'An Idempotency-Key is required; use a new key for each new operation, such as "8e03978e-40d5-43dd-bc93"',
      {
        type: '/problems/idempotency-key-missing',
      },
    );
  }
  const [, quoted, bare] = KEY.exec(sent.trim()) ?? [];
  const key = quoted?.replace(/\\(["\\])/g, '$1') ?? bare;
  if (key === undefined || key === '')
    throw new BadRequestError('The Idempotency-Key must be a quoted string of 1 to 255 characters', {
      type: '/problems/idempotency-key-malformed',
    });
  // The hash has a fixed length, and the JSON array keeps the parts of the key apart.
  const scope = JSON.stringify([(principal ? principal(context) : context.principal?.id) ?? null, name, key]);
  return new IdempotencyClaim(store, hash('sha256', scope, 'hex'), hours * 3600);
}

// A string (RFC 9651 §3.3.3), or the unquoted key that many clients send.
const KEY = /^(?:"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"|([\w.:~+/=-]{1,255}))$/;

/** Returns a hash of method, URL, media type and body. Requests with the same key must have the same fingerprint. */
export function requestFingerprint({ method, path, query, headers }: HttpContext, body: Uint8Array): string {
  const head = `${method} ${path}?${query} ${headers.get('content-type') ?? ''}\n`;
  return hash('sha256', Buffer.concat([Buffer.from(head), body]), 'hex');
}

/** Converts a response for storage. @throws {TypeError} if the body is a stream, which cannot be sent twice */
export function toStoredResponse(
  { status, headers, contentType, body }: OperationResponse,
  tag: string | undefined,
): StoredResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes !== null && !(bytes instanceof Uint8Array))
    throw new TypeError('The response of a request with an Idempotency-Key cannot be a stream');
  return {
    status,
    headers: [
      ...(bytes === null ? [] : ['Content-Type', contentType]),
      ...Object.entries(headers ?? {}).flat(),
      ...(tag === undefined ? [] : ['ETag', `"${tag}"`]),
    ],
    body: bytes,
  };
}

/** Returns a 409: the first request with the key is still in progress. */
export function requestInProgressError(): ConflictError {
  return new ConflictError('A request with this Idempotency-Key is still in progress; retry later', {
    type: '/problems/idempotency-key-in-flight',
    headers: { 'Retry-After': '1' },
  });
}

/** Returns a 422: the key was used with a different request. */
export function keyReusedError(): HttpError {
  return new HttpError(422, 'This Idempotency-Key was used for a different request; use a new key', {
    type: '/problems/idempotency-key-reused',
  });
}
