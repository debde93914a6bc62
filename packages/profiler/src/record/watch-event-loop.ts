import { clearInterval, performance, setInterval } from 'oriel-core/builtins';

/** A time range in which the event loop was blocked, in milliseconds on the clock of `performance.now()`. */
export interface LoopBlock {
  readonly start: number;
  readonly duration: number;
}

type TimeRange = readonly [from: number, to: number];

const clock = performance;

/**
 * Detects blocks of the event loop: a timer with a short interval fires late. Up to one interval before it may have been
 * idle, so that much is subtracted; a block is never reported too long. If the machine is busy, the timer is late as well: then
 * the process used little CPU time and was interrupted, or it was idle. Loading of libraries happens once, and is not a block.
 */
export class EventLoopWatch {
  readonly #blocks: LoopBlock[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #readUsage: () => ProcessUsage;
  #alive = clock.now();
  #usage: ProcessUsage;
  /** Time ranges in which libraries were loaded, in the order of their starts. */
  readonly #loading: TimeRange[] = [];

  /** @param readUsage returns the CPU time that the process has used */
  constructor(readUsage: () => ProcessUsage = readProcessUsage) {
    this.#readUsage = readUsage;
    this.#usage = readUsage();
    this.#timer = setInterval(() => this.beat(), INTERVAL_MS).unref();
  }

  /** Records a turn of the event loop. Callers that know of one may report it. */
  beat(now = clock.now()): void {
    const start = this.#alive + INTERVAL_MS;
    const [before, usage] = [this.#usage, this.#readUsage()];
    [this.#alive, this.#usage] = [now, usage];
    const duration = now - start;
    if (duration < MIN_BLOCK_MS || isBusyMachine(before, usage, duration)) return;
    this.#blocks.push({ start, duration });
    if (this.#blocks.length > MAX_BLOCKS) this.#blocks.shift();
  }

  /** Subtracts the time in which a library was loaded, also from blocks that were detected before its end. */
  subtractLoading(from: number, to: number): void {
    this.#loading.push([from, to]);
    this.#loading.sort((a, b) => a[0] - b[0]);
    if (this.#loading.length > MAX_BLOCKS) this.#loading.shift();
  }

  /**
   * Returns the blocks that overlap a time range, clipped to it. A block that ends now is included: after a handler that
   * blocks, the response may be sent before the timer fires.
   */
  between(from: number, to: number, now = clock.now()): readonly LoopBlock[] {
    if (now - this.#alive >= INTERVAL_MS) this.beat(now);
    const found: LoopBlock[] = [];
    // A busy process has many blocks, of which few overlap a request.
    for (let index = this.#blocks.length - 1; index >= 0; index--) {
      const block = this.#blocks[index]!;
      const end = block.start + block.duration;
      if (end <= from) break;
      if (block.start >= to) continue;
      const duration = block.duration - this.#loadingWithin(block.start, end);
      const start = Math.max(block.start, from);
      const clipped = Math.min(block.start + duration, to) - start;
      if (duration >= MIN_BLOCK_MS && clipped >= 1) found.unshift({ start, duration: clipped });
    }
    return found.length === 0 ? NONE : found;
  }

  // Imports overlap each other.
  #loadingWithin(from: number, to: number): number {
    let [sum, end] = [0, from];
    for (const [first, last] of this.#loading) {
      sum += Math.max(0, Math.min(last, to) - Math.max(first, end));
      end = Math.max(end, Math.min(last, to));
    }
    return sum;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Starts to watch. The timer does not keep the process alive. */
export function watchEventLoop(): EventLoopWatch {
  return new EventLoopWatch();
}

/** What the process has used until now. Times are milliseconds. */
export interface ProcessUsage {
  readonly cpu: number;
  /** The time in which the event loop waited for events. */
  readonly idle: number;
  /** How often the system interrupted the process for another one. */
  readonly interruptions: number;
}

const eventLoopUtilization = globalThis.performance.eventLoopUtilization.bind(globalThis.performance);
const resourceUsage = process.resourceUsage.bind(process);

function readProcessUsage(): ProcessUsage {
  const { userCPUTime, systemCPUTime, involuntaryContextSwitches: interruptions } = resourceUsage();
  return { cpu: (userCPUTime + systemCPUTime) / 1000, idle: eventLoopUtilization().idle, interruptions };
}

// A call that waits, such as `execSync`, uses no CPU time and is not interrupted.
function isBusyMachine(before: ProcessUsage, after: ProcessUsage, duration: number): boolean {
  if (after.cpu - before.cpu >= Math.max(MIN_BLOCK_MS, duration / 4)) return false;
  return after.interruptions > before.interruptions || after.idle - before.idle > duration / 2;
}

const INTERVAL_MS = 20;
const MIN_BLOCK_MS = 50;
// Enough for a minute of a host that is mostly blocked; older blocks belong to completed requests.
const MAX_BLOCKS = 100;
const NONE: readonly LoopBlock[] = [];
