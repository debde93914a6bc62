import type { Claims } from './parse-token.ts';

/** What a token must say to be believed. Times in seconds. */
export interface ClaimRules {
  /** Who may have issued it: `iss`. */
  readonly issuer?: string | readonly string[];
  /** For whom it must be: one of `aud`. */
  readonly audience?: string | readonly string[];
  /** How far clocks may differ. Default 30. */
  readonly clockSkew?: number;
  /** How long ago it may have been issued at most. */
  readonly maxAge?: number;
  /** Further claims that must be there. */
  readonly requiredClaims?: readonly string[];
}

/** Until when a token holds, in milliseconds; or why it does not. */
export type ClaimVerdict = { readonly until: number } | { readonly flaw: string };

/** Looks at the claims of RFC 7519 §4.1, each of which must be of its type. A token that never expires is refused. */
export function checkClaims(claims: Claims, rules: ClaimRules, milliseconds: number): ClaimVerdict {
  const { issuer, audience, clockSkew = 30, maxAge, requiredClaims = [] } = rules;
  const now = milliseconds / 1000;
  for (const name of ['exp', ...(maxAge === undefined ? [] : ['iat']), ...requiredClaims])
    if (claims[name] === undefined || claims[name] === null) return { flaw: `It has no ${name}` };
  const { exp, nbf, iat, iss, aud } = claims;
  for (const [name, time] of Object.entries({ exp, nbf, iat }))
    if (time !== undefined && !isTime(time)) return { flaw: `Its ${name} is no time` };
  const until = Math.min(exp as number, maxAge === undefined ? Infinity : (iat as number) + maxAge) + clockSkew;
  if (now >= until) return { flaw: `It expired ${agoText(now - until + clockSkew)} ago` };
  if (nbf !== undefined && now < (nbf as number) - clockSkew) return { flaw: 'It is not valid yet' };
  if (iat !== undefined && now < (iat as number) - clockSkew) return { flaw: 'It was issued in the future' };
  if (issuer !== undefined && !(typeof iss === 'string' && listOf(issuer).includes(iss)))
    return { flaw: 'It is from another issuer' };
  if (audience !== undefined && !audienceOf(aud).some((each) => listOf(audience).includes(each)))
    return { flaw: 'It is for another audience' };
  return { until: until * 1000 };
}

/** A duration as people say it: "3 minutes". */
export function agoText(seconds: number): string {
  if (seconds >= 86_400) return counted(seconds / 86_400, 'day');
  if (seconds >= 3_600) return counted(seconds / 3_600, 'hour');
  return seconds >= 60 ? counted(seconds / 60, 'minute') : counted(seconds, 'second');
}

function counted(some: number, unit: string): string {
  const count = Math.max(1, Math.floor(some));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

// NumericDate (RFC 7519 §2), as far as there are dates.
function isTime(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= LAST_SECOND;
}

function audienceOf(aud: unknown): readonly string[] {
  if (typeof aud === 'string') return [aud];
  return Array.isArray(aud) && aud.every((each) => typeof each === 'string') ? aud : [];
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

const LAST_SECOND = 8_640_000_000_000;
