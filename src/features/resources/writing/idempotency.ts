import { hash, randomUUID } from 'node:crypto';
import { BadRequestError, ConflictError, HttpError } from '../../../core/http/errors.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { OperationResponse } from '../responses/create-response.ts';
import type { IdempotencyStore, StoredResponse } from './idempotency-store.ts';
import type { Operation } from '../model/operation.ts';

/** How requests that may come twice are kept apart. */
export interface IdempotencyConfig {
  /** Who keeps the answers. Default: this process, in memory. */
  readonly store?: IdempotencyStore;
  /** Whose keys are whose: two principals may use the same one. Default: the user, and everybody who is anonymous. */
  readonly principal?: (context: HttpContext) => string | undefined;
  /** Hours that an answer is kept. Default 24. */
  readonly hours?: number;
}

/** The claim of one request on its key. */
export class IdempotencyClaim {
  readonly #store: IdempotencyStore;
  readonly #key: string;
  readonly #seconds: number;
  readonly #name = randomUUID();
  /** Is the work under way, so that nobody knows yet whether it was done? */
  isWorking = false;
  isCompleted = false;

  constructor(store: IdempotencyStore, key: string, seconds: number) {
    this.#store = store;
    this.#key = key;
    this.#seconds = seconds;
  }

  begin(fingerprint: string): ReturnType<IdempotencyStore['begin']> {
    return this.#store.begin(this.#key, fingerprint, this.#name, LONGEST_WORK);
  }

  /** Keeps the answer. @throws {ConflictError} when another request has done the work meanwhile */
  async complete(answer: StoredResponse): Promise<void> {
    if (!(await this.#store.complete(this.#key, this.#name, answer, this.#seconds))) throw requestInProgressError();
    this.isCompleted = true;
  }

  /** Gives the key back, unless something was done or may have been. */
  release(): void | Promise<void> {
    if (!this.isCompleted && !this.isWorking) return this.#store.release(this.#key, this.#name);
  }
}

// Seconds after which a claim runs out: longer than any request may take.
const LONGEST_WORK = 120;
const DAY = 24;

/** The claim that a request wants to make; undefined when it brings no key and needs none. @throws {BadRequestError} */
export function createClaim(
  context: HttpContext,
  { name, resource }: Operation,
  store: IdempotencyStore,
  { principal, hours = DAY }: IdempotencyConfig,
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
  // A hash has a length that every store can hold, and nobody can make one key of two parts look like another.
  const scope = JSON.stringify([(principal ? principal(context) : context.principal?.id) ?? null, name, key]);
  return new IdempotencyClaim(store, hash('sha256', scope, 'hex'), hours * 3600);
}

// A string of structured fields (RFC 9651 §3.3.3), or the bare key that many clients send.
const KEY = /^(?:"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"|([\w.:~+/=-]{1,255}))$/;

/** What makes a request the same one: where it goes, and what it says. */
export function requestFingerprint({ method, path, query, headers }: HttpContext, body: Uint8Array): string {
  const head = `${method} ${path}?${query} ${headers.get('content-type') ?? ''}\n`;
  return hash('sha256', Buffer.concat([Buffer.from(head), body]), 'hex');
}

/** An answer as it is kept. @throws {TypeError} when its body is a stream, which can be given only once */
export function toStoredResponse(
  { status, headers, contentType, body }: OperationResponse,
  tag: string | undefined,
): StoredResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes !== null && !(bytes instanceof Uint8Array))
    throw new TypeError('An answer under an Idempotency-Key cannot be a stream');
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

/** 409: the first one is not done. */
export function requestInProgressError(): ConflictError {
  return new ConflictError('A request with this Idempotency-Key is still in progress; retry later', {
    type: '/problems/idempotency-key-in-flight',
    headers: { 'Retry-After': '1' },
  });
}

/** 422: a key stands for one request and no other. */
export function keyReusedError(): HttpError {
  return new HttpError(422, 'This Idempotency-Key was used for a different request; use a new key', {
    type: '/problems/idempotency-key-reused',
  });
}
