/** How one algorithm of JWS signs (RFC 7518 §3.1, RFC 8037), and which keys it may be used with. */
export interface SignatureAlgorithm {
  readonly family: 'hmac' | 'rsa' | 'pss' | 'ecdsa' | 'eddsa';
  /** The hash; undefined for EdDSA, which has its own. */
  readonly hash: string | undefined;
  /** Of HMAC, the least secret in bytes (RFC 7518 §3.2); of ECDSA, the length of a signature. */
  readonly bytes: number;
  readonly curve?: string;
}

/** Every algorithm a token may be signed with. `none` is not among them, and so cannot be allowed. */
export const ALGORITHMS = {
  HS256: { family: 'hmac', hash: 'sha256', bytes: 32 },
  HS384: { family: 'hmac', hash: 'sha384', bytes: 48 },
  HS512: { family: 'hmac', hash: 'sha512', bytes: 64 },
  RS256: { family: 'rsa', hash: 'sha256', bytes: 0 },
  RS384: { family: 'rsa', hash: 'sha384', bytes: 0 },
  RS512: { family: 'rsa', hash: 'sha512', bytes: 0 },
  PS256: { family: 'pss', hash: 'sha256', bytes: 0 },
  PS384: { family: 'pss', hash: 'sha384', bytes: 0 },
  PS512: { family: 'pss', hash: 'sha512', bytes: 0 },
  ES256: { family: 'ecdsa', hash: 'sha256', bytes: 64, curve: 'prime256v1' },
  ES384: { family: 'ecdsa', hash: 'sha384', bytes: 96, curve: 'secp384r1' },
  ES512: { family: 'ecdsa', hash: 'sha512', bytes: 132, curve: 'secp521r1' },
  EdDSA: { family: 'eddsa', hash: undefined, bytes: 0 },
} as const satisfies Record<string, SignatureAlgorithm>;

export type Algorithm = keyof typeof ALGORITHMS;

/** Is this the name of an algorithm, and not of something every object has? */
export function isAlgorithm(name: unknown): name is Algorithm {
  return typeof name === 'string' && Object.hasOwn(ALGORITHMS, name);
}
