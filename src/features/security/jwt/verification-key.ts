import { KeyObject, createPublicKey, createSecretKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { ALGORITHMS, isAlgorithm } from './algorithms.ts';
import type { Algorithm, SignatureAlgorithm } from './algorithms.ts';

/** A public key as applications have it: PEM, JWK, or what `node:crypto` made of it. */
export type PublicKeyInput = string | KeyObject | (JsonWebKey & { readonly kid?: string });

/**
 * A key that verifies signatures, bound to the algorithms that its kind is for: a token cannot choose to have a public key
 * taken for a secret, because no algorithm of secrets fits a public key.
 */
export class VerificationKey {
  readonly id: string | undefined;
  readonly key: KeyObject;
  readonly #only: string | undefined;
  /** Is it still in its key set? What it has verified is worth nothing when it is not. */
  live = true;

  /** @param only the one algorithm that the key says it is for, if it does */
  constructor(key: KeyObject, id?: string, only?: string) {
    this.key = key;
    this.id = id;
    this.#only = only;
  }

  /** May it verify what was signed with this algorithm? */
  fits(name: Algorithm): boolean {
    return (this.#only === undefined || this.#only === name) && isFor(this.key, ALGORITHMS[name]);
  }
}

/** A secret for HMAC. */
export function secretKey(secret: string | Uint8Array): VerificationKey {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : Buffer.from(secret);
  return new VerificationKey(createSecretKey(bytes));
}

/** @throws {TypeError} when it is no public key that can verify */
export function publicKey(input: PublicKeyInput): VerificationKey {
  if (input instanceof KeyObject) {
    if (input.type === 'secret') throw new TypeError('It is a secret, not a public key');
    return new VerificationKey(input.type === 'private' ? createPublicKey(input) : input);
  }
  if (typeof input === 'string') return new VerificationKey(createPublicKey(input));
  return fromJwk(input);
}

/**
 * The keys of a JWK Set (RFC 7517) that can verify signatures. Others are left out, as its §5 says: those for encryption,
 * of kinds nobody knows, and secrets, which have no business in what is published.
 *
 * @throws {TypeError} when it is no JWK Set
 */
export function keysOfSet(set: unknown): VerificationKey[] {
  const keys = (set as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) throw new TypeError('It is no JWK Set: it has no list of keys');
  return keys.slice(0, MOST_KEYS).flatMap((each: unknown) => {
    try {
      return [fromJwk(each as JsonWebKey)];
    } catch {
      return [];
    }
  });
}

function fromJwk(jwk: JsonWebKey & { readonly kid?: unknown }): VerificationKey {
  const { kty, use, key_ops: uses, alg, kid } = jwk as Record<string, unknown>;
  if (kty === 'oct') throw new TypeError('It is a secret, not a public key');
  if (use !== undefined && use !== 'sig') throw new TypeError(`Its use is ${JSON.stringify(use)}, not "sig"`);
  if (Array.isArray(uses) && !uses.includes('verify')) throw new TypeError('Its key_ops do not include "verify"');
  if (alg !== undefined && !isAlgorithm(alg)) throw new TypeError(`Its alg is ${JSON.stringify(alg)}`);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return new VerificationKey(key, typeof kid === 'string' ? kid : undefined, alg);
}

function isFor(key: KeyObject, { family, curve, bytes }: SignatureAlgorithm): boolean {
  if (family === 'hmac') return key.type === 'secret' && (key.symmetricKeySize ?? 0) >= bytes;
  if (key.type !== 'public') return false;
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (family === 'ecdsa') return type === 'ec' && details?.namedCurve === curve;
  if (family === 'eddsa') return type === 'ed25519' || type === 'ed448';
  const strong = (details?.modulusLength ?? 0) >= LEAST_MODULUS && (details?.publicExponent ?? 0n) >= 3n;
  return strong && (type === 'rsa' || (family === 'pss' && type === 'rsa-pss'));
}

// RFC 7518 §3.3
const LEAST_MODULUS = 2_048;
const MOST_KEYS = 100;
