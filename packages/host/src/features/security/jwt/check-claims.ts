import type * as Jose from 'jose';
import { toSeconds } from 'oriel-core/http';
import type { Duration } from 'oriel-core/http';
import { readClaims } from './parse-token.ts';
import type { Claims } from './parse-token.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** The claims that a token must have. */
export interface ClaimRules {
  /**
   * The allowed values of `iss`.
   * @default any
   */
  readonly issuer?: string | readonly string[];
  /**
   * `aud` must contain one of these values.
   * @default any
   */
  readonly audience?: string | readonly string[];
  /**
   * The maximum difference between the clocks of the issuer and of this host.
   * @default '30 s'
   */
  readonly clockSkew?: Duration;
  /**
   * The maximum age of a token, counted from `iat`.
   * @default no limit
   */
  readonly maxAge?: Duration;
}

/**
 * Describes an error of `jose` that is about the claims of a token with a valid signature.
 *
 * @param now seconds since the epoch
 * @returns undefined for all other errors: then another key may verify the token
 */
export function describeClaimError(error: unknown, rules: ClaimRules, now: number): Message | undefined {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ERR_JWT_INVALID') return message('token.invalid-claims');
  if (code === 'ERR_JWT_EXPIRED') return expiredMessage((error as Jose.errors.JWTExpired).payload, rules, now);
  if (code !== 'ERR_JWT_CLAIM_VALIDATION_FAILED') return undefined;
  const { claim, reason } = error as Jose.errors.JWTClaimValidationFailed;
  if (claim === 'iss') return message('token.wrong-issuer');
  if (claim === 'aud') return message('token.wrong-audience');
  if (reason === 'missing') return message('token.claim-missing', { claim });
  if (reason === 'invalid') return message('token.invalid-time', { claim });
  return claim === 'nbf' ? message('token.not-valid-yet') : message('token.issued-in-future');
}

/**
 * Finds an issue that `jose` accepts: duplicate members, values that are not dates, `iat` in the
 * future, and audiences that are not strings.
 *
 * @param now seconds since the epoch
 */
export function findClaimIssue(
  token: string,
  claims: Claims,
  rules: ClaimRules & { readonly optionalTimes?: boolean },
  now: number,
): Message | undefined {
  if (readClaims(token) === undefined) return message('token.invalid-claims');
  const { exp, nbf, iat, aud } = claims;
  for (const [name, time] of Object.entries(rules.optionalTimes === true ? { exp, nbf } : { exp, nbf, iat }))
    if (time !== undefined && !isTime(time)) return message('token.invalid-time', { claim: name });
  if (rules.optionalTimes !== true && iat !== undefined && now < (iat as number) - getSkew(rules))
    return message('token.issued-in-future');
  if (rules.audience !== undefined && ![aud].flat().every((element) => typeof element === 'string'))
    return message('token.wrong-audience');
  return undefined;
}

/** Returns the time at which a token expires, in seconds since the epoch; `Infinity` if it does not expire. */
export function validUntil({ exp, iat }: Claims, rules: ClaimRules): number {
  const maxAge = rules.maxAge === undefined ? Infinity : toSeconds(rules.maxAge);
  const expiry = typeof exp === 'number' ? exp : Infinity;
  return Math.min(expiry, typeof iat === 'number' ? iat + maxAge : Infinity) + getSkew(rules);
}

/** Returns the accepted difference between clocks in seconds. */
export function getSkew({ clockSkew = 30_000 }: ClaimRules): number {
  return toSeconds(clockSkew);
}

// The largest unit that fits.
function expiredMessage(claims: Claims, rules: ClaimRules, now: number): Message {
  const seconds = now - validUntil(claims, rules) + getSkew(rules);
  if (seconds >= 86_400) return expired(seconds / 86_400, 'day');
  if (seconds >= 3_600) return expired(seconds / 3_600, 'hour');
  return seconds >= 60 ? expired(seconds / 60, 'minute') : expired(seconds, 'second');
}

function expired(ago: number, unit: 'day' | 'hour' | 'minute' | 'second'): Message {
  const count = Math.max(1, Math.floor(ago));
  return message(count === 1 ? (`token.expired-${unit}` as const) : (`token.expired-${unit}s` as const), { count });
}

// NumericDate (RFC 7519 §2) within the range of Date.
function isTime(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS;
}

const MAX_SECONDS = 8_640_000_000_000;
