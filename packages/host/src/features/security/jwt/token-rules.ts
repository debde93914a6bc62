import type { Algorithm, PublicKeyInput } from './verification-key.ts';
import type { ClaimRules } from './check-claims.ts';
import type { KeySet } from './key-set.ts';

/** The tokens that are accepted: algorithms, keys and claims. */
export interface TokenRules extends ClaimRules {
  /** The allowed algorithms: either HS… with a secret, or others with public keys. */
  readonly algorithms: readonly Algorithm[];
  /**
   * The secret of HS…, at least as long as the hash.
   * @default –
   */
  readonly secret?: string | Uint8Array;
  /**
   * A public key: PEM, JWK or KeyObject.
   * @default –
   */
  readonly key?: PublicKeyInput;
  /**
   * Public keys that change at run time: the result of `keySet()`.
   * @default –
   */
  readonly keys?: KeySet;
  /**
   * The URL where an issuer publishes its keys. Requires `issuer` and `audience`, because the issuer signs for other hosts as
   * well.
   * @default –
   */
  readonly jwks?: string;
  /**
   * The required `typ` of the header, such as `at+jwt` (RFC 9068).
   * @default any type
   */
  readonly type?: string;
}
