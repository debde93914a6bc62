import { HEARTBEAT } from './update.ts';
import type { EventStream } from './event-stream.ts';

/**
 * Sends heartbeat comments to idle streams and ends streams at their deadline. One timer visits all streams in four groups,
 * so that thousands are not visited at the same time. A stream is visited four times per heartbeat and gets a comment at the
 * fourth visit without a write in between, after 70 to 95 % of the heartbeat.
 */
export class StreamTimer {
  readonly #groups: readonly Set<EventStream>[] = Array.from({ length: GROUPS }, () => new Set<EventStream>());
  readonly #groupOf = new Map<EventStream, Set<EventStream>>();
  readonly #deadlines = new Map<EventStream, NodeJS.Timeout>();
  readonly #interval: number;
  #timer: NodeJS.Timeout | undefined = undefined;
  #tick = 0;
  #next = 0;

  /** @param heartbeatMs the longest time without a write; 0 for no comments */
  constructor(heartbeatMs: number) {
    this.#interval = heartbeatMs / TICKS;
  }

  add(stream: EventStream): void {
    if (stream.deadline < Infinity) this.#scheduleEnd(stream);
    if (this.#interval <= 0) return;
    const group = this.#groups[this.#next++ % GROUPS]!;
    group.add(stream);
    this.#groupOf.set(stream, group);
    this.#timer ??= setInterval(() => this.#visitGroup(), this.#interval).unref();
  }

  delete(stream: EventStream): void {
    this.#groupOf.get(stream)?.delete(stream);
    this.#groupOf.delete(stream);
    clearTimeout(this.#deadlines.get(stream));
    this.#deadlines.delete(stream);
    if (this.#groupOf.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #visitGroup(): void {
    for (const stream of this.#groups[this.#tick++ % GROUPS]!) {
      if (++stream.visitsSinceWrite >= VISITS) stream.write(HEARTBEAT);
    }
  }

  // A timer runs for at most 24 days, so later deadlines take several timers.
  #scheduleEnd(stream: EventStream): void {
    const remainingMs = stream.deadline - Date.now();
    if (remainingMs <= 0) return stream.end('expired');
    this.#deadlines.set(
      stream,
      setTimeout(() => this.#scheduleEnd(stream), Math.min(remainingMs, MAX_TIMEOUT_MS)).unref(),
    );
  }
}

const GROUPS = 4;
const VISITS = 4;
// One more than needed, so that late timers do not exceed the heartbeat.
const TICKS = GROUPS * VISITS + 1;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
