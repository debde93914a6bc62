import { ListenerTableFrozenError, UnknownPriorityError } from './errors.ts';

/** A function that is called when an event of its name is dispatched. */
export interface Listener<Event = never> {
  readonly event: string;
  /** Higher runs earlier; equal priorities run in the order they were added. */
  readonly priority: number;
  /** Instead of a priority: the name of the listener to run before, or after. The host turns it into a priority. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** What people see: in the profiler, in `oriel events`, in errors. */
  readonly name: string;
  readonly handle: (event: Event) => void | PromiseLike<void>;
  /** When given, the listener joins only the plans of the subjects (routes) it says yes to. */
  readonly appliesTo?: ((subject: unknown) => boolean) | undefined;
}

/** The listeners that can matter to one kind of request, per event, in running order. */
export type Plan = Readonly<Record<string, readonly Listener<never>[]>>;

/**
 * Holds the plan in force; the router listener may exchange it for its route's while `kernel.request` runs, before it
 * gives anything to wait for.
 */
export interface PlanHolder {
  plan: Plan;
}

/** Calls the listeners of an event. `EventDispatcher` does just that; `TraceableDispatcher` also takes notes. */
export interface Dispatcher {
  /** @param listeners those of the holder's plan for `event`, from whoever has looked them up already */
  dispatch(
    event: string,
    payload: object,
    holder: PlanHolder,
    listeners?: readonly Listener<never>[],
  ): void | PromiseLike<void>;
}

/**
 * Listeners by event and priority: collected while the host starts, frozen, then folded into plain lists (plans) that
 * a dispatch only walks. A listener that returns no promise is not awaited.
 */
export class EventDispatcher implements Dispatcher {
  readonly #table = new Map<string, Listener<never>[]>();
  #frozen = false;

  /**
   * @throws {ListenerTableFrozenError} after {@link freeze}
   * @throws {UnknownPriorityError} when the priority is no finite number
   */
  add(listener: Listener<never>): void {
    if (this.#frozen) throw new ListenerTableFrozenError(listener);
    if (!Number.isFinite(listener.priority)) throw new UnknownPriorityError(listener);
    const listeners = this.#table.get(listener.event);
    if (listeners) listeners.push(listener);
    else this.#table.set(listener.event, [listener]);
  }

  /** Sorts every event once and for all. */
  freeze(): void {
    for (const listeners of this.#table.values()) {
      listeners.sort((a, b) => b.priority - a.priority);
      Object.freeze(listeners);
    }
    this.#frozen = true;
  }

  /** Everything that listens to `event`, in running order. */
  listeners(event: string): readonly Listener<never>[] {
    return this.#table.get(event) ?? NOBODY;
  }

  get events(): readonly string[] {
    return [...this.#table.keys()];
  }

  /** The plan for one subject; without a subject, the plan that holds until there is one: everybody. */
  fold(subject?: unknown): Plan {
    const plan: Record<string, readonly Listener<never>[]> = {};
    for (const [event, listeners] of this.#table) {
      plan[event] =
        subject === undefined
          ? listeners
          : Object.freeze(listeners.filter((each) => each.appliesTo?.(subject) ?? true));
    }
    return Object.freeze(plan);
  }

  dispatch(
    event: string,
    payload: object,
    holder: PlanHolder,
    listeners = holder.plan[event] ?? NOBODY,
  ): void | PromiseLike<void> {
    return walk(event, payload, holder, listeners, 0);
  }
}

interface Walked {
  readonly stopped?: boolean;
}

const NOBODY: readonly Listener<never>[] = Object.freeze([]);

// A listener may exchange the plan, so it is looked at again after each. That is sound as long as plans agree on
// everything up to that listener, which `assertSharedStart` checks when the host starts.
function walk(
  event: string,
  payload: Walked,
  holder: PlanHolder,
  planned: readonly Listener<never>[],
  from: number,
): void | PromiseLike<void> {
  let plan = holder.plan;
  let listeners = planned;
  for (let i = from; i < listeners.length; i++) {
    const pending = listeners[i]!.handle(payload as never);
    if (pending !== undefined && isPending(pending)) {
      // Whoever waits for the event waits for the last of its listeners.
      if (i + 1 === listeners.length && holder.plan === plan) return pending;
      return Promise.resolve(pending).then(() =>
        payload.stopped === true ? undefined : walk(event, payload, holder, holder.plan[event] ?? NOBODY, i + 1),
      );
    }
    if (payload.stopped === true) return;
    if (holder.plan !== plan) {
      plan = holder.plan;
      listeners = plan[event] ?? NOBODY;
    }
  }
}

/** Is it to be waited for? A listener written as `() => list.push(x)` gives a number, which is not. */
export function isPending(value: void | PromiseLike<void>): value is PromiseLike<void> {
  return typeof value === 'object' && value !== null && typeof value.then === 'function';
}

/**
 * Makes sure that no listener that runs before `exchanger` (the one that exchanges the plan) is conditional.
 * @throws {TypeError} naming the listener and the fix
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
