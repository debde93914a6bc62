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
    outcome: 'called' | 'skipped' | 'not-reached' | 'threw';
    start: number;
    duration: number;
    changes?: readonly string[] | undefined;
    stoppedBy?: string | undefined;
  }): void;
}

/** Says what a listener changed: looks before, and tells the difference after. */
export interface ChangeObserver {
  look(payload: object): unknown;
  tell(payload: object, before: unknown): readonly string[] | undefined;
}

/**
 * Watches by wrapping: the same dispatcher inside, notes taken around it. Who was called, for how long and what it
 * changed, who was skipped because the route does not concern it, who was not reached because somebody stopped the
 * event or threw. Notes go to the recorder of the request, never to this object.
 */
export class TraceableDispatcher implements Dispatcher {
  readonly #inner = new EventDispatcher();
  readonly #recorderOf: (holder: PlanHolder) => CallRecorder | undefined;
  readonly #observer: ChangeObserver | undefined;
  readonly #notes = new WeakMap<object, Notes>();

  /** @param recorderOf where the notes of a request go; undefined for one that nobody records */
  constructor(recorderOf: (holder: PlanHolder) => CallRecorder | undefined, observer?: ChangeObserver) {
    this.#recorderOf = recorderOf;
    this.#observer = observer;
  }

  add(listener: Listener<never>): void {
    const handle = listener.handle as Handle;
    const wrapped: Listener<never> = {
      ...listener,
      handle: (payload: object) => this.#call(wrapped, handle, payload),
    };
    this.#inner.add(wrapped);
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
    if (!recorder) return this.#inner.dispatch(event, payload, holder, listeners);
    const notes: Notes = { recorder, called: 0, last: undefined };
    this.#notes.set(payload, notes);
    let pending: void | PromiseLike<void>;
    try {
      pending = this.#inner.dispatch(event, payload, holder, listeners);
    } catch (error) {
      this.#tellTheRest(event, notes, holder);
      throw error;
    }
    if (!isPending(pending)) return this.#tellTheRest(event, notes, holder);
    return Promise.resolve(pending).finally(() => this.#tellTheRest(event, notes, holder));
  }

  #call(listener: Listener<never>, handle: Handle, payload: object): void | PromiseLike<void> {
    const notes = this.#notes.get(payload);
    if (!notes) return handle(payload);
    notes.called++;
    notes.last = listener.name;
    const before = this.#observer?.look(payload);
    const started = performance.now();
    let pending: void | PromiseLike<void>;
    try {
      pending = handle(payload);
    } catch (error) {
      this.#note(notes, listener, payload, before, started, 'threw');
      throw error;
    }
    if (!isPending(pending)) return this.#note(notes, listener, payload, before, started, 'called');
    return Promise.resolve(pending).then(
      () => this.#note(notes, listener, payload, before, started, 'called'),
      (error: unknown) => {
        this.#note(notes, listener, payload, before, started, 'threw');
        throw error;
      },
    );
  }

  #note(
    { recorder }: Notes,
    { event, name, priority }: Listener<never>,
    payload: object,
    before: unknown,
    started: number,
    outcome: 'called' | 'threw',
  ): void {
    const duration = performance.now() - started;
    const changes = this.#observer?.tell(payload, before);
    recorder.listener({
      event,
      listener: name,
      priority,
      outcome,
      start: toMicrosecond(started - recorder.began),
      duration: toMicrosecond(duration),
      changes,
      stoppedBy: undefined,
    });
  }

  // Listeners are called in the order of the plan, so the first `called` of it were, and the others of it were not
  // reached; those that are not in it at all were skipped.
  #tellTheRest(event: string, { recorder, called, last }: Notes, holder: PlanHolder): void {
    const all = this.#inner.listeners(event);
    if (called === all.length) return;
    const planned = holder.plan[event] ?? [];
    for (const listener of all) {
      const place = planned.indexOf(listener);
      if (place >= 0 && place < called) continue;
      const { name, priority } = listener;
      const outcome = place < 0 ? 'skipped' : 'not-reached';
      recorder.listener({
        event,
        listener: name,
        priority,
        outcome,
        start: 0,
        duration: 0,
        changes: undefined,
        stoppedBy: place < 0 ? undefined : last,
      });
    }
  }
}

// The clock tells no more, and the digits behind them would be half of what is stored.
function toMicrosecond(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

type Handle = (payload: object) => void | PromiseLike<void>;

interface Notes {
  readonly recorder: CallRecorder;
  called: number;
  last: string | undefined;
}
