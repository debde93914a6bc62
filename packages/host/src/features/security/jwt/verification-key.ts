import { KeyObject, createPublicKey, createSecretKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';

/** The keys that a signature algorithm can be used with (RFC 7518 §3.1, RFC 8037). */
interface SignatureAlgorithm {
  readonly family: 'hmac' | 'rsa' | 'pss' | 'ecdsa' | 'eddsa';
  /** The minimum length of a secret in bytes (RFC 7518 §3.2). */
  readonly secretBytes?: number;
  readonly curve?: string;
}

/** The algorithms that tokens may be signed with. `none` is not in this table, so it cannot be allowed. */
export const ALGORITHMS = {
  HS256: { family: 'hmac', secretBytes: 32 },
  HS384: { family: 'hmac', secretBytes: 48 },
  HS512: { family: 'hmac', secretBytes: 64 },
  RS256: { family: 'rsa' },
  RS384: { family: 'rsa' },
  RS512: { family: 'rsa' },
  PS256: { family: 'pss' },
  PS384: { family: 'pss' },
  PS512: { family: 'pss' },
  ES256: { family: 'ecdsa', curve: 'prime256v1' },
  ES384: { family: 'ecdsa', curve: 'secp384r1' },
  ES512: { family: 'ecdsa', curve: 'secp521r1' },
  EdDSA: { family: 'eddsa' },
} as const satisfies Record<string, SignatureAlgorithm>;

/** The name of a signature algorithm in the header of a token. */
export type Algorithm = keyof typeof ALGORITHMS;

/** Returns true if the value is the name of an algorithm, and not of an inherited property of the table. */
export function isAlgorithm(name: unknown): name is Algorithm {
  return typeof name === 'string' && Object.hasOwn(ALGORITHMS, name);
}

/** Returns the minimum length of a secret in bytes, and 0 for algorithms with public keys. */
export function minSecretBytes(name: Algorithm): number {
  const algorithm: SignatureAlgorithm = ALGORITHMS[name];
  return algorithm.secretBytes ?? 0;
}

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
  const { family, curve }: SignatureAlgorithm = ALGORITHMS[name];
  if (family === 'hmac') return key.type === 'secret' && (key.symmetricKeySize ?? 0) >= minSecretBytes(name);
  if (key.type !== 'public') return false;
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (family === 'ecdsa') return type === 'ec' && details?.namedCurve === curve;
  if (family === 'eddsa') return type === 'ed25519';
  return type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_MODULUS_BITS && (details?.publicExponent ?? 0n) >= 3n;
}

// RFC 7518 §3.3
const MIN_MODULUS_BITS = 2_048;
