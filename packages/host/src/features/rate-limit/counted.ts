import type { HttpContext } from 'oriel-core/http';
import type { Trace } from 'oriel-core/trace';
import { getSeconds } from './limiter.ts';
import type { Counted } from './limiter.ts';
import type { LimitRule } from './rate-limit.ts';
import type { Subscriber } from '../../events/subscriber.ts';
import type { ResponseEvent } from '../../kernel/events.ts';

/** The result of one limit for a request, for headers and the profiler. */
interface CountedFor extends Counted {
  readonly by: 'address' | 'user' | 'login';
  /** The counted client: `user ada`, `address 203.0.113.9`. */
  readonly key: string;
}

/** Returns the results of a request so far. */
export function getCounted(context: HttpContext): readonly CountedFor[] | undefined {
  if (context.attributeCount === 0) return undefined;
  return context.attributes.get(COUNTED) as CountedFor[] | undefined;
}

/** Stores a result for the headers of the response, and records it for the profiler. */
export function remember(context: HttpContext, counted: CountedFor): void {
  const known = context.attributes.get(COUNTED) as CountedFor[] | undefined;
  if (known) known.push(counted);
  else context.attributes.set(COUNTED, [counted]);
  const trace = context.trace as Trace;
  if (trace.recording) trace.decide(`limit ${counted.rule.name}`, getOutcome(counted), describeReason(counted));
}

/** Removes the results of a request, except those by address of some limits. @returns the remaining results */
export function keepCounted(context: HttpContext, rules: readonly LimitRule[]): readonly CountedFor[] {
  const counted = getCounted(context);
  if (counted === undefined) return [];
  const names = rules.map(({ name }) => name);
  const remaining = counted.filter(({ by, rule }) => by === 'address' && names.includes(rule.name));
  context.attributes.set(COUNTED, remaining);
  return remaining;
}

/** Returns the outcome in a word or two. */
export function getOutcome({ taken }: Counted): string {
  if (taken === undefined) return 'not counted';
  return taken.allowed ? 'allowed' : 'exceeded';
}

/** Returns the reason as a sentence. */
export function describeReason({ rule, taken, by, key }: CountedFor): string {
  const { limit, per } = rule;
  const most = `${limit} in ${per / 1000} s`;
  const anonymous = by === 'user' && !key.startsWith('user ') ? ', because the request is anonymous' : '';
  if (taken === undefined) return `the store failed or timed out; the limit for ${key} is ${most}${anonymous}`;
  const remaining = taken.allowed
    ? `${taken.remaining} of ${limit} are left`
    : `none of ${limit} is left for ${getSeconds(taken.reset)} s`;
  return `${remaining} for ${key}${anonymous}; ${most}`;
}

const COUNTED = 'rate limits';

/** Adds the remaining requests to every response whose request was counted. */
export const limitHeadersListener: Subscriber = {
  name: 'LimitHeadersListener',
  on: {
    'kernel.response'({ context, response }: ResponseEvent) {
      // Clients that guess passwords must not learn how many attempts remain.
      const counted = getCounted(context)?.filter(({ by }) => by !== 'login');
      if (counted === undefined || counted.length === 0) return;
      response.headers.set('RateLimit-Policy', policyField(counted));
      const field = limitField(counted);
      if (field !== '') response.headers.set('RateLimit', field);
    },
  },
};

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
