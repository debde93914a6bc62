import { EventDispatcher, isPending } from './dispatcher.ts';
import type { Dispatcher, Listener, Plan, PlanHolder } from './dispatcher.ts';

/** Takes down what became of each listener of one event. */
export interface CallRecorder {
  /** Where the clock of its calls begins, on that of `performance.now()`. */
  readonly began: number;
  listener(call: {
    event: string;
    listener: string;
    priority: number;
    outcome: 'called' | 'skipped' | 'not-reached' | 'threw' | 'no-listener';
    start: number;
    duration: number;
    changes?: readonly string[] | undefined;
    stoppedBy?: string | undefined;
  }): void;
}

/** Says what listeners changed: looks before the first, and after each tells what is different and remembers it. */
export interface ChangeObserver {
  look(payload: object): unknown;
  tell(payload: object, known: unknown): readonly string[] | undefined;
}

// The global is a getter: asking it for the clock takes longer than asking the clock for the time.
const clock = performance;

/**
 * Walks by the same rules as the dispatcher inside, and takes notes where a request is recorded: who was called, for how
 * long and what it changed, who was skipped because the route does not concern it, who was not reached because somebody
 * stopped the event or threw. Notes go to the recorder of the request, never to this object. A request that nobody
 * records goes the same way without notes, so that the stack of an error tells no difference.
 */
export class TraceableDispatcher implements Dispatcher {
  readonly #inner = new EventDispatcher();
  readonly #recorderOf: (holder: PlanHolder) => CallRecorder | undefined;
  readonly #observer: ChangeObserver | undefined;
  readonly #leftOut = new WeakMap<readonly Listener<never>[], readonly NotCalled[]>();

  /** @param recorderOf where the notes of a request go; undefined for one that nobody records */
  constructor(recorderOf: (holder: PlanHolder) => CallRecorder | undefined, observer?: ChangeObserver) {
    this.#recorderOf = recorderOf;
    this.#observer = observer;
  }

  add(listener: Listener<never>): void {
    this.#inner.add(listener);
  }

  freeze(): void {
    this.#inner.freeze();
  }

  listeners(event: string): readonly Listener<never>[] {
    return this.#inner.listeners(event);
  }

  get events(): readonly string[] {
    return this.#inner.events;
  }

  fold(subject?: unknown): Plan {
    return this.#inner.fold(subject);
  }

  dispatch(
    event: string,
    payload: object,
    holder: PlanHolder,
    listeners?: readonly Listener<never>[],
  ): void | PromiseLike<void> {
    const recorder = this.#recorderOf(holder);
    const planned = listeners ?? holder.plan[event] ?? NOBODY;
    const notes = recorder && this.#begin(recorder, payload, planned);
    let pending: void | PromiseLike<void>;
    try {
      pending = this.#walk(event, payload, holder, planned, 0, notes);
    } catch (error) {
      if (notes) this.#tellTheRest(event, notes, holder);
      throw error;
    }
    if (!notes) return pending;
    if (!isPending(pending)) return this.#tellTheRest(event, notes, holder);
    return this.#tellLater(pending, event, notes, holder);
  }

  #tellLater(pending: PromiseLike<void>, event: string, notes: Notes, holder: PlanHolder): PromiseLike<void> {
    return Promise.resolve(pending).finally(() => this.#tellTheRest(event, notes, holder));
  }

  #begin(recorder: CallRecorder, payload: object, planned: readonly Listener<never>[]): Notes {
    const known = planned.length === 0 ? undefined : this.#observer?.look(payload);
    return { recorder, known, called: 0, last: undefined };
  }

  // As the dispatcher inside walks: a listener may exchange the plan, so it is looked at again after each.
  #walk(
    event: string,
    payload: Walked,
    holder: PlanHolder,
    planned: readonly Listener<never>[],
    from: number,
    notes: Notes | undefined,
  ): void | PromiseLike<void> {
    let plan = holder.plan;
    let listeners = planned;
    // The end of one call is the beginning of the next: looking at the clock is most of what watching costs.
    let started = notes && from < listeners.length ? clock.now() : 0;
    for (let i = from; i < listeners.length; i++) {
      const listener = listeners[i]!;
      if (notes) {
        notes.called++;
        notes.last = listener.name;
      }
      let pending: void | PromiseLike<void>;
      try {
        pending = listener.handle(payload as never);
      } catch (error) {
        if (notes) this.#note(notes, listener, payload, started, clock.now(), 'threw');
        throw error;
      }
      if (isPending(pending)) return this.#wait(pending, event, payload, holder, listener, i, started, notes);
      if (notes) {
        const ended = clock.now();
        this.#note(notes, listener, payload, started, ended, 'called');
        started = ended;
      }
      if (payload.stopped === true) return;
      if (holder.plan !== plan) {
        plan = holder.plan;
        listeners = plan[event] ?? NOBODY;
      }
    }
  }

  // Apart from the loop, whose every turn would else make room for what these functions look back on.
  #wait(
    pending: PromiseLike<void>,
    event: string,
    payload: Walked,
    holder: PlanHolder,
    listener: Listener<never>,
    at: number,
    started: number,
    notes: Notes | undefined,
  ): PromiseLike<void> {
    return Promise.resolve(pending).then(
      () => {
        if (notes) this.#note(notes, listener, payload, started, clock.now(), 'called');
        if (payload.stopped === true) return undefined;
        return this.#walk(event, payload, holder, holder.plan[event] ?? NOBODY, at + 1, notes);
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
      changes: this.#observer?.tell(payload, known),
      stoppedBy: undefined,
    });
  }

  // Listeners are called in the order of the plan, so the first `called` of it were, and the others of it were not
  // reached; those that are not in it at all were skipped.
  #tellTheRest(event: string, { recorder, called, last }: Notes, holder: PlanHolder): void {
    const all = this.#inner.listeners(event);
    if (all.length === 0) return recorder.listener(withoutListeners(event));
    if (called === all.length) return;
    const planned = holder.plan[event] ?? NOBODY;
    if (called === planned.length) for (const call of this.#skipped(all, planned)) recorder.listener(call);
    else
      for (const listener of all) {
        const place = planned.indexOf(listener);
        if (place < 0) recorder.listener(notCalled(listener, 'skipped', undefined));
        else if (place >= called) recorder.listener(notCalled(listener, 'not-reached', last));
      }
  }

  // Whom a plan leaves out is the same each time.
  #skipped(all: readonly Listener<never>[], planned: readonly Listener<never>[]): readonly NotCalled[] {
    const known = this.#leftOut.get(planned);
    if (known !== undefined) return known;
    const skipped = all
      .filter((each) => !planned.includes(each))
      .map((each) => Object.freeze(notCalled(each, 'skipped', undefined)));
    // Before the table is frozen others may join; and one empty list stands for the events of many plans.
    if (planned !== NOBODY && Object.isFrozen(all)) this.#leftOut.set(planned, skipped);
    return skipped;
  }
}

type NotCalled = Parameters<CallRecorder['listener']>[0];

function notCalled(
  { event, name, priority }: Listener<never>,
  outcome: 'skipped' | 'not-reached',
  stoppedBy: string | undefined,
): NotCalled {
  return { event, listener: name, priority, outcome, start: 0, duration: 0, changes: undefined, stoppedBy };
}

function withoutListeners(event: string): NotCalled {
  return {
    ...{ event, listener: '', priority: 0, outcome: 'no-listener' },
    ...{ start: 0, duration: 0, changes: undefined, stoppedBy: undefined },
  };
}

// The clock tells no more, and the digits behind them would be half of what is stored.
function toMicrosecond(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

const NOBODY: readonly Listener<never>[] = Object.freeze([]);

interface Walked {
  readonly stopped?: boolean;
}

interface Notes {
  readonly recorder: CallRecorder;
  /** What the observer knows. */
  readonly known: unknown;
  called: number;
  last: string | undefined;
}
