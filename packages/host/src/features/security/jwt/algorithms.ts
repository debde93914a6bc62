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

/** Returns the curve that an algorithm requires; undefined if it requires none. */
export function getCurve(name: Algorithm): string | undefined {
  const algorithm: SignatureAlgorithm = ALGORITHMS[name];
  return algorithm.curve;
}
