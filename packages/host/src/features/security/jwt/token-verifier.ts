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

/** Verifies tokens of an API or of a hub. The signature and the registered claims are verified by `jose`. */
export class TokenVerifier {
  readonly #rules: VerifierRules;
  readonly #allowed: ReadonlySet<Algorithm>;
  readonly #keys: KeySet;
  readonly #maxLength: number;
  readonly #clock: () => number;
  readonly #jose: () => typeof Jose;

  /**
   * @param usedBy named in the error if `jose` is not installed
   * @throws {TypeError} if a key is not a public key
   * @throws {Error} if `jose` is not installed
   */
  constructor(rules: VerifierRules, usedBy: string) {
    this.#rules = rules;
    this.#jose = PEERS.load<typeof Jose>('jose', usedBy);
    this.#allowed = new Set(rules.algorithms);
    this.#keys = createKeySet(rules, this.#jose);
    this.#maxLength = rules.longest ?? 8_192;
    this.#clock = rules.clock ?? Date.now;
  }

  /** Returns true if a verified token is still valid, without verifying it again. */
  isStillValid({ until, version }: Pick<VerifiedToken, 'until' | 'version'>, now: number): boolean {
    return now < until && version.isCurrent && this.#keys.isFresh(now);
  }

  /** Returns the verified token, or the reason why it is rejected. */
  async verify(token: string): Promise<VerifiedToken | Message> {
    if (token.length > this.#maxLength) return message('token.too-long', { count: this.#maxLength });
    const header = readHeader(token);
    if (header instanceof Message) return message('token.malformed', { why: header });
    const { alg, kid, typ } = header;
    if (!isAlgorithm(alg)) return malformedAlgorithm(alg);
    // This comes before the search for keys: a header must neither choose the algorithm nor cause a fetch.
    if (!this.#allowed.has(alg)) return message('token.algorithm-not-allowed', { algorithm: alg });
    const { type } = this.#rules;
    if (type !== undefined && mediaType(typ) !== mediaType(type)) return message('token.wrong-type');
    const found = await this.#keys.find(kid, alg);
    if (found.keys.length === 0) return message('token.unknown-key');
    const claims = await this.#verifyWith(found, token, alg);
    if (claims instanceof Message) return claims;
    const issue = findClaimIssue(token, claims, this.#rules, this.#clock() / 1000);
    if (issue !== undefined) return issue;
    return { claims, type: typ, until: validUntil(claims, this.#rules) * 1000, version: found.version };
  }

  async #verifyWith({ keys }: FoundKeys, token: string, alg: Algorithm): Promise<Claims | Message> {
    const { jwtVerify } = this.#jose();
    const now = this.#clock();
    const { issuer, audience, maxAge, optionalTimes = false } = this.#rules;
    const options: Jose.JWTVerifyOptions = {
      algorithms: [alg],
      clockTolerance: getSkew(this.#rules),
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
        const issue = describeClaimError(error, this.#rules, now / 1000);
        if (issue !== undefined) return issue;
      }
    return message('token.wrong-signature');
  }
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
