import type { Algorithm } from './algorithms.ts';
import type { ClaimRules } from './check-claims.ts';
import type { KeySet } from './key-set.ts';
import { FixedKeySet } from './key-set.ts';
import { RemoteKeySet } from './remote-key-set.ts';
import type { JwksOptions } from './remote-key-set.ts';
import { publicKey, secretKey } from './verification-key.ts';
import type { PublicKeyInput } from './verification-key.ts';

/** Which tokens are believed: how they may be signed, by whom, and what they must say. */
export interface TokenRules extends ClaimRules {
  /** The algorithms that are allowed: either HS…, with a secret, or others, with public keys. */
  readonly algorithms: readonly Algorithm[];
  /** The secret of HS…, at least as long as its hash. */
  readonly secret?: string | Uint8Array;
  /** A public key: PEM, JWK or KeyObject. */
  readonly key?: PublicKeyInput;
  /** Public keys that change: what `keySet()` gives, or anything that finds keys. */
  readonly keys?: KeySet;
  /** Where an issuer publishes its keys; needs `issuer` and `audience`, because it signs for others as well. */
  readonly jwks?: string | JwksOptions;
  /** `typ` that the header must have, such as `at+jwt` (RFC 9068). */
  readonly type?: string;
  /** Characters a token may have. Default 8,192. */
  readonly longest?: number;
  /** The time in milliseconds; for tests. */
  readonly clock?: () => number;
}

/** The keys that rules name. @throws {TypeError} when one is no public key */
export function keysOf({ secret, key, keys, jwks, clock }: TokenRules): KeySet {
  if (keys !== undefined) return keys;
  if (jwks !== undefined) return new RemoteKeySet(typeof jwks === 'string' ? { url: jwks } : jwks, clock);
  if (secret !== undefined) return new FixedKeySet([secretKey(secret)]);
  return new FixedKeySet([publicKey(key!)]);
}
