import { HEARTBEAT } from './event-format.ts';
import type { EventStream } from './event-stream.ts';

/**
 * Keeps connections alive and ends those whose time is up, with one timer for all. Each stream has its place in one of four
 * slices, so that thousands are not visited in the same instant. A stream is visited four times per heartbeat and gets a
 * comment at the fourth visit without a write in between, so after 70 to 95 % of the heartbeat.
 */
export class StreamTimer {
  readonly #slices: readonly Set<EventStream>[] = Array.from({ length: SLICES }, () => new Set<EventStream>());
  readonly #placeOf = new Map<EventStream, Set<EventStream>>();
  readonly #deadlines = new Map<EventStream, NodeJS.Timeout>();
  readonly #interval: number;
  #timer: NodeJS.Timeout | undefined = undefined;
  #turn = 0;
  #next = 0;

  /** @param heartbeat milliseconds of silence after which a stream has got a comment; 0 for none */
  constructor(heartbeat: number) {
    this.#interval = heartbeat / TICKS;
  }

  add(stream: EventStream): void {
    if (stream.deadline < Infinity) this.#await(stream);
    if (this.#interval <= 0) return;
    const slice = this.#slices[this.#next++ % SLICES]!;
    slice.add(stream);
    this.#placeOf.set(stream, slice);
    this.#timer ??= setInterval(() => this.#beat(), this.#interval).unref();
  }

  delete(stream: EventStream): void {
    this.#placeOf.get(stream)?.delete(stream);
    this.#placeOf.delete(stream);
    clearTimeout(this.#deadlines.get(stream));
    this.#deadlines.delete(stream);
    if (this.#placeOf.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const stream of this.#slices[this.#turn++ % SLICES]!) {
      if (++stream.visitsSinceWrite >= VISITS) stream.write(HEARTBEAT);
    }
  }

  // A timer takes at most 24 days.
  #await(stream: EventStream): void {
    const left = stream.deadline - Date.now();
    if (left <= 0) return stream.end('expired');
    this.#deadlines.set(stream, setTimeout(() => this.#await(stream), Math.min(left, MOST_TIMEOUT)).unref());
  }
}

const SLICES = 4;
const VISITS = 4;
// One more than it takes, so that timers that are late do not exceed the heartbeat.
const TICKS = SLICES * VISITS + 1;
const MOST_TIMEOUT = 2 ** 31 - 1;
