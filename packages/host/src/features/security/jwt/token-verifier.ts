import type * as Jose from 'jose';
import { PEERS } from '../../../peer-packages.ts';
import { toSeconds } from 'oriel-core/http';
import { isAlgorithm, publicKey, secretKey } from './verification-key.ts';
import type { Algorithm } from './verification-key.ts';
import { describeClaimError, findClaimIssue, getSkew, validUntil } from './check-claims.ts';
import { FixedKeySet } from './key-set.ts';
import type { FoundKeys, KeySet, KeyVersion } from './key-set.ts';
import { readHeader } from './parse-token.ts';
import type { Claims } from './parse-token.ts';
import { RemoteKeySet } from './remote-key-set.ts';
import type { TokenRules } from './token-rules.ts';
import { Message, message } from 'oriel-core/messages';

/** A verified token. It is valid until it expires or its keys are replaced. */
export interface VerifiedToken {
  readonly claims: Claims;
  /** The media type of the header (`typ`). */
  readonly type: string | undefined;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly version: KeyVersion;
}

/** Rules that applications do not set. */
export interface VerifierRules extends TokenRules {
  /** The maximum length of a token in characters. Default 8,192. */
  readonly longest?: number;
  /** Returns the time in milliseconds. Default `Date.now`. */
  readonly clock?: () => number;
  /** Accepts tokens without `exp`, and ignores `iat`. */
  readonly optionalTimes?: boolean;
}

/** Verifies tokens of an API or of a hub. */
export interface TokenVerifier {
  /** Returns true if a verified token is still valid, without verifying it again. */
  isStillValid(token: Pick<VerifiedToken, 'until' | 'version'>, now: number): boolean;
  /** Returns the verified token, or the reason why it is rejected. */
  verify(token: string): Promise<VerifiedToken | Message>;
}

/**
 * Creates a verifier. The signature and the registered claims are verified by `jose`.
 *
 * @param usedBy named in the error if `jose` is not installed
 * @throws {TypeError} if a key is not a public key
 * @throws {Error} if `jose` is not installed
 */
export function createTokenVerifier(rules: VerifierRules, usedBy: string): TokenVerifier {
  const { type, issuer, audience, maxAge, optionalTimes = false, longest = 8_192, clock = Date.now } = rules;
  const jose = PEERS.load<typeof Jose>('jose', usedBy);
  const allowed: ReadonlySet<Algorithm> = new Set(rules.algorithms);
  const keySet = createKeySet(rules, jose);

  async function verifyWith({ keys }: FoundKeys, token: string, alg: Algorithm): Promise<Claims | Message> {
    const { jwtVerify } = jose();
    const now = clock();
    const options: Jose.JWTVerifyOptions = {
      algorithms: [alg],
      clockTolerance: getSkew(rules),
      currentDate: new Date(now),
      requiredClaims: optionalTimes ? [] : ['exp'],
      ...(issuer === undefined ? {} : { issuer: [issuer].flat() }),
      ...(audience === undefined ? {} : { audience: [audience].flat() }),
      ...(maxAge === undefined ? {} : { maxTokenAge: toSeconds(maxAge) }),
    };
    for (const key of keys)
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (error) {
        const issue = describeClaimError(error, rules, now / 1000);
        if (issue !== undefined) return issue;
      }
    return message('token.wrong-signature');
  }

  return {
    isStillValid: ({ until, version }, now) => now < until && version.isCurrent && keySet.isFresh(now),
    async verify(token) {
      if (token.length > longest) return message('token.too-long', { count: longest });
      const header = readHeader(token);
      if (header instanceof Message) return message('token.malformed', { why: header });
      const { alg, kid, typ } = header;
      if (!isAlgorithm(alg)) return malformedAlgorithm(alg);
      // This comes before the search for keys: a header must neither choose the algorithm nor cause a fetch.
      if (!allowed.has(alg)) return message('token.algorithm-not-allowed', { algorithm: alg });
      if (type !== undefined && mediaType(typ) !== mediaType(type)) return message('token.wrong-type');
      const found = await keySet.find(kid, alg);
      if (found.keys.length === 0) return message('token.unknown-key');
      const claims = await verifyWith(found, token, alg);
      if (claims instanceof Message) return claims;
      const issue = findClaimIssue(token, claims, rules, clock() / 1000);
      if (issue !== undefined) return issue;
      return { claims, type: typ, until: validUntil(claims, rules) * 1000, version: found.version };
    },
  };
}

/** Creates the key set of rules. @throws {TypeError} if a key is not a public key */
function createKeySet({ secret, key, keys, jwks, clock }: VerifierRules, jose: () => typeof Jose): KeySet {
  if (keys !== undefined) return keys;
  if (jwks !== undefined) return new RemoteKeySet(jwks, jose, clock);
  return new FixedKeySet([secret === undefined ? publicKey(key!) : secretKey(secret)]);
}

// RFC 7515 §4.1.9: "application/" may be left out.
function mediaType(type: string | undefined): string | undefined {
  return type?.toLowerCase().replace(/^application\//, '');
}

function malformedAlgorithm(value: unknown): Message {
  const algorithm = typeof value === 'string' ? `"${value.slice(0, 20)}"` : `a ${typeof value}`;
  return message('token.malformed', { why: message('token.invalid-algorithm', { algorithm }) });
}
