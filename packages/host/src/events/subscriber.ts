import type { MaybePromise } from 'oriel-core/http';
import type { Listener } from './dispatcher.ts';

/** An object with listeners for several events. */
export interface Subscriber {
  /** The name that is shown in the profiler and in `oriel-host events`; by convention, the class name. */
  readonly name: string;
  /** Its listeners, without priorities: those are defined in one table, `host/pipeline.ts`. */
  readonly on: Readonly<Record<string, (event: never) => MaybePromise<void>>>;
  readonly appliesTo?: (subject: unknown) => boolean;
}

/** Returns one listener of a subscriber with its priority. @throws {TypeError} if it does not listen to that event */
export function getListener(subscriber: Subscriber, event: string, priority: number): Listener<never> {
  const handle = subscriber.on[event];
  if (!handle)
    throw new TypeError(
      `"${subscriber.name}" does not listen to "${event}"; it listens to ${Object.keys(subscriber.on).join(', ')}`,
    );
  return { event, priority, name: subscriber.name, handle, appliesTo: subscriber.appliesTo };
}
