import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Profile } from '../profile/profile.ts';
import { batch } from '../../../../test/contracts/profile-storage.ts';
import { WriteBehind } from './write-behind.ts';

describe('WriteBehind with a storage that writes asynchronously', () => {
  it('writes one batch at a time, in order', async () => {
    const storage = new AsyncStorage();
    const queue = new WriteBehind({ storage, batch: 10 });
    const profiles = batch(0, 25);
    for (const profile of profiles.slice(0, 15)) queue.push(profile);
    await storage.started(1);
    for (const profile of profiles.slice(15)) queue.push(profile);
    await turns();
    deepEqual([storage.sizes, queue.waiting], [[10], 25]);
    storage.finish(true);
    await storage.started(2);
    equal(queue.waiting, 15);
    const flushed = queue.flushed();
    await turns();
    deepEqual(storage.sizes, [10, 10]);
    storage.finish(true);
    await storage.started(3);
    storage.finish(true);
    await flushed;
    deepEqual([storage.sizes, queue.waiting, queue.health.dropped], [[10, 10, 5], 0, 0]);
    deepEqual(storage.tokens, getTokens(profiles));
    await queue.close();
  });

  it('resolves flushed when the storage has written the last batch, not earlier', async () => {
    const storage = new AsyncStorage();
    const queue = new WriteBehind({ storage });
    for (const profile of batch(0, 3)) queue.push(profile);
    let isFlushed = false;
    const flushed = queue.flushed().then(() => (isFlushed = true));
    await storage.started(1);
    await turns();
    equal(isFlushed, false);
    storage.finish(true);
    await flushed;
    equal(queue.waiting, 0);
    await queue.close();
  });

  it('writes a batch again whose promise is rejected, which does not end the process', async () => {
    const written: number[] = [];
    let calls = 0;
    const storage = {
      health: { written: 0, dropped: 0, trouble: undefined },
      write: async (profiles: readonly Profile[]): Promise<boolean> => {
        if (calls++ === 0) throw new Error('refused');
        written.push(profiles.length);
        return true;
      },
    };
    const queue = new WriteBehind({ storage });
    for (const profile of batch(0, 3)) queue.push(profile);
    await queue.flushed();
    deepEqual([calls, written, queue.waiting], [2, [3], 0]);
    await queue.close();
  });

  it('keeps a batch that the storage rejects, and writes it again before the others', async () => {
    const storage = new AsyncStorage();
    const queue = new WriteBehind({ storage, batch: 2 });
    const profiles = batch(0, 4);
    for (const profile of profiles) queue.push(profile);
    const flushed = queue.flushed();
    await storage.started(1);
    storage.finish(false);
    await storage.started(2);
    equal(queue.waiting, 4);
    storage.finish(true);
    await storage.started(3);
    storage.finish(true);
    await flushed;
    deepEqual(storage.attempts.map(getTokens), [
      getTokens(profiles.slice(0, 2)),
      getTokens(profiles.slice(0, 2)),
      getTokens(profiles.slice(2)),
    ]);
    deepEqual([storage.tokens, queue.health.dropped], [getTokens(profiles), 0]);
    await queue.close();
  });

  it('drops the oldest profiles behind the batch that is being written', async () => {
    const storage = new AsyncStorage();
    const queue = new WriteBehind({ storage, batch: 2, maxProfiles: 4 });
    const profiles = batch(0, 7);
    for (const profile of profiles.slice(0, 2)) queue.push(profile);
    await storage.started(1);
    for (const profile of profiles.slice(2)) queue.push(profile);
    deepEqual([queue.waiting, queue.health.dropped, storage.lost], [4, 3, 3]);
    const flushed = queue.flushed();
    // A rejected batch is still in the queue.
    for (const [index, isWritten] of [false, true, true].entries()) {
      await storage.started(index + 1);
      storage.finish(isWritten);
    }
    await flushed;
    deepEqual(storage.tokens, getTokens([...profiles.slice(0, 2), ...profiles.slice(5)]));
    await queue.close();
  });

  it('drops a new profile if the batch that is being written fills the queue', async () => {
    const storage = new AsyncStorage();
    const queue = new WriteBehind({ storage, batch: 2, maxProfiles: 2 });
    const profiles = batch(0, 3);
    for (const profile of profiles.slice(0, 2)) queue.push(profile);
    await storage.started(1);
    queue.push(profiles[2]!);
    deepEqual([queue.waiting, queue.health.dropped], [2, 1]);
    const closed = queue.close();
    storage.finish(true);
    await closed;
    deepEqual(storage.tokens, getTokens(profiles.slice(0, 2)));
  });

  it('waits for the current batch and writes the others when it is closed', async () => {
    const storage = new AsyncStorage();
    const queue = new WriteBehind({ storage, batch: 2 });
    const profiles = batch(0, 5);
    for (const profile of profiles) queue.push(profile);
    await storage.started(1);
    let isClosed = false;
    const closed = Promise.resolve(queue.close()).then(() => (isClosed = true));
    queue.push(profiles[0]!);
    await turns();
    deepEqual([isClosed, storage.sizes, queue.health.dropped], [false, [2], 1]);
    for (let attempt = 1; attempt <= 3; attempt++) {
      await storage.started(attempt);
      await turns();
      storage.finish(true);
    }
    await closed;
    deepEqual([storage.sizes, storage.tokens, queue.waiting], [[2, 2, 1], getTokens(profiles), 0]);
  });

  it('writes a rejected batch again while it closes, after a pause', async () => {
    const storage = new AsyncStorage();
    const queue = new WriteBehind({ storage });
    const profiles = batch(0, 3);
    for (const profile of profiles) queue.push(profile);
    const closed = queue.close();
    await storage.started(1);
    storage.finish(false);
    await turns();
    equal(storage.attempts.length, 1);
    await storage.started(2);
    storage.finish(true);
    await closed;
    deepEqual([storage.tokens, queue.health.dropped], [getTokens(profiles), 0]);
  });

  it('drops and counts what the storage does not write in time when it is closed, and resolves flushed', async () => {
    const storage = new AsyncStorage();
    const queue = new WriteBehind({ storage, batch: 2 });
    for (const profile of batch(0, 5)) queue.push(profile);
    const flushed = queue.flushed();
    await storage.started(1);
    const closed = queue.close();
    await closed;
    await flushed;
    deepEqual([storage.sizes, queue.waiting, queue.health.dropped, storage.lost], [[2], 0, 5, 5]);
  });
});

/** A storage whose test decides when and how each write ends. */
class AsyncStorage {
  readonly attempts: (readonly Profile[])[] = [];
  lost = 0;
  readonly #written: Profile[] = [];
  #finish: ((isWritten: boolean) => void) | undefined;
  #watchers: { readonly count: number; readonly resolve: () => void }[] = [];

  write(profiles: readonly Profile[]): Promise<boolean> {
    this.attempts.push(profiles);
    for (const { count, resolve } of this.#watchers) if (this.attempts.length >= count) resolve();
    return new Promise((resolve) => {
      this.#finish = (isWritten) => {
        if (isWritten) this.#written.push(...profiles);
        resolve(isWritten);
      };
    });
  }

  reportLost(count: number): void {
    this.lost += count;
  }

  /** Ends the current write. */
  finish(isWritten: boolean): void {
    this.#finish!(isWritten);
  }

  /** Waits until this many writes have begun. */
  started(count: number): Promise<void> {
    if (this.attempts.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ count, resolve }));
  }

  get sizes(): number[] {
    return this.attempts.map(({ length }) => length);
  }

  get tokens(): string[] {
    return getTokens(this.#written);
  }

  get health() {
    return { written: this.#written.length, dropped: 0, trouble: undefined };
  }
}

function getTokens(profiles: readonly Profile[]): string[] {
  return profiles.map(({ summary }) => summary.token);
}

/** Lets everything run that does not wait for the storage. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}
