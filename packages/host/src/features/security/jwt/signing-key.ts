import { KeyObject, createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import type { TokenRules } from './token-rules.ts';
import type { Algorithm } from './verification-key.ts';
import { FixedKeySet } from './key-set.ts';
import { validateTokenRules } from './validate-token-rules.ts';
import { VerificationKey } from './verification-key.ts';

/** A private key: PEM, JWK or `KeyObject`. */
export type PrivateKeyInput = string | KeyObject | (JsonWebKey & { readonly kid?: string });

/** The key that signs, and the rules for the key that verifies. */
export interface SigningKey {
  readonly key: KeyObject;
  /** The name of the key: `kid`. */
  readonly id: string | undefined;
  readonly rules: Pick<TokenRules, 'secret' | 'keys'>;
}

/**
 * Creates the key of a token issuer.
 *
 * @throws {TypeError} if the key is missing, too short, not private, or not one of the algorithm; the message contains no key
 */
export function signingKey(input: {
  readonly algorithm: Algorithm;
  readonly secret?: string | Uint8Array;
  readonly key?: PrivateKeyInput;
}): SigningKey {
  const { algorithm, secret, key } = input;
  if (secret !== undefined && key !== undefined)
    throw new TypeError('tokenIssuer() has a secret and a key; set secret for HS… algorithms, and key for all others');
  if (secret === undefined && key === undefined)
    throw new TypeError('tokenIssuer() has no key; set secret for HS… algorithms, and key for all others');
  if (secret !== undefined) {
    reportIssues({ algorithms: [algorithm], secret });
    return { key: createSecretKey(Buffer.from(secret as string)), id: undefined, rules: { secret } };
  }
  const privateKey = readPrivateKey(key!);
  const { kid, alg } = (key instanceof KeyObject || typeof key === 'string' ? {} : key!) as Record<string, unknown>;
  if (alg !== undefined && alg !== algorithm)
    throw new TypeError(`The alg of the key is ${JSON.stringify(alg)}, and tokenIssuer() has "${algorithm}"`);
  const id = typeof kid === 'string' ? kid : undefined;
  const rules = { keys: new FixedKeySet([new VerificationKey(createPublicKey(privateKey), id, algorithm)]) };
  reportIssues({ algorithms: [algorithm], ...rules });
  return { key: privateKey, id, rules };
}

function readPrivateKey(input: PrivateKeyInput): KeyObject {
  const fix = 'set a private key: a PEM, a JWK with "d" or a KeyObject';
  if (input instanceof KeyObject) {
    if (input.type === 'private') return input;
    throw new TypeError(`The key of tokenIssuer() is a ${input.type} key; ${fix}`);
  }
  try {
    return typeof input === 'string' ? createPrivateKey(input) : createPrivateKey({ key: input, format: 'jwk' });
  } catch {
    // The error of Node.js is not the cause, because it may describe the key.
    throw new TypeError(`The key of tokenIssuer() is not a private key; ${fix}`);
  }
}

// The rules of bearer() apply, so that a token which is signed is also accepted.
function reportIssues(rules: TokenRules): void {
  const [issue] = validateTokenRules(rules);
  if (issue !== undefined) throw new TypeError(`tokenIssuer(): ${issue.reason}. ${issue.fix}`);
}
