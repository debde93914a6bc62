import { DeferredProfiles } from '../recorder/deferred-profiles.ts';
import type { ProfileStorage, StorageHealth, StoredProfile } from './profile-storage.ts';
import { WaitingBatches } from './waiting-batches.ts';

/**
 * The queue between requests and the storage: profiles go in at once and are written a moment later in small batches,
 * with the event loop free between two of them. It is bounded; when the storage cannot take anything for long, the
 * oldest waiting profiles make room and are counted.
 */
export interface WriteBehindOptions {
  readonly storage: Pick<ProfileStorage, 'write' | 'batch' | 'health'>;
  /** Milliseconds a profile waits at most while the storage works; what a killed process loses. Default 50. */
  readonly delay?: number;
  /** Profiles in a batch; an eighth of `most` at most. Default 256. */
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
  readonly #storage: WriteBehindOptions['storage'];
  readonly #delay: number;
  readonly #waiting: WaitingBatches;
  readonly #deferred: DeferredProfiles;
  #dropped = 0;
  #closed = false;
  #retry = FIRST_RETRY;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #watchers: (() => void)[] = [];

  constructor({ storage, delay = 50, batch = 256, most = 4096, room = 32_000_000 }: WriteBehindOptions) {
    this.#storage = storage;
    this.#delay = delay;
    this.#waiting = new WaitingBatches(storage, { batch, characters: BATCH_CHARACTERS, most, room });
    this.#deferred = new DeferredProfiles((profile) => this.push(profile), Math.min(TOGETHER, batch));
    open.add(this);
  }

  /** Takes a profile that is to be made when the answers of this turn are out. */
  later(make: () => StoredProfile): void {
    if (!this.#closed) this.#deferred.add(make);
    else this.#dropped += 1;
  }

  /** Takes a profile; costs a push. */
  push(profile: StoredProfile): void {
    if (this.#closed) return void (this.#dropped += 1);
    this.#dropped += this.#waiting.add(profile);
    if (this.#immediate || this.#retry > FIRST_RETRY) return;
    if (this.#waiting.hasFull) this.#writeNext();
    else this.#timer ??= setTimeout(() => this.#write(), this.#delay).unref();
  }

  /** How many wait. */
  get waiting(): number {
    return this.#deferred.count + this.#waiting.count;
  }

  /** What the storage says, with what was dropped here. */
  get health(): StorageHealth {
    const { written, dropped, trouble } = this.#storage.health;
    return { written, dropped: dropped + this.#dropped + this.#deferred.failed, trouble };
  }

  /** Resolves when nothing waits any more; until then the process stays. */
  flushed(): Promise<void> {
    this.#deferred.make();
    if (this.#waiting.count === 0) return Promise.resolve();
    if (!this.#immediate && this.#retry === FIRST_RETRY) this.#writeNext();
    this.#timer?.ref();
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  /** Writes what waits, at once; what the storage does not take within half a second is dropped. */
  close(): void {
    this.#deferred.make();
    if (!open.delete(this)) return;
    this.#closed = true;
    this.#cancel();
    const end = performance.now() + PATIENCE;
    while (this.#waiting.count > 0 && performance.now() < end) if (!this.#writeBatch()) sleep(5);
    while (this.#waiting.count > 0) this.#dropped += this.#waiting.shift();
    this.#tellWatchers();
  }

  #writeNext(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#immediate = setImmediate(() => this.#write());
  }

  #write(): void {
    this.#cancel();
    // What waited may have had to go meanwhile.
    if (this.#waiting.count === 0) return this.#written();
    if (this.#waiting.close().prepare?.()) return this.#writeNext();
    const taken = this.#writeBatch();
    if (!taken) {
      this.#timer = setTimeout(() => this.#write(), this.#retry);
      if (this.#watchers.length === 0) this.#timer.unref();
      this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
      return;
    }
    if (this.#waiting.count === 0) return this.#written();
    this.#retry = FIRST_RETRY;
    // What came meanwhile waits for its own batch: under load a transaction for every handful would cost more than all else.
    if (this.#watchers.length > 0 || this.#waiting.hasFull) this.#writeNext();
    else this.#timer = setTimeout(() => this.#write(), this.#delay).unref();
  }

  #written(): void {
    this.#retry = FIRST_RETRY;
    this.#tellWatchers();
  }

  #writeBatch(): boolean {
    if (!this.#waiting.close().write()) return false;
    this.#waiting.shift();
    return true;
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
