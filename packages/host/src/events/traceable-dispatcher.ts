import { isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { ListenerCall, Trace } from 'oriel-core/trace';
import { EventDispatcher, NO_LISTENERS } from './dispatcher.ts';
import type { Listener, ListenerLabel, PlanHolder, Stoppable } from './dispatcher.ts';

/** Records the outcome of each listener of one event. */
export type CallRecorder = Pick<Trace, 'began' | 'listener'>;

/** Describes what listeners changed. `capture` reads the payload; `describeChanges` compares it with `known` and updates that. */
export interface ChangeObserver {
  capture(payload: object): unknown;
  describeChanges(payload: object, known: unknown): readonly string[] | undefined;
}

// `globalThis.performance` is a getter, and calling it is slower than reading the time.
const clock = performance;

/**
 * Calls listeners by the same rules as {@link EventDispatcher}, and records them for each request that has a recorder:
 * the listeners that were called, their duration and changes, those that were skipped because they do not apply to the
 * route, and those that were not reached because a listener stopped the event or threw. The dispatcher itself has no
 * state per request. Requests without a recorder take the same code path, so error stacks do not differ.
 */
export class TraceableDispatcher extends EventDispatcher {
  readonly #recorderOf: (holder: PlanHolder) => CallRecorder | undefined;
  readonly #observer: ChangeObserver | undefined;
  readonly #leftOut = new WeakMap<readonly Listener<never>[], readonly ListenerCall[]>();

  /** @param recorderOf returns the recorder of a request, or undefined if the request is not recorded */
  constructor(recorderOf: (holder: PlanHolder) => CallRecorder | undefined, observer?: ChangeObserver) {
    super();
    this.#recorderOf = recorderOf;
    this.#observer = observer;
  }

  override dispatch(
    event: string,
    payload: object,
    holder: PlanHolder,
    listeners?: readonly Listener<never>[],
  ): MaybePromise<void> {
    const recorder = this.#recorderOf(holder);
    const planned = listeners ?? holder.plan[event] ?? NO_LISTENERS;
    const notes = recorder && this.#begin(recorder, payload, planned);
    let pending: MaybePromise<void>;
    try {
      pending = this.#walk(event, payload, holder, planned, 0, notes);
    } catch (error) {
      if (notes) this.#recordUncalled(event, notes, holder);
      throw error;
    }
    if (!notes) return pending;
    if (!isPromise(pending)) return this.#recordUncalled(event, notes, holder);
    return this.#recordUncalledAfter(pending, event, notes, holder);
  }

  #recordUncalledAfter(pending: PromiseLike<void>, event: string, notes: Notes, holder: PlanHolder): PromiseLike<void> {
    return Promise.resolve(pending).finally(() => this.#recordUncalled(event, notes, holder));
  }

  #begin(recorder: CallRecorder, payload: object, planned: readonly Listener<never>[]): Notes {
    const known = planned.length === 0 ? undefined : this.#observer?.capture(payload);
    return { recorder, known, called: 0, last: undefined };
  }

  // As in EventDispatcher, a listener may replace the plan, so it is read again after each listener.
  #walk(
    event: string,
    payload: Stoppable,
    holder: PlanHolder,
    planned: readonly Listener<never>[],
    from: number,
    notes: Notes | undefined,
  ): MaybePromise<void> {
    let plan = holder.plan;
    let listeners = planned;
    // The end of one call is the start of the next, because reading the clock is most of the cost of recording.
    let started = notes && from < listeners.length ? clock.now() : 0;
    for (let i = from; i < listeners.length; i++) {
      const listener = listeners[i]!;
      if (notes) {
        notes.called++;
        notes.last = listener.name;
      }
      let pending: MaybePromise<void>;
      try {
        pending = listener.handle(payload as never);
      } catch (error) {
        if (notes) this.#note(notes, listener, payload, started, clock.now(), 'threw');
        throw error;
      }
      if (isPromise(pending)) return this.#wait(pending, event, payload, holder, listener, i, started, notes);
      if (notes) {
        const ended = clock.now();
        this.#note(notes, listener, payload, started, ended, 'called');
        started = ended;
      }
      if (payload.stopped === true) return;
      if (holder.plan !== plan) {
        plan = holder.plan;
        listeners = plan[event] ?? NO_LISTENERS;
      }
    }
  }

  // Separate from the loop, which would otherwise allocate a closure context on each iteration.
  #wait(
    pending: PromiseLike<void>,
    event: string,
    payload: Stoppable,
    holder: PlanHolder,
    listener: Listener<never>,
    index: number,
    started: number,
    notes: Notes | undefined,
  ): PromiseLike<void> {
    return Promise.resolve(pending).then(
      () => {
        if (notes) this.#note(notes, listener, payload, started, clock.now(), 'called');
        if (payload.stopped === true) return undefined;
        return this.#walk(event, payload, holder, holder.plan[event] ?? NO_LISTENERS, index + 1, notes);
      },
      (error: unknown) => {
        if (notes) this.#note(notes, listener, payload, started, clock.now(), 'threw');
        throw error;
      },
    );
  }

  #note(
    { recorder, known }: Notes,
    { event, name, priority }: Listener<never>,
    payload: object,
    started: number,
    ended: number,
    outcome: 'called' | 'threw',
  ): void {
    recorder.listener({
      event,
      listener: name,
      priority,
      outcome,
      start: toMicrosecond(started - recorder.began),
      duration: toMicrosecond(ended - started),
      changes: this.#observer?.describeChanges(payload, known),
      stoppedBy: undefined,
    });
  }

  // Listeners are called in the order of the plan: the first `called` listeners of the plan were called, and the others
  // were not reached. Listeners that are not in the plan were skipped.
  #recordUncalled(event: string, { recorder, called, last }: Notes, holder: PlanHolder): void {
    const all = this.listeners(event);
    if (all.length === 0) return recorder.listener(notCalled({ event, name: '', priority: 0 }, 'no-listener'));
    if (called === all.length) return;
    const planned = holder.plan[event] ?? NO_LISTENERS;
    if (called === planned.length) for (const call of this.#skipped(all, planned)) recorder.listener(call);
    else
      for (const listener of all) {
        const index = planned.indexOf(listener);
        if (index < 0) recorder.listener(notCalled(listener, 'skipped'));
        else if (index >= called) recorder.listener(notCalled(listener, 'not-reached', last));
      }
  }

  // The listeners that a plan omits are always the same, so they are cached.
  #skipped(all: readonly Listener<never>[], planned: readonly Listener<never>[]): readonly ListenerCall[] {
    const known = this.#leftOut.get(planned);
    if (known !== undefined) return known;
    const skipped = all
      .filter((listener) => !planned.includes(listener))
      .map((listener) => Object.freeze(notCalled(listener, 'skipped')));
    // Before the table is frozen, listeners may be added. The shared empty list belongs to many events.
    if (planned !== NO_LISTENERS && Object.isFrozen(all)) this.#leftOut.set(planned, skipped);
    return skipped;
  }
}

function notCalled(
  { event, name, priority }: ListenerLabel,
  outcome: ListenerCall['outcome'],
  stoppedBy?: string,
): ListenerCall {
  return { event, listener: name, priority, outcome, start: 0, duration: 0, changes: undefined, stoppedBy };
}

// Rounds to the resolution of the clock; further digits would double the size of the stored profile.
function toMicrosecond(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

interface Notes {
  readonly recorder: CallRecorder;
  /** What the observer read last. */
  readonly known: unknown;
  called: number;
  last: string | undefined;
}
