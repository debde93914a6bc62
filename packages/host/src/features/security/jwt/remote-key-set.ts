import type * as Jose from 'jose';
import { toMilliseconds, ServiceUnavailableError, isObject } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';
import type { Algorithm } from './verification-key.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { MAX_CANDIDATES } from './key-set.ts';
import type { FoundKeys, KeySet, KeyVersion } from './key-set.ts';

/** Times that no application needs to change. */
interface FetchTimes {
  /** The time after which the keys are fetched again. Default 10 minutes. */
  readonly maxAge?: Duration;
  /** The minimum time between two fetches. Default 30 seconds. */
  readonly cooldown?: Duration;
  /** The time that a fetch may take. Default 5 seconds. */
  readonly timeout?: Duration;
  /** How long expired keys are used if they cannot be fetched again. Default 1 hour. */
  readonly staleIfError?: Duration;
}

/**
 * The published keys of an issuer. They are fetched for the first token, when they expire, and when a token names an unknown
 * key. `jose` selects and imports the keys. Its own remote set is not used because it retries failed fetches without a
 * cooldown, does not limit the size of the document and does not keep expired keys while the issuer is unreachable.
 */
export class RemoteKeySet implements KeySet {
  readonly #url: string;
  readonly #maxAge: number;
  readonly #cooldown: number;
  readonly #timeout: number;
  readonly #staleIfError: number;
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
  constructor(url: string, jose: () => typeof Jose, clock: () => number = Date.now, times: FetchTimes = {}) {
    const { maxAge = '10 min', cooldown = '30 s', timeout = '5 s', staleIfError = '1 h' } = times;
    this.#url = url;
    this.#maxAge = toMilliseconds(maxAge);
    this.#cooldown = toMilliseconds(cooldown);
    this.#timeout = toMilliseconds(timeout);
    this.#staleIfError = toMilliseconds(staleIfError);
    this.#jose = jose;
    this.#clock = clock;
  }

  isFresh(now: number): boolean {
    return now < this.#fetchedAt + this.#maxAge;
  }

  async find(id: string | undefined, algorithm: Algorithm): Promise<FoundKeys> {
    if (!this.isFresh(this.#clock())) await this.#refresh();
    // Expired keys are used for a while: an issuer that is unreachable must not log out all users at once.
    if (this.#clock() >= this.#fetchedAt + this.#maxAge + this.#staleIfError)
      throw unavailable(this.#url, this.#cooldown, this.#error);
    let keys = await this.#select(id, algorithm);
    if (keys.length === 0 && this.#canFetch) {
      await this.#refresh();
      keys = await this.#select(id, algorithm);
    }
    return { keys, version: this.#version };
  }

  get #canFetch(): boolean {
    return this.#pending !== undefined || this.#clock() >= this.#attemptedAt + this.#cooldown;
  }

  async #refresh(): Promise<void> {
    if (this.#canFetch) await (this.#pending ??= this.#fetch());
  }

  async #fetch(): Promise<void> {
    const url = this.#url;
    this.#attemptedAt = this.#clock();
    try {
      const response = await boundedFetch(url, { signal: AbortSignal.timeout(this.#timeout) });
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
    const list = keys.slice(0, MAX_KEYS).filter(isObject) as unknown as readonly Jose.JWK[];
    const unnamed = list.filter(({ kid }) => kid === undefined);
    this.#selectors = [list, unnamed].map((value) => this.#jose().createLocalJWKSet({ keys: [...value] }));
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

function unavailable(url: string, cooldown: number, cause: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(`The keys at ${url} cannot be fetched`, {
    type: '/problems/keys-unavailable',
    code: 'ORIEL_KEYS_UNAVAILABLE',
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(cooldown / 1000))) },
    cause,
  });
}

const MAX_KEYS = 100;
