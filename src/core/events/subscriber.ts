import type { Listener } from './dispatcher.ts';

/** An object that listens to several events and says which, so that its parts stay together. */
export interface Subscriber {
  /** Shown in the profiler and in `oriel events`; the class name by convention. */
  readonly name: string;
  /** Its listeners without their place in the order: priorities are given in one table, `host/pipeline.ts`. */
  readonly on: Readonly<Record<string, (event: never) => void | PromiseLike<void>>>;
  readonly appliesTo?: (subject: unknown) => boolean;
}

/** One listener of a subscriber, put in its place. @throws {TypeError} when it does not listen to that event */
export function listenerOf(subscriber: Subscriber, event: string, priority: number): Listener<never> {
  const handle = subscriber.on[event];
  if (!handle)
    throw new TypeError(
      `"${subscriber.name}" does not listen to "${event}"; it listens to ${Object.keys(subscriber.on).join(', ')}`,
    );
  return { event, priority, name: subscriber.name, handle, appliesTo: subscriber.appliesTo };
}
