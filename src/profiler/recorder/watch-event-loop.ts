/** A stretch in which nothing else could run, in milliseconds on the clock of `performance.now()`. */
export interface LoopBlock {
  readonly start: number;
  readonly duration: number;
}

const clock = performance;

/**
 * Notices when the event loop stands still: a timer that should come every few milliseconds comes late. Of the stretch
 * before it up to one interval may have been idle, so that much is never counted: a block is told too short rather than
 * too long.
 */
export class EventLoopWatch {
  readonly #blocks: LoopBlock[] = [];
  readonly #timer: NodeJS.Timeout;
  #alive = clock.now();

  constructor() {
    this.#timer = setInterval(() => this.beat(), EVERY).unref();
  }

  /** The loop turned just now; whoever knows may say so. */
  beat(now = clock.now()): void {
    const start = this.#alive + EVERY;
    this.#alive = now;
    if (now - start < LEAST) return;
    this.#blocks.push({ start, duration: now - start });
    if (this.#blocks.length > MOST) this.#blocks.shift();
  }

  /**
   * The blocks that overlap a stretch of time, each cut to it. A block that ends just now counts: after a handler that
   * computes, the answer may be sent before the timer gets its turn.
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

/** Begins to watch; the timer keeps no process running. */
export function watchEventLoop(): EventLoopWatch {
  return new EventLoopWatch();
}

const EVERY = 20;
const LEAST = 50;
// Enough for a minute of a host that does little else; older ones belong to requests that ended long ago.
const MOST = 100;
const NONE: readonly LoopBlock[] = [];
