import type { EventStream } from './event-stream.ts';
import type { DispatchedUpdate } from './history.ts';
import type { TopicMatcher } from './topic-matcher.ts';

/**
 * Finds the streams with a subscription to an update without visiting all streams: exact topics are looked up, and each
 * pattern is tested once, however many streams have it.
 */
export class SubscriberIndex {
  readonly #exact = new Map<string, Set<EventStream>>();
  readonly #patterns = new Map<TopicMatcher, Set<EventStream>>();
  readonly #streams = new Set<EventStream>();

  get size(): number {
    return this.#streams.size;
  }

  /** The number of topics and patterns with subscribers. */
  get topics(): number {
    return this.#exact.size + this.#patterns.size;
  }

  [Symbol.iterator](): IterableIterator<EventStream> {
    return this.#streams.values();
  }

  add(stream: EventStream): void {
    this.#streams.add(stream);
    for (const { matcher } of stream.subscriber.subscriptions) {
      if (matcher.isExact) addTo(this.#exact, matcher.pattern, stream);
      else addTo(this.#patterns, matcher, stream);
    }
  }

  delete(stream: EventStream): boolean {
    if (!this.#streams.delete(stream)) return false;
    for (const { matcher } of stream.subscriber.subscriptions) {
      if (matcher.isExact) deleteFrom(this.#exact, matcher.pattern, stream);
      else deleteFrom(this.#patterns, matcher, stream);
    }
    return true;
  }

  /** Calls `deliver` once for each stream that is subscribed to the update, with whether it may read it. */
  each(entry: DispatchedUpdate, deliver: (stream: EventStream, mayRead: boolean) => void): void {
    const { update, sequence } = entry;
    for (const topic of update.topics) {
      const streams = this.#exact.get(topic);
      if (streams) deliverTo(streams, entry, deliver);
    }
    for (const [matcher, streams] of this.#patterns) {
      if (matcher.matchesAny(update.topics, sequence)) deliverTo(streams, entry, deliver);
    }
  }
}

function deliverTo(
  streams: Iterable<EventStream>,
  entry: DispatchedUpdate,
  deliver: (stream: EventStream, mayRead: boolean) => void,
): void {
  const { update, sequence } = entry;
  for (const stream of streams) {
    if (stream.lastSequence === sequence || !stream.isLive) continue;
    stream.lastSequence = sequence;
    deliver(stream, stream.subscriber.mayRead(update, sequence));
  }
}

function addTo<Key>(map: Map<Key, Set<EventStream>>, key: Key, stream: EventStream): void {
  const streams = map.get(key);
  if (streams) streams.add(stream);
  else map.set(key, new Set([stream]));
}

function deleteFrom<Key>(map: Map<Key, Set<EventStream>>, key: Key, stream: EventStream): void {
  const streams = map.get(key);
  if (streams?.delete(stream) && streams.size === 0) map.delete(key);
}
