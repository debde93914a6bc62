import { ServiceUnavailableError } from '../../../core/http/errors.ts';
import type { Algorithm } from './algorithms.ts';
import { fetchJson } from './fetch-json.ts';
import type { KeySet } from './key-set.ts';
import { matching, retire } from './key-set.ts';
import { keysOfSet } from './verification-key.ts';
import type { VerificationKey } from './verification-key.ts';

/** Where a JWK Set is published, and how it is kept. Times in milliseconds. */
export interface JwksOptions {
  readonly url: string;
  /** After this long it is fetched again. Default ten minutes. */
  readonly maxAge?: number;
  /** How long it is not fetched again, whatever is asked for. Default 30 seconds. */
  readonly cooldown?: number;
  /** Default 5 seconds. */
  readonly timeout?: number;
  /** How long keys hold that could not be fetched again. Default one hour. */
  readonly staleIfError?: number;
}

/**
 * The keys that an issuer publishes. They are fetched when the first token comes, again when they are old, and at once when
 * a token names a key nobody has seen; but however many such tokens come, only once in a cooldown.
 */
export class RemoteKeySet implements KeySet {
  readonly #options: Required<JwksOptions>;
  readonly #clock: () => number;
  #keys: readonly VerificationKey[] = [];
  #fetchedAt = -Infinity;
  #triedAt = -Infinity;
  #pending: Promise<void> | undefined = undefined;
  #trouble: unknown = undefined;

  constructor(options: JwksOptions, clock: () => number = Date.now) {
    this.#options = { maxAge: 600_000, cooldown: 30_000, timeout: 5_000, staleIfError: 3_600_000, ...options };
    this.#clock = clock;
  }

  isFresh(now: number): boolean {
    return now < this.#fetchedAt + this.#options.maxAge;
  }

  find(id: string | undefined, algorithm: Algorithm): readonly VerificationKey[] | Promise<readonly VerificationKey[]> {
    if (!this.isFresh(this.#clock())) return this.#findAfresh(id, algorithm);
    const found = matching(this.#keys, id, algorithm);
    return found.length > 0 || !this.#mayTry ? found : this.#findAfresh(id, algorithm);
  }

  get #mayTry(): boolean {
    return this.#pending !== undefined || this.#clock() >= this.#triedAt + this.#options.cooldown;
  }

  async #findAfresh(id: string | undefined, algorithm: Algorithm): Promise<readonly VerificationKey[]> {
    if (this.#mayTry) await (this.#pending ??= this.#fetch());
    const { maxAge, staleIfError } = this.#options;
    // Keys that nobody could renew hold a while longer: an issuer that is down must not lock everybody out at once.
    if (this.#clock() < this.#fetchedAt + maxAge + staleIfError) return matching(this.#keys, id, algorithm);
    throw unavailable(this.#options, this.#trouble);
  }

  async #fetch(): Promise<void> {
    this.#triedAt = this.#clock();
    try {
      const keys = keysOfSet(await fetchJson(this.#options.url, this.#options.timeout));
      this.#keys = renewed(this.#keys, keys);
      this.#fetchedAt = this.#clock();
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error;
    } finally {
      this.#pending = undefined;
    }
  }
}

// A key that is published again is the same key, and what it has verified stays good.
function renewed(old: readonly VerificationKey[], fresh: readonly VerificationKey[]): VerificationKey[] {
  const keys = fresh.map((each) => old.find((one) => one.id === each.id && one.key.equals(each.key)) ?? each);
  retire(old.filter((each) => !keys.includes(each)));
  return keys;
}

function unavailable({ url, cooldown }: Required<JwksOptions>, cause: unknown): ServiceUnavailableError {
  return new ServiceUnavailableError(`The keys at ${url} cannot be fetched`, {
    type: '/problems/keys-unavailable',
    code: 'ORIEL_KEYS_UNAVAILABLE',
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(cooldown / 1000))) },
    cause,
  });
}
