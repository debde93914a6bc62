import { KeyObject, createPublicKey, createSecretKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { ALGORITHMS, getCurve, isAlgorithm, minSecretBytes } from './algorithms.ts';
import type { Algorithm } from './algorithms.ts';

/** A public key: PEM, JWK or `KeyObject`. */
export type PublicKeyInput = string | KeyObject | (JsonWebKey & { readonly kid?: string });

/** A key of the configuration, limited to the algorithms of its type. A public key never fits an algorithm with a secret. */
export class VerificationKey {
  readonly id: string | undefined;
  readonly key: KeyObject;
  readonly #algorithm: string | undefined;

  /** @param algorithm the only algorithm that the key may be used with, if it is limited to one */
  constructor(key: KeyObject, id?: string, algorithm?: string) {
    this.key = key;
    this.id = id;
    this.#algorithm = algorithm;
  }

  /** Returns true if the key can verify signatures of this algorithm. */
  fits(name: Algorithm): boolean {
    return (this.#algorithm === undefined || this.#algorithm === name) && isSuitable(this.key, name);
  }
}

/** Creates the key of HMAC algorithms. */
export function secretKey(secret: string | Uint8Array): VerificationKey {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : Buffer.from(secret);
  return new VerificationKey(createSecretKey(bytes));
}

/** Creates a key from its public half. @throws {TypeError} if the input is not a public key for signatures */
export function publicKey(input: PublicKeyInput): VerificationKey {
  if (input instanceof KeyObject) {
    if (input.type === 'secret') throw new TypeError('The key is a secret, not a public key');
    return new VerificationKey(input.type === 'private' ? createPublicKey(input) : input);
  }
  if (typeof input === 'string') return new VerificationKey(createPublicKey(input));
  const { kty, use, key_ops: operations, alg, kid } = input as Record<string, unknown>;
  if (kty === 'oct') throw new TypeError('The key is a secret, not a public key');
  if (use !== undefined && use !== 'sig')
    throw new TypeError(`The use of the key is ${JSON.stringify(use)}, not "sig"`);
  if (Array.isArray(operations) && !operations.includes('verify'))
    throw new TypeError('The key_ops of the key do not include "verify"');
  if (alg !== undefined && !isAlgorithm(alg)) throw new TypeError(`The alg of the key is ${JSON.stringify(alg)}`);
  const key = createPublicKey({ key: input, format: 'jwk' });
  return new VerificationKey(key, typeof kid === 'string' ? kid : undefined, alg);
}

function isSuitable(key: KeyObject, name: Algorithm): boolean {
  const { family } = ALGORITHMS[name];
  if (family === 'hmac') return key.type === 'secret' && (key.symmetricKeySize ?? 0) >= minSecretBytes(name);
  if (key.type !== 'public') return false;
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (family === 'ecdsa') return type === 'ec' && details?.namedCurve === getCurve(name);
  if (family === 'eddsa') return type === 'ed25519';
  return type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_MODULUS_BITS && (details?.publicExponent ?? 0n) >= 3n;
}

// RFC 7518 §3.3
const MIN_MODULUS_BITS = 2_048;
