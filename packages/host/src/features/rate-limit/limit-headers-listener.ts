import type { Subscriber } from '../../events/subscriber.ts';
import type { ResponseEvent } from '../../kernel/events.ts';
import { getCounted } from './counted.ts';
import type { Counted } from './limiter.ts';
import { getSeconds } from './limiter.ts';

/** Adds the remaining requests to every response whose request was counted. */
export class LimitHeadersListener implements Subscriber {
  readonly name = 'LimitHeadersListener';
  readonly on = { 'kernel.response': (event: ResponseEvent) => this.onResponse(event) };

  onResponse({ context, response }: ResponseEvent): void {
    // Clients that guess passwords must not learn how many attempts remain.
    const counted = getCounted(context)?.filter(({ by }) => by !== 'login');
    if (counted === undefined || counted.length === 0) return;
    response.headers.set('RateLimit-Policy', policyField(counted));
    const left = limitField(counted);
    if (left !== '') response.headers.set('RateLimit', left);
  }
}

/** Formats the limits as `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): `"login";q=5;w=60`. */
function policyField(counted: readonly Counted[]): string {
  return counted.map(({ rule: { name, limit, per } }) => `${quoted(name)};q=${limit};w=${per / 1000}`).join(', ');
}

/**
 * Formats the remaining requests as `RateLimit`: `"login";r=4;t=60`. Returns an empty string if no request was counted.
 */
function limitField(counted: readonly Counted[]): string {
  return counted
    .flatMap(({ rule: { name }, taken }) =>
      taken ? [`${quoted(name)};r=${taken.remaining};t=${getSeconds(taken.reset)}`] : [],
    )
    .join(', ');
}

// A string of structured fields (RFC 9651 §3.3.3). The limit of a route has the name of the route, which may have any
// characters.
function quoted(name: string): string {
  return `"${name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
