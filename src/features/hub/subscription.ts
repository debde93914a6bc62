import { randomUUID } from 'node:crypto';
import type { Dialect } from './hub-config.ts';
import type { HubAccess } from './hub-token.ts';
import type { TopicMatcher } from './topic-matcher.ts';
import type { Update } from './update.ts';

/** What one subscriber asked for: a matcher, in the dialect in which it came. */
export interface Subscription {
  readonly matcher: TopicMatcher;
  readonly dialect: Dialect;
}

/** One reader: what it wants to hear, and what it may. */
export class Subscriber {
  /** Made here and random: whoever could choose it could pass for somebody else. */
  readonly id = `urn:uuid:${randomUUID()}`;
  readonly subscriptions: readonly Subscription[];
  readonly access: HubAccess | undefined;

  constructor(subscriptions: readonly Subscription[], access: HubAccess | undefined) {
    this.subscriptions = subscriptions;
    this.access = access;
  }

  /** Does it want this update, whether or not it may have it? */
  wants({ topics }: Update, sequence: number): boolean {
    return this.subscriptions.some(({ matcher }) => matcher.matchesAny(topics, sequence));
  }

  /** May it read this update? What is private has to be granted for at least one of its topics. */
  mayRead(update: Update, sequence: number): boolean {
    if (!update.private) return true;
    return (
      this.access?.subscribe.some(({ matchers }) =>
        matchers.some((matcher) => matcher.matchesAny(update.topics, sequence)),
      ) ?? false
    );
  }
}

/** Is this reading of a topic granted? */
export function mayReadTopic(access: HubAccess | undefined, topic: string): boolean {
  return access?.subscribe.some(({ matchers }) => matchers.some((matcher) => matcher.matches(topic))) ?? false;
}
