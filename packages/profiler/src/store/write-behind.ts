import { addUncountedListener } from '../uncounted-listeners.ts';
import {
  clearImmediate,
  clearInterval,
  clearTimeout,
  performance,
  setImmediate,
  setInterval,
  setTimeout,
} from 'oriel-core/builtins';
import { andThen, atMost, isPromise } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import type { Profile } from '../profile/profile.ts';
import { toList } from '../profile/recorded-values.ts';
import type { EncodedProfile, ProfileStorage, StorageHealth } from './profile-storage.ts';

export interface WriteBehindOptions {
  readonly storage: Pick<ProfileStorage, 'write' | 'encoding' | 'health' | 'batch' | 'reportLost'>;
  /**
   * Milliseconds between two writes while the storage accepts them. The first profile after a pause does not wait. Default 50; with 0,
   * the profiles of each turn of the event loop are written at its end.
   */
  readonly delay?: number | undefined;
  /** The most profiles in a batch. Default that of the storage, or 64: writing more at once would delay requests. */
  readonly batch?: number;
  /** The most profiles in the queue. Default 4,096. */
  readonly maxProfiles?: number;
  /** The most characters of all profiles in the queue together. Default 32 million. */
  readonly maxCharacters?: number;
}

// Reading the global `performance` is slow, because it is a getter.
const clock = performance;
const BATCH_CHARACTERS = 1_000_000;
const MAX_PENDING = 16;
// Each holds the trace of its request.
const MAX_UNFINISHED = 100;
const MAX_WAIT = 1_000;
const CHECK_INTERVAL = 20;
const INITIAL_RETRY = 25;
const LAST_RETRY = 1000;
const CLOSE_TIMEOUT = 500;
const ASYNC_CLOSE_TIMEOUT = 2_000;

// One listener for all queues: tests start hundreds of hosts in one process. A process without queues has none.
const open = new Set<WriteBehind>();
const closeAll = (): void => open.forEach((queue) => void queue.close());

/**
 * The queue between requests and the profile storage. It writes small batches and yields to the event loop between two of
 * them, or waits until the storage has written one. If the storage rejects writes for long, the oldest profiles are dropped
 * and counted.
 */
export class WriteBehind {
  readonly #options: Required<WriteBehindOptions> & { readonly delay: number };
  /** Creates profiles of requests that completed in this turn of the event loop. */
  #pending: CreateProfile[] = [];
  /** Profiles of requests whose work has not ended. */
  #unfinished: { readonly create: CreateProfile; readonly isFinished: () => boolean; readonly until: number }[] = [];
  #checking: NodeJS.Timeout | undefined;
  readonly #queue: Waiting[] = [];
  #size = 0;
  /** The profiles at the begin of the queue that the storage is writing. */
  #writing = 0;
  #dropped = 0;
  #closed = false;
  #retry = INITIAL_RETRY;
  /** When the next profile is written at once, on the clock of `performance.now()`. */
  #dueAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #creating: NodeJS.Immediate | undefined;
  #waiters: (() => void)[] = [];
  #written: Promise<boolean> | PromiseLike<boolean> = Promise.resolve(true);

  constructor({
    storage,
    delay = 50,
    batch = storage.batch ?? 64,
    maxProfiles = 4096,
    maxCharacters = 32_000_000,
  }: WriteBehindOptions) {
    this.#options = { storage, delay, batch, maxProfiles, maxCharacters };
    open.add(this);
    if (!process.listeners('exit').includes(closeAll)) addUncountedListener(process, 'exit', closeAll);
  }

  /**
   * Adds a profile that is created at the end of this turn of the event loop, when all listeners of the request are done, or
   * when 16 are waiting: until then, the whole request stays in memory. Creating several together takes less time for each.
   *
   * @param create returns the profile, or undefined if it cannot be created
   * @param isFinished returns whether the work of the request has ended, such as a query that it did not wait for. The profile is
   * created when it has, after a second at the latest.
   */
  pushLater(create: CreateProfile, isFinished?: () => boolean): void {
    if (this.#closed) return this.#lose(1);
    if (isFinished?.() === false && this.#unfinished.length < MAX_UNFINISHED) {
      this.#unfinished.push({ create, isFinished, until: clock.now() + MAX_WAIT });
      this.#checking ??= setInterval(() => this.#checkUnfinished(), CHECK_INTERVAL).unref();
      return;
    }
    if (this.#pending.length >= MAX_PENDING) this.#createPending();
    this.#pending.push(create);
    this.#creating ??= setImmediate(() => {
      this.#createPending();
      // The process may be killed in the next turn.
      if (this.#immediate) this.#write();
    });
  }

  /** Adds a profile. After `close`, the profile is dropped and counted. */
  push(profile: Profile): void {
    if (this.#closed) return this.#lose(1);
    const waiting = this.#prepare(profile);
    if (waiting === undefined) return;
    this.#queue.push(waiting);
    this.#size += waiting.size;
    const { maxProfiles, maxCharacters, batch } = this.#options;
    while (this.#isOverLimit(maxProfiles, maxCharacters)) this.#lose(this.#remove(1, this.#writing));
    if (this.#immediate || this.#writing > 0 || this.#retry > INITIAL_RETRY) return;
    const wait = this.#dueAt - clock.now();
    if (this.#queue.length >= batch || this.#size >= BATCH_CHARACTERS || wait <= 0) this.#writeSoon();
    else this.#timer ??= setTimeout(() => this.#write(), wait).unref();
  }

  /** The number of profiles in the queue. */
  get waiting(): number {
    return this.#unfinished.length + this.#pending.length + this.#queue.length;
  }

  /** The health of the storage, including the profiles that this queue dropped. */
  get health(): StorageHealth {
    const { written, dropped, trouble } = this.#options.storage.health;
    return { written, dropped: dropped + this.#dropped, trouble };
  }

  /** Writes all profiles in the queue. Resolves when the queue is empty; the process stays alive until then. */
  flushed(): Promise<void> {
    this.#checkUnfinished(true);
    this.#createPending();
    if (this.#queue.length === 0) return Promise.resolve();
    if (!this.#immediate && this.#writing === 0 && this.#retry === INITIAL_RETRY) this.#writeSoon();
    this.#timer?.ref();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Like {@link flushed}, for at most two seconds, for a process that has nothing else to do. */
  async drain(): Promise<void> {
    if (this.waiting === 0) return;
    await atMost(this.flushed(), ASYNC_CLOSE_TIMEOUT);
    // A storage that is not available must not keep the process alive.
    this.#waiters = [];
    this.#timer?.unref();
  }

  /**
   * Writes all profiles in the queue: synchronously, or until the promise resolves for a storage that writes asynchronously.
   * Those that the storage rejects for half a second, or does not write within two seconds, are dropped.
   */
  close(): MaybePromise<void> {
    this.#checkUnfinished(true);
    this.#createPending();
    if (!open.delete(this)) return;
    this.#closed = true;
    this.#cancelTimers();
    if (this.#writing > 0) return this.#finish();
    const end = clock.now() + CLOSE_TIMEOUT;
    while (this.#queue.length > 0 && clock.now() < end) {
      const isWritten = this.#writeBatch();
      if (isPromise(isWritten)) return this.#finish();
      if (!isWritten) sleep(5);
    }
    this.#dropRest();
  }

  /** Counts profiles that were lost before they were added, because no token was available. */
  reportLost(count: number): void {
    this.#options.storage.reportLost?.(count);
  }

  // A storage encodes all profiles or none.
  #prepare(profile: Profile): Waiting | undefined {
    const { encoding } = this.#options.storage;
    if (encoding === undefined) return { profile, size: estimateSize(profile) };
    const encoded = encoding.encode(profile);
    return encoded && { profile: encoded, size: SMALLEST_PROFILE + encoded.bytes.length };
  }

  // The last query of a request may have ended in this turn, and the next one may follow.
  #checkUnfinished(all = false): void {
    const now = clock.now();
    const waiting = this.#unfinished;
    this.#unfinished = [];
    for (const profile of waiting) {
      if (all || now >= profile.until || profile.isFinished()) this.pushLater(profile.create);
      else this.#unfinished.push(profile);
    }
    if (this.#unfinished.length > 0) return;
    clearInterval(this.#checking);
    this.#checking = undefined;
  }

  #createPending(): void {
    clearImmediate(this.#creating);
    this.#creating = undefined;
    const pending = this.#pending;
    this.#pending = [];
    for (const create of pending) {
      const profile = create();
      if (profile !== undefined) this.push(profile);
    }
  }

  #writeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#immediate = setImmediate(() => this.#write());
  }

  #write(): void {
    this.#cancelTimers();
    this.#dueAt = clock.now() + this.#options.delay;
    void andThen(this.#writeBatch(), (isWritten) => this.#continue(isWritten));
  }

  #continue(isWritten: boolean): void {
    // Another function waits for the batch, and writes the others.
    if (this.#closed) return;
    if (!isWritten) {
      this.#timer = setTimeout(() => this.#write(), this.#retry);
      if (this.#waiters.length === 0) this.#timer.unref();
      this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
      return;
    }
    this.#retry = INITIAL_RETRY;
    if (this.#queue.length === 0) return this.#resolveWaiters();
    const { batch, delay } = this.#options;
    if (this.#waiters.length > 0 || this.#queue.length >= batch || this.#size >= BATCH_CHARACTERS) this.#writeSoon();
    else this.#timer = setTimeout(() => this.#write(), delay).unref();
  }

  #writeBatch(): MaybePromise<boolean> {
    const { storage, batch: most } = this.#options;
    let count = 0;
    for (let size = 0; count < Math.min(most, this.#queue.length) && size < BATCH_CHARACTERS; count++)
      size += this.#queue[count]!.size;
    if (count === 0) return true;
    const batch = this.#queue.slice(0, count).map(({ profile }) => profile);
    const isStored = storage.encoding?.write(batch as EncodedProfile[]) ?? storage.write(batch as Profile[]);
    if (isPromise(isStored)) {
      this.#writing = count;
      const end = (isDone: boolean): boolean => {
        this.#writing = 0;
        if (isDone) this.#remove(count);
        return isDone;
      };
      // An unhandled rejection would end the process.
      this.#written = isStored.then(end, () => end(false));
      return this.#written;
    }
    if (isStored) this.#remove(count);
    return isStored;
  }

  // After the storage has accepted or rejected the current batch, writes the others.
  async #finish(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const end = clock.now() + ASYNC_CLOSE_TIMEOUT;
    const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ASYNC_CLOSE_TIMEOUT)));
    let isWritten = await Promise.race([this.#written, late]);
    while (this.#writing === 0 && this.#queue.length > 0 && clock.now() < end) {
      if (!isWritten) await new Promise((resolve) => setTimeout(resolve, INITIAL_RETRY));
      isWritten = await Promise.race([this.#writeBatch(), late]);
    }
    clearTimeout(timer);
    this.#dropRest();
  }

  #dropRest(): void {
    if (this.#queue.length > 0) this.#lose(this.#remove(this.#queue.length));
    this.#resolveWaiters();
  }

  #lose(count: number): void {
    this.#dropped += count;
    this.reportLost(count);
  }

  // A batch that is being written is not dropped.
  #isOverLimit(maxProfiles: number, maxCharacters: number): boolean {
    const { length } = this.#queue;
    return length > this.#writing && (length > maxProfiles || this.#size > maxCharacters);
  }

  #remove(count: number, from = 0): number {
    for (const { size } of this.#queue.splice(from, count)) this.#size -= size;
    return count;
  }

  #cancelTimers(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#timer = undefined;
    this.#immediate = undefined;
  }

  #resolveWaiters(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    waiters.forEach((resolve) => resolve());
  }
}

type CreateProfile = () => Profile | undefined;

interface Waiting {
  readonly profile: Profile | EncodedProfile;
  readonly size: number;
}

const SMALLEST_PROFILE = 1_000;

// Characters of the parts that can be large; a bound on memory does not need more.
function estimateSize({ data }: Profile): number {
  const { request, response, logs, spans, pipeline } = data;
  let size = SMALLEST_PROFILE + (request?.body?.content.length ?? 0) + (response?.body?.content.length ?? 0);
  for (const { message, context } of toList(logs)) size += message.length + context.length;
  for (const { details } of toList(spans)) {
    const sql = details?.['sql'];
    size += 100 + (typeof sql === 'string' ? sql.length : 0);
  }
  return size + toList(pipeline).length * 100;
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
