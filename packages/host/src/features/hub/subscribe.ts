import { isPromise, HttpResponse, ServiceUnavailableError } from 'oriel-core/http';
import type { HttpContext } from 'oriel-core/http';
import { currentScope } from 'oriel-core/trace';
import { randomRetryMs, formatRetry } from './update.ts';
import { EventStream } from './event-stream.ts';
import { toHeaderText } from './hub-text.ts';
import { HubRequestError } from './hub-error.ts';
import { authenticate, tokenRequiredError } from './hub-authentication.ts';
import { listDialects } from './hub-options.ts';
import type { Hub } from './hub.ts';
import type { HubAccess } from './hub-tokens.ts';
import { readSubscribe, readSubscribeBody } from './subscribe-request.ts';
import { describeMatchers } from './describe-token-issue.ts';
import { Subscriber } from './subscription.ts';
import type { Subscription } from './subscription.ts';
import { message } from 'oriel-core/messages';

/**
 * Responds to a subscriber with an event stream.
 *
 * @throws {HubTokenError | HubRequestError | ServiceUnavailableError} if the subscription is refused
 */
export function subscribe(hub: Hub, context: HttpContext): HttpResponse | Promise<HttpResponse> {
  const access = authenticate(hub, context, 'subscribe');
  if (isPromise(access) || context.method === 'QUERY' || hub.ready) return subscribeAsync(hub, context, access);
  return open(hub, context, access, '');
}

async function subscribeAsync(
  hub: Hub,
  context: HttpContext,
  access: HubAccess | undefined | Promise<HubAccess>,
): Promise<HttpResponse> {
  const resolved = await access;
  await untilReady(hub);
  return open(hub, context, resolved, context.method === 'QUERY' ? await readSubscribeBody(hub, context) : '');
}

function open(hub: Hub, context: HttpContext, access: HubAccess | undefined, body: string): HttpResponse {
  if (access === undefined && !hub.config.anonymous) throw tokenRequiredError(hub, context);
  const { subscriptions, lastEventId } = readSubscribe(hub, context, body);
  assertCapacity(hub, context);
  const headers = [...STREAM_HEADERS];
  let from: number | 'oldest' = 0;
  if (lastEventId !== undefined) {
    const after = lastEventId === 'earliest' ? undefined : hub.history.after(lastEventId);
    from = after ?? 'oldest';
    const before = toHeaderText(after === undefined ? 'earliest' : lastEventId);
    const dialects = listDialects(hub.config);
    if (dialects.includes('current')) headers.push('Mercure-Last-Event-ID', before);
    if (dialects.includes('earlier')) headers.push('Last-Event-ID', before);
  }
  traceStart(subscriptions, lastEventId, from);
  const stream = new EventStream(hub, new Subscriber(subscriptions, access), {
    from,
    greeting: formatRetry(randomRetryMs()),
    deadline: getDeadline(access),
    address: context.ip,
  });
  return new HttpResponse(200, headers, stream);
}

function traceStart(
  subscriptions: readonly Subscription[],
  lastEventId: string | undefined,
  from: number | 'oldest',
): void {
  const { trace } = currentScope();
  if (!trace.recording) return;
  const start = describeStart(lastEventId, from !== 'oldest');
  trace.decide('hub stream', describeMatchers(subscriptions.map(({ matcher }) => matcher)), start);
}

function describeStart(lastEventId: string | undefined, isInHistory: boolean): string {
  if (lastEventId === undefined) return 'it starts with the next update';
  if (isInHistory) return `it starts after ${lastEventId}, which is in the history`;
  const all = 'it starts with the oldest update in the history';
  return lastEventId === 'earliest' ? all : `${all}: ${lastEventId} is not in it, so updates may be lost`;
}

// Missed updates are known only after the transport has delivered the history.
async function untilReady({ ready }: Hub): Promise<void> {
  if (ready === undefined) return;
  const timeout = new Promise<'timeout'>((resolve) => setTimeout(resolve, MAX_WAIT_MS, 'timeout').unref());
  if ((await Promise.race([ready, timeout])) !== 'timeout') return;
  throw new ServiceUnavailableError('The hub has not loaded its history yet', { headers: { 'Retry-After': '2' } });
}

const MAX_WAIT_MS = 5000;

const STREAM_HEADERS = [
  'Content-Type',
  'text/event-stream',
  // Proxies must neither cache nor buffer the stream.
  'Cache-Control',
  'private, no-cache, no-store, must-revalidate, max-age=0',
  'X-Accel-Buffering',
  'no',
];

function assertCapacity(hub: Hub, { ip }: HttpContext): void {
  if (hub.isDraining)
    throw new ServiceUnavailableError('The hub is about to stop', { headers: { 'Retry-After': '2' } });
  if (hub.streams.size >= hub.limits.subscribers)
    throw new HubRequestError(429, message('subscription.too-many-subscribers'), { 'Retry-After': '5' });
  if (hub.streamLimiter.allows(ip)) return;
  const { perAddress } = hub.limits;
  const { trace } = currentScope();
  if (trace.recording)
    trace.decide('hub stream', 'refused', `${ip} has the maximum of ${perAddress} streams (hub.limits.perAddress); a proxy must be listed in "proxies"`); // prettier-ignore
  const detail = message('subscription.too-many-streams', { count: perAddress });
  throw new HubRequestError(429, detail, { 'Retry-After': '5' });
}

// 50 ms early, so that no update is sent after the token has expired.
function getDeadline(access: HubAccess | undefined): number {
  return access?.expires === undefined ? Infinity : access.expires * 1000 - 50;
}
