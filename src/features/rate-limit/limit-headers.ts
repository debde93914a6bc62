import type { Counted } from './limiter.ts';
import { secondsOf } from './limiter.ts';

/** The policy of each limit as `RateLimit-Policy` writes it (draft-ietf-httpapi-ratelimit-headers): `"login";q=5;w=60`. */
export function policyField(counted: readonly Counted[]): string {
  return counted.map(({ rule: { name, limit, per } }) => `${quoted(name)};q=${limit};w=${per / 1000}`).join(', ');
}

/** What is left under each limit as `RateLimit` writes it: `"login";r=4;t=60`. Empty when nobody could count. */
export function limitField(counted: readonly Counted[]): string {
  return counted
    .flatMap(({ rule: { name }, taken }) =>
      taken ? [`${quoted(name)};r=${taken.remaining};t=${secondsOf(taken.reset)}`] : [],
    )
    .join(', ');
}

// A string of structured fields (RFC 9651 §3.3.3): a limit of a route's own is called what the route is, whatever that is.
function quoted(name: string): string {
  return `"${name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
