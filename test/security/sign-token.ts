import { constants, createHmac, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const SECONDS = NOW / 1000;

/** The default claims of a token. */
export const CLAIMS = { sub: 'ada', roles: ['editor'], iss: 'harbour', aud: 'tides', exp: SECONDS + 600, iat: SECONDS };

export function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** Signs any header and claims, also invalid ones. */
export function signToken(
  header: Readonly<Record<string, unknown>> | string,
  claims: unknown,
  key: KeyObject | Uint8Array | string,
  algorithm = typeof header === 'string' ? 'HS256' : String(header['alg']),
): string {
  const input = `${part(header)}.${part(claims)}`;
  return `${input}.${getSignature(algorithm, Buffer.from(input), key).toString('base64url')}`;
}

function getSignature(algorithm: string, input: Buffer, key: KeyObject | Uint8Array | string): Buffer {
  const hash = `sha${algorithm.slice(2)}`;
  switch (algorithm.slice(0, 2)) {
    case 'HS':
      return createHmac(hash, key).update(input).digest();
    case 'RS':
      return sign(hash, input, key as KeyObject);
    case 'PS':
      return sign(hash, input, {
        key: key as KeyObject,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      });
    case 'ES':
      return sign(hash, input, { key: key as KeyObject, dsaEncoding: 'ieee-p1363' });
    default:
      return sign(undefined, input, key as KeyObject);
  }
}
