import { randomUUID } from 'node:crypto';
import type { Dialect } from './hub-config.ts';
import type { HubAccess } from './hub-tokens.ts';
import type { TopicMatcher } from './topic-matcher.ts';
import type { Update } from './update.ts';

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
