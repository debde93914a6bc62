import { DeferredProfiles } from './deferred-profiles.ts';
import { roomOf } from './packing/packed-profile.ts';
import type { ProfileBatch, ProfileStorage, StorageHealth, StoredProfile } from './profile-storage.ts';

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
  readonly #options: Required<WriteBehindOptions>;
  readonly #deferred: DeferredProfiles;
  /** The oldest first; the last one is still being filled. */
  readonly #batches: WaitingBatch[] = [];
  #count = 0;
  #characters = 0;
  #dropped = 0;
  #retry = FIRST_RETRY;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #watchers: (() => void)[] = [];

  constructor(options: WriteBehindOptions) {
    const { batch = 256, most = 4096 } = options;
    this.#options = { delay: 50, room: 32_000_000, ...options, most, batch: Math.min(batch, Math.ceil(most / 8)) };
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
    const last = this.#lastOpen();
    const characters = roomOf(profile);
    last.batch.add(profile);
    last.count += 1;
    last.characters += characters;
    this.#count += 1;
    this.#characters += characters;
    if (this.#count > this.#options.most || this.#characters > this.#options.room) this.#makeRoom();
    if (this.#immediate || this.#retry > FIRST_RETRY) return;
    if (this.#isFull(this.#batches[0])) this.#writeNext();
    else this.#timer ??= setTimeout(() => this.#write(), this.#options.delay).unref();
  }

  /** How many wait. */
  get waiting(): number {
    return this.#deferred.count + this.#count;
  }

  /** What the storage says, with what was dropped here. */
  get health(): StorageHealth {
    const { written, dropped, trouble } = this.#options.storage.health;
    return { written, dropped: dropped + this.#dropped + this.#deferred.failed, trouble };
  }

  /** Resolves when nothing waits any more; until then the process stays. */
  flushed(): Promise<void> {
    this.#deferred.make();
    if (this.#count === 0) return Promise.resolve();
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
    while (this.#count > 0 && performance.now() < end) if (!this.#writeBatch()) sleep(5);
    while (this.#count > 0) this.#dropped += this.#leave();
    this.#tellWatchers();
  }

  #writeNext(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#immediate = setImmediate(() => this.#write());
  }

  #write(): void {
    this.#cancel();
    const first = this.#batches[0]!;
    first.closed = true;
    if (first.batch.prepare?.()) return this.#writeNext();
    const taken = this.#writeBatch();
    if (!taken) {
      this.#timer = setTimeout(() => this.#write(), this.#retry);
      if (this.#watchers.length === 0) this.#timer.unref();
      this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
      return;
    }
    this.#retry = FIRST_RETRY;
    if (this.#count === 0) return this.#tellWatchers();
    // What came meanwhile waits for its own batch: under load a transaction for every handful would cost more than all else.
    if (this.#watchers.length > 0 || this.#isFull(this.#batches[0])) this.#writeNext();
    else this.#timer = setTimeout(() => this.#write(), this.#options.delay).unref();
  }

  #writeBatch(): boolean {
    if (!this.#batches[0]!.batch.write()) return false;
    this.#leave();
    return true;
  }

  #lastOpen(): WaitingBatch {
    const last = this.#batches.at(-1);
    if (last && !last.closed && !this.#isFull(last)) return last;
    const batch = this.#options.storage.batch?.() ?? new ListBatch(this.#options.storage);
    const next = { batch, count: 0, characters: 0, closed: false };
    this.#batches.push(next);
    return next;
  }

  #isFull(batch: WaitingBatch | undefined): boolean {
    if (batch === undefined) return false;
    return batch.count >= this.#options.batch || batch.characters >= Math.min(BATCH_CHARACTERS, this.#options.room / 8);
  }

  #makeRoom(): void {
    const { most, room } = this.#options;
    while (this.#count > most || this.#characters > room) this.#dropped += this.#leave();
  }

  // The oldest batch waits no longer.
  #leave(): number {
    const { count, characters } = this.#batches.shift()!;
    this.#count -= count;
    this.#characters -= characters;
    return count;
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

interface WaitingBatch {
  readonly batch: ProfileBatch;
  count: number;
  characters: number;
  /** Is it about to be written? */
  closed: boolean;
}

/** For a storage that has no batches of its own. */
class ListBatch implements ProfileBatch {
  readonly #storage: Pick<ProfileStorage, 'write'>;
  readonly #profiles: StoredProfile[] = [];

  constructor(storage: Pick<ProfileStorage, 'write'>) {
    this.#storage = storage;
  }

  add(profile: StoredProfile): void {
    this.#profiles.push(profile);
  }

  write(): boolean {
    return this.#storage.write(this.#profiles);
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
