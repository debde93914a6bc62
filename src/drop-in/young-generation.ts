import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { GCProfiler, getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { GCProfilerResult } from 'node:v8';

/**
 * Keeps V8 from growing the young generation of the heap without a benefit. V8 doubles it, up to 128 MB, whenever enough objects
 * survived since the last time, however long ago that was. It may do so here only while a considerable part of what is
 * allocated survives a scavenge: otherwise a larger young generation saves hardly any work.
 */
export class YoungGenerationLimit {
  readonly #limit: number;
  readonly #onWorker: () => void;
  #countdown = CHECK_INTERVAL;
  #isUsed: boolean;
  #isLimited = false;
  #measured = { size: 0, at: 0 };
  #profiler: GCProfiler | undefined;
  #sum: Survivors = { scavenges: 0, allocated: 0, survived: 0 };

  /**
   * @param megabytes the size of a semi-space from which it may be limited; 0 for no limit
   * @param options the options of the process; a size that the developer has chosen is not limited
   */
  constructor(megabytes: number, options: readonly string[]) {
    this.#limit = megabytes * 2 ** 20;
    this.#isUsed = megabytes > 0 && !options.some((option) => SIZE_OPTION.test(option));
    this.#onWorker = () => this.stop();
    // The flag applies to all threads, and the heap of a new one starts with the smallest size.
    if (this.#isUsed) subscribe(WORKERS, this.#onWorker);
  }

  /** Whether V8 is kept from growing it now. */
  get isLimited(): boolean {
    return this.#isLimited;
  }

  /** Notes a request. */
  request(): void {
    if (!this.#isUsed || --this.#countdown > 0) return;
    this.#countdown = CHECK_INTERVAL;
    if (this.#profiler !== undefined) return this.#measure(this.#profiler);
    const size = semiSpaceSize();
    if (size < this.#limit || (size === this.#measured.size && clock.now() - this.#measured.at < PATIENCE_MS)) return;
    this.#measured = { size, at: clock.now() };
    this.#profiler = new GCProfiler();
    this.#profiler.start();
  }

  /** Lets V8 grow it again. */
  stop(): void {
    unsubscribe(WORKERS, this.#onWorker);
    this.#isUsed = false;
    this.#profiler?.stop();
    this.#profiler = undefined;
    this.#setLimited(false);
  }

  #measure(profiler: GCProfiler): void {
    this.#sum = addSurvivors(this.#sum, profiler.stop());
    const { scavenges, allocated, survived } = this.#sum;
    if (scavenges < ENOUGH_SCAVENGES) return profiler.start();
    this.#profiler = undefined;
    this.#sum = { scavenges: 0, allocated: 0, survived: 0 };
    this.#setLimited(survived < allocated * SMALL_PART);
  }

  #setLimited(isLimited: boolean): void {
    if (isLimited === this.#isLimited) return;
    this.#isLimited = isLimited;
    setFlagsFromString(`--semi-space-growth-factor=${isLimited ? 1 : V8_GROWTH_FACTOR}`);
  }
}

interface Survivors {
  readonly scavenges: number;
  /** Bytes that were in the young generation before scavenges. */
  readonly allocated: number;
  /** Bytes of these that were not freed. */
  readonly survived: number;
}

function addSurvivors(sum: Survivors, { statistics }: GCProfilerResult): Survivors {
  let { scavenges, allocated, survived } = sum;
  for (const { gcType, beforeGC, afterGC } of statistics) {
    if (gcType !== 'Scavenge') continue;
    const young = youngBytes(beforeGC);
    scavenges++;
    allocated += young;
    survived += young - (beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize);
  }
  return { scavenges, allocated, survived };
}

function youngBytes({ heapSpaceStatistics: spaces }: GCProfilerResult['statistics'][number]['beforeGC']): number {
  return spaces.find(({ spaceName }) => spaceName === 'new_space')?.spaceUsedSize ?? 0;
}

// V8 reports the memory of both semi-spaces.
function semiSpaceSize(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return (space?.space_size ?? 0) / 2;
}

const clock = performance;
/** Requests between two checks. */
const CHECK_INTERVAL = 64;
/** Milliseconds after which the survivors are measured again: the application may do other work by then. */
const PATIENCE_MS = 5000;
const ENOUGH_SCAVENGES = 3;
const SMALL_PART = 0.05;
const WORKERS = 'worker_threads';
const SIZE_OPTION = /--(?:min|max)[-_]semi[-_]space[-_]size|--semi[-_]space[-_]growth/;
const V8_GROWTH_FACTOR = 2;
