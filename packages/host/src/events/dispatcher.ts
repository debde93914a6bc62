import { isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';

/** A function that is called when an event of its name is dispatched. */
export interface Listener<Event = never> {
  readonly event: string;
  /** Higher runs earlier; equal priorities run in the order they were added. */
  readonly priority: number;
  /** Instead of a priority: the name of the listener to run before, or after. The host turns it into a priority. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The name that is shown in the profiler, in `oriel-host events` and in error messages. */
  readonly name: string;
  readonly handle: (event: Event) => MaybePromise<void>;
  /** If set, the listener is only part of the plans of the subjects (routes) for which the function returns true. */
  readonly appliesTo?: ((subject: unknown) => boolean) | undefined;
}

/** The listeners that apply to one kind of request, per event, in running order. */
export type Plan = Readonly<Record<string, readonly Listener<never>[]>>;

/**
 * Has the current plan. The router listener may replace it with the plan of the matched route while `kernel.request`
 * runs, before it returns a promise.
 */
export interface PlanHolder {
  plan: Plan;
}

/**
 * Stores listeners by event and priority. The host adds them while it starts, freezes the table and creates plans: lists
 * that a dispatch only iterates over. A listener that returns no promise is not awaited.
 */
export class EventDispatcher {
  readonly #table = new Map<string, Listener<never>[]>();
  #frozen = false;

  /**
   * @throws {ListenerTableFrozenError} after {@link freeze}
   * @throws {UnknownPriorityError} if the priority is not a finite number
   */
  add(listener: Listener<never>): void {
    if (this.#frozen) throw new ListenerTableFrozenError(listener);
    if (!Number.isFinite(listener.priority)) throw new UnknownPriorityError(listener);
    const listeners = this.#table.get(listener.event);
    if (listeners) listeners.push(listener);
    else this.#table.set(listener.event, [listener]);
  }

  /** Sorts the listeners of each event. Adding further listeners throws. */
  freeze(): void {
    for (const listeners of this.#table.values()) {
      listeners.sort((a, b) => b.priority - a.priority);
      Object.freeze(listeners);
    }
    this.#frozen = true;
  }

  /** Returns all listeners of `event`, in running order. */
  listeners(event: string): readonly Listener<never>[] {
    return this.#table.get(event) ?? NO_LISTENERS;
  }

  get events(): readonly string[] {
    return [...this.#table.keys()];
  }

  /** Returns the plan for one subject. Without a subject, the plan has all listeners; it applies before routing. */
  fold(subject?: unknown): Plan {
    const plan: Record<string, readonly Listener<never>[]> = {};
    for (const [event, listeners] of this.#table) {
      plan[event] =
        subject === undefined
          ? listeners
          : Object.freeze(listeners.filter((listener) => listener.appliesTo?.(subject) ?? true));
    }
    return Object.freeze(plan);
  }

  /**
   * Calls the listeners of an event.
   * @param listeners the listeners of the plan for `event`, if the caller has looked them up already
   */
  dispatch(
    event: string,
    payload: object,
    holder: PlanHolder,
    listeners = holder.plan[event] ?? NO_LISTENERS,
  ): MaybePromise<void> {
    return walk(event, payload, holder, listeners, 0);
  }
}

/** The payload of an event, which may be a {@link StoppableEvent}. */
export interface Stoppable {
  readonly stopped?: boolean;
}

export const NO_LISTENERS: readonly Listener<never>[] = Object.freeze([]);

// A listener may replace the plan, so it is read again after each listener. This is correct while all plans agree on
// the listeners up to that one, which `assertSharedStart` checks when the host starts.
function walk(
  event: string,
  payload: Stoppable,
  holder: PlanHolder,
  planned: readonly Listener<never>[],
  from: number,
): MaybePromise<void> {
  let plan = holder.plan;
  let listeners = planned;
  for (let i = from; i < listeners.length; i++) {
    // A listener such as `() => list.push(x)` returns a number, which is not awaited.
    const pending = listeners[i]!.handle(payload as never);
    if (isPromise(pending)) {
      // The promise of the last listener is the promise of the event.
      if (i + 1 === listeners.length && holder.plan === plan) return pending;
      return Promise.resolve(pending).then(() =>
        payload.stopped === true ? undefined : walk(event, payload, holder, holder.plan[event] ?? NO_LISTENERS, i + 1),
      );
    }
    if (payload.stopped === true) return;
    if (holder.plan !== plan) {
      plan = holder.plan;
      listeners = plan[event] ?? NO_LISTENERS;
    }
  }
}

/**
 * Checks that no listener before `exchanger`, the listener that replaces the plan, depends on the route.
 * @throws {TypeError} with the name of the listener and the fix
 */
export function assertSharedStart(listeners: readonly Listener<never>[], exchanger: string): void {
  for (const listener of listeners) {
    if (listener.name === exchanger) return;
    if (listener.appliesTo) {
      throw new TypeError(
        `Listener "${listener.name}" (priority ${listener.priority}) depends on the route, but runs before "${exchanger}" finds one: give it a lower priority`,
      );
    }
  }
}

/** An event that a listener can stop: listeners of lower priority are then not called. */
export class StoppableEvent {
  /** Read after each listener, so it is a plain field. {@link stop} sets it. */
  stopped = false;

  /** Stops the event: no listener after the current one is called. */
  stop(): void {
    this.stopped = true;
  }
}

/** What identifies a listener in messages and records. */
export type ListenerLabel = Pick<Listener, 'event' | 'name' | 'priority'>;

/** Thrown when a listener is added after the host has started. */
export class ListenerTableFrozenError extends Error {
  readonly code = 'ORIEL_LISTENERS_FROZEN';

  constructor({ event, name }: ListenerLabel) {
    super(
      `Cannot add the listener "${name}" for "${event}": the host has already started. Add it to defineHost({ listeners: [...] })`,
    );
    this.name = 'ListenerTableFrozenError';
  }
}

/** Thrown for a priority that is not a finite number. */
export class UnknownPriorityError extends TypeError {
  readonly code = 'ORIEL_LISTENER_PRIORITY';

  constructor({ event, name, priority }: ListenerLabel) {
    super(`The priority of listener "${name}" for "${event}" must be a finite number; got ${String(priority)}`);
    this.name = 'UnknownPriorityError';
  }
}
