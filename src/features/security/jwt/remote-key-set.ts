import type * as Jose from 'jose';
import { ServiceUnavailableError } from '../../../core/http/errors.ts';
import type { Algorithm } from './algorithms.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { MAX_CANDIDATES } from './key-set.ts';
import type { FoundKeys, KeySet, KeyVersion } from './key-set.ts';
import { isRecord } from './parse-token.ts';

/** Where an issuer publishes its keys (RFC 7517), and how they are cached. */
export interface JwksOptions {
  readonly url: string;
  /** Milliseconds after which the keys are fetched again. Default 600,000 (10 minutes). */
  readonly maxAge?: number;
  /** Minimum milliseconds between two fetches. Default 30,000. */
  readonly cooldown?: number;
  /** Milliseconds that a fetch may take. Default 5,000. */
  readonly timeout?: number;
  /** Milliseconds that expired keys are used if they cannot be fetched again. Default 3,600,000 (1 hour). */
  readonly staleIfError?: number;
}

/**
 * The published keys of an issuer. They are fetched for the first token, when they expire, and when a token names an unknown
 * key. `jose` selects and imports the keys. Its own remote set is not used because it retries failed fetches without a
 * cooldown, does not limit the size of the document and does not keep expired keys while the issuer is unreachable.
 */
export class RemoteKeySet implements KeySet {
  readonly #options: Required<JwksOptions>;
  readonly #clock: () => number;
  readonly #jose: () => typeof Jose;
  #text = '';
  #selectors: readonly Jose.JWTVerifyGetKey[] = [];
  #version: KeyVersion = { isCurrent: true };
  #fetchedAt = -Infinity;
  #attemptedAt = -Infinity;
  #pending: Promise<void> | undefined = undefined;
  #error: unknown = undefined;

  /** @param clock returns milliseconds since the epoch */
  constructor(options: JwksOptions, jose: () => typeof Jose, clock: () => number = Date.now) {
    this.#options = { maxAge: 600_000, cooldown: 30_000, timeout: 5_000, staleIfError: 3_600_000, ...options };
    this.#jose = jose;
    this.#clock = clock;
  }

  isFresh(now: number): boolean {
    return now < this.#fetchedAt + this.#options.maxAge;
  }

  async find(id: string | undefined, algorithm: Algorithm): Promise<FoundKeys> {
    const { maxAge, staleIfError } = this.#options;
    if (!this.isFresh(this.#clock())) await this.#refresh();
    // Expired keys are used for a while: an issuer that is unreachable must not log out all users at once.
    if (this.#clock() >= this.#fetchedAt + maxAge + staleIfError) throw unavailable(this.#options, this.#error);
    let keys = await this.#select(id, algorithm);
    if (keys.length === 0 && this.#canFetch) {
      await this.#refresh();
      keys = await this.#select(id, algorithm);
    }
    return { keys, version: this.#version };
  }

  get #canFetch(): boolean {
    return this.#pending !== undefined || this.#clock() >= this.#attemptedAt + this.#options.cooldown;
  }

  async #refresh(): Promise<void> {
    if (this.#canFetch) await (this.#pending ??= this.#fetch());
  }

  async #fetch(): Promise<void> {
    const { url, timeout } = this.#options;
    this.#attemptedAt = this.#clock();
    try {
      const response = await boundedFetch(url, { signal: AbortSignal.timeout(timeout) });
      if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
      this.#use(await response.text());
      this.#fetchedAt = this.#clock();
      this.#error = undefined;
    } catch (error) {
      this.#error = error;
    } finally {
      this.#pending = undefined;
    }
  }

  #use(text: string): void {
    if (text === this.#text) return;
    const keys = (JSON.parse(text) as { keys?: unknown } | null)?.keys;
    if (!Array.isArray(keys)) throw new TypeError('The document is not a JWK Set: it has no list "keys"');
    const list = keys.slice(0, MAX_KEYS).filter(isRecord) as unknown as readonly Jose.JWK[];
    const unnamed = list.filter(({ kid }) => kid === undefined);
    this.#selectors = [list, unnamed].map((each) => this.#jose().createLocalJWKSet({ keys: [...each] }));
    this.#text = text;
    this.#version.isCurrent = false;
    this.#version = { isCurrent: true };
  }

  /** Finds the key that a token names; if there is none, the keys without a name. */
  async #select(id: string | undefined, alg: Algorithm): Promise<readonly Jose.CryptoKey[]> {
    const [all, unnamed] = this.#selectors;
    if (all === undefined || unnamed === undefined) return [];
    const named = await candidates(all, id === undefined ? { alg } : { alg, kid: id });
    return named.length > 0 || id === undefined ? named : candidates(unnamed, { alg });
  }
}

async function candidates(select: Jose.JWTVerifyGetKey, header: Jose.JWTHeaderParameters): Promise<Jose.CryptoKey[]> {
  try {
    return [(await select(header, { payload: '', signature: '' })) as Jose.CryptoKey];
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== 'ERR_JWKS_MULTIPLE_MATCHING_KEYS') return [];
    const keys: Jose.CryptoKey[] = [];
    for await (const key of error as Jose.errors.JWKSMultipleMatchingKeys) if (keys.push(key) === MAX_CANDIDATES) break;
    return keys;
  }
}

function unavailable({ url, cooldown }: Required<JwksOptions>, cause: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(`The keys at ${url} cannot be fetched`, {
    type: '/problems/keys-unavailable',
    code: 'ORIEL_KEYS_UNAVAILABLE',
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(cooldown / 1000))) },
    cause,
  });
}

const MAX_KEYS = 100;
