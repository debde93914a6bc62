import { DeferredProfiles } from './deferred-profiles.ts';
import { roomOf } from './packing/packed-profile.ts';
import type { ProfileStorage, StorageHealth, StoredProfile } from './profile-storage.ts';

/**
 * The queue between requests and the storage: profiles go in at once and are written a moment later in small batches,
 * with the event loop free between two of them. It is bounded; when the storage cannot take anything for long, the
 * oldest waiting profiles make room and are counted.
 */
export interface WriteBehindOptions {
  readonly storage: Pick<ProfileStorage, 'write' | 'health'>;
  /** Milliseconds a profile waits at most while the storage works; what a killed process loses. Default 25. */
  readonly delay?: number;
  /** Profiles in a batch. Default 128. */
  readonly batch?: number;
  /** Profiles that may wait. Default 4,096. */
  readonly most?: number;
  /** Characters or bytes that may wait, all profiles together. Default 32 million. */
  readonly room?: number;
}

// A tick that writes more than this would be felt by the requests that wait for it.
const BATCH_CHARACTERS = 1_000_000;
// Of more, what they are made of would have left the processor's cache before their turn comes.
const TOGETHER = 8;
const FIRST_RETRY = 25;
const LAST_RETRY = 1000;
// At the end another process may hold the store for a moment, and there will be no later.
const PATIENCE = 500;

// One listener for all queues, because a program that starts many hosts (a test) would otherwise pile them up.
const open = new Set<WriteBehind>();
process.on('exit', () => open.forEach((queue) => queue.close()));

/** Takes profiles at once and writes them a moment later; see {@link WriteBehindOptions}. */
export class WriteBehind {
  readonly #options: Required<WriteBehindOptions>;
  readonly #deferred: DeferredProfiles;
  #waiting: StoredProfile[] = [];
  #characters = 0;
  #dropped = 0;
  #retry = FIRST_RETRY;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #watchers: (() => void)[] = [];

  constructor(options: WriteBehindOptions) {
    this.#options = { delay: 25, batch: 128, most: 4096, room: 32_000_000, ...options };
    this.#deferred = new DeferredProfiles((profile) => this.push(profile), Math.min(TOGETHER, this.#options.batch));
    open.add(this);
  }

  /** Takes a profile that is to be made when the answers of this turn are out. */
  later(make: () => StoredProfile): void {
    if (open.has(this)) this.#deferred.add(make);
    else this.#dropped += 1;
  }

  /** Takes a profile; costs a push. */
  push(profile: StoredProfile): void {
    if (!open.has(this)) return void (this.#dropped += 1);
    this.#waiting.push(profile);
    this.#characters += roomOf(profile);
    const { most, room, batch, delay } = this.#options;
    if (this.#waiting.length > most || this.#characters > room) this.#makeRoom();
    if (this.#immediate || this.#retry > FIRST_RETRY) return;
    if (this.#waiting.length >= batch) this.#writeNext();
    else this.#timer ??= setTimeout(() => this.#write(), delay).unref();
  }

  /** How many wait. */
  get waiting(): number {
    return this.#deferred.count + this.#waiting.length;
  }

  /** What the storage says, with what was dropped here. */
  get health(): StorageHealth {
    const { written, dropped, trouble } = this.#options.storage.health;
    return { written, dropped: dropped + this.#dropped + this.#deferred.failed, trouble };
  }

  /** Resolves when nothing waits any more; until then the process stays. */
  flushed(): Promise<void> {
    this.#deferred.make();
    if (this.#waiting.length === 0) return Promise.resolve();
    if (!this.#immediate && this.#retry === FIRST_RETRY) this.#writeNext();
    this.#timer?.ref();
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  /** Writes what waits, at once; what the storage does not take within half a second is dropped. */
  close(): void {
    this.#deferred.make();
    if (!open.delete(this)) return;
    this.#cancel();
    const end = performance.now() + PATIENCE;
    while (this.#waiting.length > 0 && performance.now() < end) if (!this.#writeBatch()) sleep(5);
    this.#dropped += this.#waiting.length;
    this.#waiting = [];
    this.#characters = 0;
    this.#tellWatchers();
  }

  #writeNext(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#immediate = setImmediate(() => this.#write());
  }

  #write(): void {
    this.#cancel();
    const taken = this.#writeBatch();
    if (!taken) {
      this.#timer = setTimeout(() => this.#write(), this.#retry);
      if (this.#watchers.length === 0) this.#timer.unref();
      this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
      return;
    }
    this.#retry = FIRST_RETRY;
    if (this.#waiting.length === 0) return this.#tellWatchers();
    // What came meanwhile waits for its own batch: under load a transaction for every handful would cost more than all else.
    if (this.#watchers.length > 0 || this.#waiting.length >= this.#options.batch) this.#writeNext();
    else this.#timer = setTimeout(() => this.#write(), this.#options.delay).unref();
  }

  #writeBatch(): boolean {
    let count = 0;
    let characters = 0;
    while (count < this.#waiting.length && count < this.#options.batch && characters < BATCH_CHARACTERS) {
      characters += roomOf(this.#waiting[count]!);
      count += 1;
    }
    if (!this.#options.storage.write(this.#waiting.slice(0, count))) return false;
    this.#waiting.splice(0, count);
    this.#characters -= characters;
    return true;
  }

  #makeRoom(): void {
    // An eighth at once: taking one from the front of a long list for each that comes would be felt.
    const least = Math.ceil(this.#waiting.length / 8);
    let count = 0;
    while (count < this.#waiting.length && (count < least || this.#characters > this.#options.room)) {
      this.#characters -= roomOf(this.#waiting[count]!);
      count += 1;
    }
    this.#waiting.splice(0, count);
    this.#dropped += count;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#timer = undefined;
    this.#immediate = undefined;
  }

  #tellWatchers(): void {
    const watchers = this.#watchers;
    this.#watchers = [];
    watchers.forEach((watcher) => watcher());
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
