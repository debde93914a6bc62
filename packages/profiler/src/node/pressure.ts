import type { RecordedPause } from '../profile/recorded-features.ts';
import { clearInterval, performance, setInterval } from 'oriel-core/builtins';

/**
 * Pauses recording while the event loop is overloaded. One long block is worth recording, so only several long turns in
 * succession count; it ends when the turns were short for a second.
 */
export class Pressure {
  readonly #limit: number;
  readonly #onPause: () => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #turnAt = clock.now();
  #lateTurns = 0;
  #lateAt = 0;
  #pausedAt: number | undefined;
  #skipped = 0;
  #ended: RecordedPause | undefined;

  /**
   * @param limit milliseconds of delay from which a turn is long; 0 never pauses
   * @param onPause called whenever recording pauses
   */
  constructor(limit: number, onPause: () => void) {
    this.#limit = limit;
    this.#onPause = onPause;
    if (limit > 0) this.#timer = setInterval(() => this.turn(clock.now()), INTERVAL_MS).unref();
  }

  /** Notes a turn of the event loop. The timer calls it. */
  turn(now: number): void {
    const isLate = now - this.#turnAt - INTERVAL_MS > this.#limit;
    this.#turnAt = now;
    this.#lateTurns = isLate ? this.#lateTurns + 1 : 0;
    if (isLate) this.#lateAt = now;
    if (this.#pausedAt === undefined && this.#lateTurns >= LATE_TURNS) {
      this.#pausedAt = now;
      this.#onPause();
    } else if (this.#pausedAt !== undefined && now - this.#lateAt >= CALM_MS) this.#resume(now - this.#pausedAt);
  }

  /** Returns whether a request is recorded now, and counts those that are not. */
  accepts(): boolean {
    if (this.#pausedAt === undefined) return true;
    this.#skipped++;
    return false;
  }

  /** Returns the pause that ended before this request, to the first request after it. */
  takeEnded(): RecordedPause | undefined {
    const ended = this.#ended;
    this.#ended = undefined;
    return ended;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #resume(length: number): void {
    // There may have been an earlier pause without a request since.
    const { requests = 0, milliseconds = 0 } = this.#ended ?? {};
    this.#ended = { requests: requests + this.#skipped, milliseconds: milliseconds + length };
    this.#pausedAt = undefined;
    this.#skipped = 0;
  }
}

const clock = performance;
const INTERVAL_MS = 50;
const LATE_TURNS = 3;
const CALM_MS = 1000;
