import { randomUUID } from 'node:crypto';
import type { Dialect } from './hub-config.ts';
import type { HubAccess } from './hub-tokens.ts';
import type { TopicMatcher } from './topic-matcher.ts';
import type { Update } from './update.ts';
import { HUB_PATH } from './hub-config.ts';
import { HUB_EVENT_TYPE, createId } from './update.ts';
import { isObject } from 'oriel-core/http';

/** A matcher of a subscriber, with the dialect of its request parameter. */
export interface Subscription {
  readonly matcher: TopicMatcher;
  readonly dialect: Dialect;
}

/** A connected client: its subscriptions and what its token allows. */
export class Subscriber {
  /** A random id. A client that could choose it could impersonate another subscriber. */
  readonly id = `urn:uuid:${randomUUID()}`;
  readonly subscriptions: readonly Subscription[];
  readonly access: HubAccess | undefined;

  constructor(subscriptions: readonly Subscription[], access: HubAccess | undefined) {
    this.subscriptions = subscriptions;
    this.access = access;
  }

  /** Returns true if a subscription matches the update, whether or not the subscriber may read it. */
  wants({ topics }: Update, sequence: number): boolean {
    return this.subscriptions.some(({ matcher }) => matcher.matchesAny(topics, sequence));
  }

  /** Returns true if the subscriber may read the update. A private update requires a grant for at least one of its topics. */
  mayRead(update: Update, sequence: number): boolean {
    if (!update.private) return true;
    return (
      this.access?.subscribe.some(({ matchers }) =>
        matchers.some((matcher) => matcher.matchesAny(update.topics, sequence)),
      ) ?? false
    );
  }
}

/** Returns true if the token allows reading the topic. */
export function mayReadTopic(access: HubAccess | undefined, topic: string): boolean {
  return access?.subscribe.some(({ matchers }) => matchers.some((matcher) => matcher.matches(topic))) ?? false;
}

export const SUBSCRIPTIONS_PATH = `${HUB_PATH}/subscriptions`;

function subscriptionTopic(subscription: Subscription, subscriber: Subscriber): string {
  return `${matcherPath(subscription)}/${encodeURIComponent(subscriber.id)}`;
}

/** Returns the path of all subscriptions with the same matcher. */
function matcherPath({ matcher, dialect }: Subscription): string {
  const match = encodeURIComponent(matcher.pattern);
  return dialect === 'earlier' ? `${SUBSCRIPTIONS_PATH}/${match}` : `${SUBSCRIPTIONS_PATH}/${matcher.type}/${match}`;
}

function subscriptionDocument(
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

export interface ListedSubscription {
  readonly dialect: Dialect;
  /** The path of the subscription, and the path of all subscriptions with the same matcher. */
  readonly path: string;
  readonly matcherPath: string;
  readonly document: object;
}

/** Returns the subscriptions of one subscriber. */
export function listSubscriptions(subscriber: Subscriber): readonly ListedSubscription[] {
  return subscriber.subscriptions.map((subscription) => ({
    dialect: subscription.dialect,
    path: subscriptionTopic(subscription, subscriber),
    matcherPath: matcherPath(subscription),
    document: subscriptionDocument(subscription, subscriber, true),
  }));
}

/** Parses the subscriptions that another process has shared; returns none for invalid text. */
export function parseListedSubscriptions(text: string): readonly ListedSubscription[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter(isListed) : [];
  } catch {
    return [];
  }
}

function isListed(value: unknown): value is ListedSubscription {
  return isObject(value) && typeof value['path'] === 'string' && isObject(value['document']);
}
