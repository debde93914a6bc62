import { clearInterval, performance, setInterval } from '../../core/builtins/globals.ts';

/** A time range in which the event loop was blocked, in milliseconds on the clock of `performance.now()`. */
export interface LoopBlock {
  readonly start: number;
  readonly duration: number;
}

const clock = performance;

/**
 * Detects blocks of the event loop: a timer with a short interval fires late. Up to one interval before it may have been
 * idle, so that much is subtracted; a block is never reported too long.
 */
export class EventLoopWatch {
  readonly #blocks: LoopBlock[] = [];
  readonly #timer: NodeJS.Timeout;
  #alive = clock.now();

  constructor() {
    this.#timer = setInterval(() => this.beat(), INTERVAL_MS).unref();
  }

  /** Records a turn of the event loop. Callers that know of one may report it. */
  beat(now = clock.now()): void {
    const start = this.#alive + INTERVAL_MS;
    this.#alive = now;
    if (now - start < MIN_BLOCK_MS) return;
    this.#blocks.push({ start, duration: now - start });
    if (this.#blocks.length > MAX_BLOCKS) this.#blocks.shift();
  }

  /**
   * Returns the blocks that overlap a time range, clipped to it. A block that ends now is included: after a handler that
   * blocks, the response may be sent before the timer fires.
   */
  between(from: number, to: number, now = clock.now()): readonly LoopBlock[] {
    this.beat(now);
    const newest = this.#blocks.at(-1);
    if (newest === undefined || newest.start + newest.duration <= from) return NONE;
    return this.#blocks
      .map(({ start, duration }) => ({ start: Math.max(start, from), end: Math.min(start + duration, to) }))
      .filter(({ start, end }) => end - start >= 1)
      .map(({ start, end }) => ({ start, duration: end - start }));
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Starts to watch. The timer does not keep the process alive. */
export function watchEventLoop(): EventLoopWatch {
  return new EventLoopWatch();
}

const INTERVAL_MS = 20;
const MIN_BLOCK_MS = 50;
// Enough for a minute of a host that is mostly blocked; older blocks belong to completed requests.
const MAX_BLOCKS = 100;
const NONE: readonly LoopBlock[] = [];
