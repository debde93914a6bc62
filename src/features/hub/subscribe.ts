import { HttpResponse } from '../../core/http/response.ts';
import { ServiceUnavailableError } from '../../core/http/errors.ts';
import type { HttpContext } from '../../core/http/context.ts';
import { currentScope } from '../../core/trace/current.ts';
import { randomRetryMs, formatRetry } from './event-format.ts';
import { EventStream } from './event-stream.ts';
import { toHeaderText } from './hub-text.ts';
import { HubRequestError } from './hub-error.ts';
import { authenticate, tokenRequiredError } from './hub-authentication.ts';
import { dialectsOf } from './hub-options.ts';
import type { Hub } from './hub.ts';
import type { HubAccess } from './hub-token.ts';
import { readSubscribe, readSubscribeBody } from './subscribe-request.ts';
import { describeMatchers } from './describe-matchers.ts';
import { Subscriber } from './subscription.ts';
import type { Subscription } from './subscription.ts';

/**
 * Answers a subscriber with a stream of what it wants and may have.
 * @throws {HubTokenError | HubRequestError | ServiceUnavailableError} instead of a stream
 */
export function subscribe(hub: Hub, context: HttpContext): HttpResponse | Promise<HttpResponse> {
  const access = authenticate(hub, context, 'subscribe');
  if (access instanceof Promise || context.method === 'QUERY' || hub.ready) return subscribeLater(hub, context, access);
  return open(hub, context, access, '');
}

async function subscribeLater(
  hub: Hub,
  context: HttpContext,
  access: HubAccess | undefined | Promise<HubAccess>,
): Promise<HttpResponse> {
  const known = await access;
  await untilReady(hub);
  return open(hub, context, known, context.method === 'QUERY' ? await readSubscribeBody(hub, context) : '');
}

function open(hub: Hub, context: HttpContext, access: HubAccess | undefined, body: string): HttpResponse {
  if (access === undefined && !hub.config.anonymous) throw tokenRequiredError(hub, context);
  const { subscriptions, lastEventId } = readSubscribe(hub, context, body);
  assertRoom(hub, context);
  const headers = [...STREAM_HEADERS];
  let from: number | 'oldest' = 0;
  if (lastEventId !== undefined) {
    const after = lastEventId === 'earliest' ? undefined : hub.history.after(lastEventId);
    from = after ?? 'oldest';
    const before = toHeaderText(after === undefined ? 'earliest' : lastEventId);
    const dialects = dialectsOf(hub.config);
    if (dialects.includes('current')) headers.push('Mercure-Last-Event-ID', before);
    if (dialects.includes('earlier')) headers.push('Last-Event-ID', before);
  }
  tell(subscriptions, lastEventId, from);
  const stream = new EventStream(hub, new Subscriber(subscriptions, access), {
    from,
    greeting: formatRetry(randomRetryMs()),
    deadline: deadlineOf(hub, access),
    address: context.ip,
  });
  return new HttpResponse(200, headers, stream);
}

// What is asked for, and where it begins: for the profiler.
function tell(subscriptions: readonly Subscription[], asked: string | undefined, from: number | 'oldest'): void {
  const { trace } = currentScope();
  if (!trace.recording) return;
  const begins = beginning(asked, from !== 'oldest');
  trace.decide('hub stream', describeMatchers(subscriptions.map(({ matcher }) => matcher)), begins);
}

function beginning(asked: string | undefined, isKept: boolean): string {
  if (asked === undefined) return 'it begins with what comes from now on';
  if (isKept) return `it begins after ${asked}, which is kept`;
  const all = 'it begins with all that is kept';
  return asked === 'earliest' ? all : `${all}: ${asked} is not, so something may be lost`;
}

// Before it knows what is kept, nobody can be told what they have missed.
async function untilReady({ ready }: Hub): Promise<void> {
  if (ready === undefined) return;
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, MOST_TO_WAIT, 'late').unref());
  if ((await Promise.race([ready, late])) !== 'late') return;
  throw new ServiceUnavailableError('The hub does not know yet what is kept', { headers: { 'Retry-After': '2' } });
}

const MOST_TO_WAIT = 5000;

const STREAM_HEADERS = [
  ...['Content-Type', 'text/event-stream'],
  // Whoever stands between must neither keep it nor hold it back.
  ...['Cache-Control', 'private, no-cache, no-store, must-revalidate, max-age=0', 'X-Accel-Buffering', 'no'],
];

function assertRoom(hub: Hub, { ip }: HttpContext): void {
  if (hub.isDraining)
    throw new ServiceUnavailableError('The hub is about to stop', { headers: { 'Retry-After': '2' } });
  if (hub.streams.size >= hub.limits.subscribers)
    throw new HubRequestError(429, 'There are too many subscribers', { 'Retry-After': '5' });
  if (hub.streamLimiter.allows(ip)) return;
  const { perAddress } = hub.limits;
  const { trace } = currentScope();
  if (trace.recording)
    trace.decide('hub stream', 'refused', `${ip} has ${perAddress}, which is the most (hub.limits.perAddress); a proxy is to be listed in "proxies"`); // prettier-ignore
  const most = `Your address has ${perAddress} streams open, and may have no more; close some, or share one`;
  throw new HubRequestError(429, most, { 'Retry-After': '5' });
}

// A little early, so that nothing is told to anybody whose token has just expired.
function deadlineOf({ limits }: Hub, access: HubAccess | undefined): number {
  const expires = access?.expires === undefined ? Infinity : access.expires * 1000 - 50;
  return limits.lifetime > 0 ? Math.min(expires, Date.now() + limits.lifetime * 1000) : expires;
}
