import type * as Jose from 'jose';
import { readClaims } from './parse-token.ts';
import type { Claims } from './parse-token.ts';

/** The claims that a token must have. Times are seconds. */
export interface ClaimRules {
  /** The allowed values of `iss`. */
  readonly issuer?: string | readonly string[];
  /** `aud` must contain one of these values. */
  readonly audience?: string | readonly string[];
  /** The maximum difference between the clocks of the issuer and of this host in seconds. Default 30. */
  readonly clockSkew?: number;
  /** The maximum age of a token in seconds, counted from `iat`. */
  readonly maxAge?: number;
  /** Further claims that must be present. */
  readonly requiredClaims?: readonly string[];
}

/**
 * Describes an error of `jose` that is about the claims of a token with a valid signature.
 *
 * @param now seconds since the epoch
 * @returns undefined for all other errors: then another key may verify the token
 */
export function describeClaimError(error: unknown, rules: ClaimRules, now: number): string | undefined {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ERR_JWT_INVALID') return 'Its claims are not a JSON object without duplicate members';
  if (code === 'ERR_JWT_EXPIRED') return expiredText((error as Jose.errors.JWTExpired).payload, rules, now);
  if (code !== 'ERR_JWT_CLAIM_VALIDATION_FAILED') return undefined;
  const { claim, reason } = error as Jose.errors.JWTClaimValidationFailed;
  if (claim === 'iss') return 'It is from another issuer';
  if (claim === 'aud') return 'It is for another audience';
  if (reason === 'missing') return `It has no ${claim}`;
  if (reason === 'invalid') return `Its ${claim} is not a valid time`;
  return claim === 'nbf' ? 'It is not valid yet' : 'It was issued in the future';
}

/**
 * Finds an issue that `jose` accepts: duplicate members, values that are not dates, `null` as a required claim, `iat` in the
 * future, and audiences that are not strings.
 *
 * @param now seconds since the epoch
 */
export function findClaimIssue(
  token: string,
  claims: Claims,
  rules: ClaimRules & { readonly optionalTimes?: boolean },
  now: number,
): string | undefined {
  if (readClaims(token) === undefined) return 'Its claims are not a JSON object without duplicate members';
  const { exp, nbf, iat, aud } = claims;
  for (const name of rules.requiredClaims ?? []) if (claims[name] === null) return `It has no ${name}`;
  for (const [name, time] of Object.entries(rules.optionalTimes === true ? { exp, nbf } : { exp, nbf, iat }))
    if (time !== undefined && !isTime(time)) return `Its ${name} is not a valid time`;
  if (rules.optionalTimes !== true && iat !== undefined && now < (iat as number) - skewOf(rules))
    return 'It was issued in the future';
  if (rules.audience !== undefined && ![aud].flat().every((each) => typeof each === 'string'))
    return 'It is for another audience';
  return undefined;
}

/** Returns the time at which a token expires, in seconds since the epoch; `Infinity` if it does not expire. */
export function validUntil({ exp, iat }: Claims, rules: ClaimRules): number {
  const { maxAge = Infinity } = rules;
  const expiry = typeof exp === 'number' ? exp : Infinity;
  return Math.min(expiry, typeof iat === 'number' ? iat + maxAge : Infinity) + skewOf(rules);
}

function skewOf({ clockSkew = 30 }: ClaimRules): number {
  return clockSkew;
}

function expiredText(claims: Claims, rules: ClaimRules, now: number): string {
  return `It expired ${durationText(now - validUntil(claims, rules) + skewOf(rules))} ago`;
}

/** Formats seconds in the largest unit that fits, such as "3 minutes". */
export function durationText(seconds: number): string {
  if (seconds >= 86_400) return count(seconds / 86_400, 'day');
  if (seconds >= 3_600) return count(seconds / 3_600, 'hour');
  return seconds >= 60 ? count(seconds / 60, 'minute') : count(seconds, 'second');
}

function count(value: number, unit: string): string {
  const rounded = Math.max(1, Math.floor(value));
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}

// NumericDate (RFC 7519 §2) within the range of Date.
function isTime(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS;
}

const MAX_SECONDS = 8_640_000_000_000;
