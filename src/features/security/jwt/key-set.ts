import type { Algorithm } from './algorithms.ts';
import { publicKey } from './verification-key.ts';
import type { PublicKeyInput, VerificationKey } from './verification-key.ts';

/** Keys that tokens may be signed with. */
export interface KeySet {
  /** Those that may have signed such a token; a promise only when they have to be fetched. */
  find(id: string | undefined, algorithm: Algorithm): readonly VerificationKey[] | Promise<readonly VerificationKey[]>;
  /** May what is known of the keys be relied on at this time, without finding them again? */
  isFresh(now: number): boolean;
}

/** Keys that are there. `replace` exchanges them: what the old ones have verified is worth nothing from then on. */
export class FixedKeySet implements KeySet {
  #keys: readonly VerificationKey[];

  constructor(keys: readonly VerificationKey[]) {
    this.#keys = keys;
  }

  find(id: string | undefined, algorithm: Algorithm): readonly VerificationKey[] {
    return matching(this.#keys, id, algorithm);
  }

  isFresh(): boolean {
    return true;
  }

  /** All keys there are, for those who check a configuration. */
  get keys(): readonly VerificationKey[] {
    return this.#keys;
  }

  /** @throws {TypeError} when one is no public key; then nothing changes */
  replace(keys: readonly PublicKeyInput[]): void {
    const fresh = keys.map(publicKey);
    retire(this.#keys);
    this.#keys = fresh;
  }
}

/**
 * Public keys that an application exchanges itself, for `bearer({ keys })`.
 *
 * @returns a set whose `replace()` takes the keys from then on; tokens of keys that are gone are refused at once
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto';
 * import { keySet } from 'oriel/security';
 * const keys = keySet([generateKeyPairSync('ed25519').publicKey]);
 * keys.replace([generateKeyPairSync('ed25519').publicKey]);
 * ```
 */
export function keySet(keys: readonly PublicKeyInput[]): FixedKeySet {
  return new FixedKeySet(keys.map(publicKey));
}

/** Those of the keys that fit; a token that names its key gets no other, unless keys have no names. */
export function matching(
  keys: readonly VerificationKey[],
  id: string | undefined,
  algorithm: Algorithm,
): readonly VerificationKey[] {
  const fitting = keys.filter(
    (each) => (id === undefined || each.id === undefined || each.id === id) && each.fits(algorithm),
  );
  return fitting.slice(0, MOST_TRIES);
}

/** Says of keys that they are gone. */
export function retire(keys: readonly VerificationKey[]): void {
  for (const each of keys) each.live = false;
}

// A token that names no key must not buy any number of verifications.
const MOST_TRIES = 8;
