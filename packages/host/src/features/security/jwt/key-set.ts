import type { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';
import type { Algorithm, PublicKeyInput, VerificationKey } from './verification-key.ts';
import { publicKey } from './verification-key.ts';

/** The keys of a set at one time. Tokens that they verified stay valid until the set changes. */
export interface KeyVersion {
  isCurrent: boolean;
}

/** Keys that may have signed a token. */
export interface FoundKeys {
  readonly keys: readonly (KeyObject | CryptoKey)[];
  readonly version: KeyVersion;
}

/** A set of keys that tokens may be signed with. */
export interface KeySet {
  /** Finds the keys for the `kid` and `alg` of a token; the result is a promise if they may have to be fetched. */
  find(id: string | undefined, algorithm: Algorithm): FoundKeys | Promise<FoundKeys>;
  /** Returns false if the keys have to be fetched again before tokens that they verified are accepted. */
  isFresh(now: number): boolean;
}

/** Keys from the configuration. */
export class FixedKeySet implements KeySet {
  #keys: readonly VerificationKey[];
  #version: KeyVersion = { isCurrent: true };

  constructor(keys: readonly VerificationKey[]) {
    this.#keys = keys;
  }

  /** A token that names a key is verified with this key and with keys that have no name. */
  find(id: string | undefined, algorithm: Algorithm): FoundKeys {
    const keys = this.#keys.filter(
      (key) => (id === undefined || key.id === undefined || key.id === id) && key.fits(algorithm),
    );
    return { keys: keys.slice(0, MAX_CANDIDATES).map(({ key }) => key), version: this.#version };
  }

  isFresh(): boolean {
    return true;
  }

  /** All keys of the set. */
  get keys(): readonly VerificationKey[] {
    return this.#keys;
  }

  /**
   * Replaces all keys. Tokens that the previous keys verified are verified again.
   *
   * @throws {TypeError} if one of them is not a public key; then the set does not change
   */
  replace(keys: readonly PublicKeyInput[]): void {
    this.#keys = keys.map(publicKey);
    this.#version.isCurrent = false;
    this.#version = { isCurrent: true };
  }
}

/**
 * Creates a set of public keys that an application replaces at run time, for `bearer({ keys })`.
 *
 * @param keys PEM, JWK or `KeyObject`
 * @returns a set whose `replace()` takes effect at once: tokens of removed keys are rejected
 * @throws {TypeError} if one of the keys is not a public key
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto';
 * import { keySet } from 'oriel-host/security';
 * const keys = keySet([generateKeyPairSync('ed25519').publicKey]);
 * keys.replace([generateKeyPairSync('ed25519').publicKey]);
 * ```
 */
export function keySet(keys: readonly PublicKeyInput[]): FixedKeySet {
  return new FixedKeySet(keys.map(publicKey));
}

/** The maximum number of keys that are tried for one token, so that a token without `kid` cannot cause many verifications. */
export const MAX_CANDIDATES = 8;
