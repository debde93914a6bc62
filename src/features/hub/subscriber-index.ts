import type { EventStream } from './event-stream.ts';
import type { DispatchedUpdate } from './history.ts';
import type { TopicMatcher } from './topic-matcher.ts';

/**
 * Finds who wants an update without asking everybody: exact topics are looked up, and a pattern is tried once however many
 * share it.
 */
export class SubscriberIndex {
  readonly #exact = new Map<string, Set<EventStream>>();
  readonly #patterns = new Map<TopicMatcher, Set<EventStream>>();
  readonly #streams = new Set<EventStream>();

  get size(): number {
    return this.#streams.size;
  }

  /** How many topics and patterns somebody wants to hear. */
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

  /** Calls for each stream that wants the update, once, with whether it may have it. */
  each(entry: DispatchedUpdate, give: (stream: EventStream, may: boolean) => void): void {
    const { update, sequence } = entry;
    for (const topic of update.topics) {
      const streams = this.#exact.get(topic);
      if (streams) giveAll(streams, entry, give);
    }
    for (const [matcher, streams] of this.#patterns) {
      if (matcher.matchesAny(update.topics, sequence)) giveAll(streams, entry, give);
    }
  }
}

function giveAll(
  streams: Iterable<EventStream>,
  entry: DispatchedUpdate,
  give: (stream: EventStream, may: boolean) => void,
): void {
  const { update, sequence } = entry;
  for (const stream of streams) {
    if (stream.lastSequence === sequence || !stream.isLive) continue;
    stream.lastSequence = sequence;
    give(stream, stream.subscriber.mayRead(update, sequence));
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
