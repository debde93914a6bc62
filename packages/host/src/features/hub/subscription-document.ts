import { HUB_PATH } from './hub-config.ts';
import type { Dialect } from './hub-config.ts';
import type { Subscriber, Subscription } from './subscription.ts';
import { HUB_EVENT_TYPE, createId } from './update.ts';
import type { Update } from './update.ts';

/** The path of the subscription API. */
export const SUBSCRIPTIONS_PATH = `${HUB_PATH}/subscriptions`;

/** Returns the topic of a subscription, which is also its path. */
export function subscriptionTopic(subscription: Subscription, subscriber: Subscriber): string {
  return `${matcherPath(subscription)}/${encodeURIComponent(subscriber.id)}`;
}

/** Returns the path of all subscriptions with the same matcher. */
export function matcherPath({ matcher, dialect }: Subscription): string {
  const match = encodeURIComponent(matcher.pattern);
  return dialect === 'earlier' ? `${SUBSCRIPTIONS_PATH}/${match}` : `${SUBSCRIPTIONS_PATH}/${matcher.type}/${match}`;
}

/** Returns the document of a subscription in its dialect. */
export function subscriptionDocument(
  subscription: Subscription,
  subscriber: Subscriber,
  active: boolean,
): Record<string, unknown> {
  const { matcher, dialect } = subscription;
  const id = subscriptionTopic(subscription, subscriber);
  const payload = getPayload(subscription, subscriber);
  const rest = { subscriber: subscriber.id, active, ...(payload === undefined ? {} : { payload }) };
  if (dialect === 'earlier') return { '@context': CONTEXT, id, type: 'Subscription', topic: matcher.pattern, ...rest };
  return { id, type: 'subscription', match_type: matcher.type, match: matcher.pattern, ...rest };
}

/** Yields the private updates that announce the start or the end of the subscriptions of a subscriber. */
export function* subscriptionUpdates(subscriber: Subscriber, active: boolean): Generator<Update> {
  for (const subscription of subscriber.subscriptions) {
    yield {
      id: createId(),
      topics: [subscriptionTopic(subscription, subscriber)],
      data: JSON.stringify(subscriptionDocument(subscription, subscriber, active)),
      private: true,
      type: getType(subscription.dialect),
      retry: undefined,
    };
  }
}

/** The JSON-LD context of the earlier dialect. */
export const CONTEXT = 'https://mercure.rocks/';

function getType(dialect: Dialect): string | undefined {
  return dialect === 'current' ? HUB_EVENT_TYPE : undefined;
}

// The payload of the first grant that matches the pattern as a topic. The earlier dialect has one payload for all.
function getPayload({ matcher }: Subscription, { access }: Subscriber): unknown {
  return access?.subscribe.find(
    ({ matchers }) => access.dialect === 'earlier' || matchers.some((candidate) => candidate.matches(matcher.pattern)),
  )?.payload;
}
