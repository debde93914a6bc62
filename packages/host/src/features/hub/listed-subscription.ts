import { isObject } from 'oriel-core/http';
import type { Dialect } from './hub-config.ts';
import { matcherPath, subscriptionDocument, subscriptionTopic } from './subscription-document.ts';
import type { Subscriber } from './subscription.ts';

/** A subscription in the subscription API. */
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
