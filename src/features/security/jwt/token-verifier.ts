import { isPromise } from '../../../core/http/promises.ts';
import type { Algorithm } from './algorithms.ts';
import { checkClaims } from './check-claims.ts';
import type { KeySet } from './key-set.ts';
import { parseToken, readClaims } from './parse-token.ts';
import type { Claims, ParsedToken } from './parse-token.ts';
import { keysOf } from './token-rules.ts';
import type { TokenRules } from './token-rules.ts';
import type { VerificationKey } from './verification-key.ts';
import { verifySignature } from './verify-signature.ts';

/** A token that is believed, as long as its time has not come and its key is there. */
export interface VerifiedToken {
  readonly claims: Claims;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly key: VerificationKey;
}

/** Verifies tokens by rules that hold for all of them. */
export class TokenVerifier {
  readonly #rules: TokenRules;
  readonly #allowed: ReadonlySet<Algorithm>;
  readonly #keys: KeySet;
  readonly #longest: number;
  readonly #clock: () => number;

  /** @throws {TypeError} when a key is none */
  constructor(rules: TokenRules, keys: KeySet = keysOf(rules)) {
    this.#rules = rules;
    this.#allowed = new Set(rules.algorithms);
    this.#keys = keys;
    this.#longest = rules.longest ?? 8_192;
    this.#clock = rules.clock ?? Date.now;
  }

  /** Would this token be believed again, without looking at it again? */
  stillHolds({ until, key }: Pick<VerifiedToken, 'until' | 'key'>, now: number): boolean {
    return now < until && key.live && this.#keys.isFresh(now);
  }

  /** @returns the token, or why it is not believed, in words; a promise when keys have to be fetched */
  verify(token: string): VerifiedToken | string | PromiseLike<VerifiedToken | string> {
    if (token.length > this.#longest) return `It is longer than ${this.#longest} characters`;
    const parsed = parseToken(token);
    if (typeof parsed === 'string') return `It is malformed: ${parsed}`;
    // Before any key is looked for: a header must not choose how it is verified, nor have anything fetched.
    if (!this.#allowed.has(parsed.algorithm)) return `It is signed with ${parsed.algorithm}, which is not allowed`;
    const { type } = this.#rules;
    if (type !== undefined && mediaType(parsed.type) !== mediaType(type)) return 'It is of another type';
    const keys = this.#keys.find(parsed.keyId, parsed.algorithm);
    return isPromise(keys) ? keys.then((late) => this.#judge(parsed, late)) : this.#judge(parsed, keys);
  }

  #judge(parsed: ParsedToken, keys: readonly VerificationKey[]): VerifiedToken | string {
    if (keys.length === 0) return 'It is signed with a key that is not known';
    const key = keys.find((each) => verifySignature(parsed, each));
    if (key === undefined) return 'Its signature does not match';
    const claims = readClaims(parsed);
    if (claims === undefined) return 'Its claims are no JSON object in base64url';
    const verdict = checkClaims(claims, this.#rules, this.#clock());
    return 'flaw' in verdict ? verdict.flaw : { claims, until: verdict.until, key };
  }
}

// RFC 7515 §4.1.9: "application/" may be left out.
function mediaType(type: string | undefined): string | undefined {
  return type?.toLowerCase().replace(/^application\//, '');
}
