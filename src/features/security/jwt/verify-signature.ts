import { constants, createHmac, timingSafeEqual, verify } from 'node:crypto';
import { ALGORITHMS } from './algorithms.ts';
import type { ParsedToken } from './parse-token.ts';
import type { VerificationKey } from './verification-key.ts';

/** Did this key sign the token? The key must fit the algorithm; whoever found it has seen to that. */
export function verifySignature({ algorithm, signed, signature }: ParsedToken, { key }: VerificationKey): boolean {
  const { family, hash, bytes } = ALGORITHMS[algorithm];
  if (family === 'hmac') {
    const expected = createHmac(hash, key).update(signed).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
  if (family === 'eddsa') return verify(undefined, signed, key, signature);
  if (family === 'ecdsa') {
    if (signature.length !== bytes) return false;
    return verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
  }
  if (family === 'rsa') return verify(hash, signed, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
  return verify(hash, signed, { key, padding, saltLength }, signature);
}
