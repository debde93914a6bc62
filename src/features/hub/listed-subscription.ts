import { isRecord } from '../security/jwt/parse-token.ts';
import type { Dialect } from './hub-config.ts';
import { matcherPath, subscriptionDocument, subscriptionTopic } from './subscription-document.ts';
import type { Subscriber } from './subscription.ts';

/** A subscription as it is listed: what is asked about it, and what is answered. */
export interface ListedSubscription {
  readonly dialect: Dialect;
  /** Its own address, and that of all with the same matcher. */
  readonly path: string;
  readonly matcherPath: string;
  readonly document: object;
}

/** All subscriptions of one subscriber. */
export function listSubscriptions(subscriber: Subscriber): readonly ListedSubscription[] {
  return subscriber.subscriptions.map((subscription) => ({
    dialect: subscription.dialect,
    path: subscriptionTopic(subscription, subscriber),
    matcherPath: matcherPath(subscription),
    document: subscriptionDocument(subscription, subscriber, true),
  }));
}

/** The same, as another process has written it down; nothing where that is something else. */
export function parseListedSubscriptions(text: string): readonly ListedSubscription[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter(isListed) : [];
  } catch {
    return [];
  }
}

function isListed(value: unknown): value is ListedSubscription {
  return isRecord(value) && typeof value['path'] === 'string' && isRecord(value['document']);
}
