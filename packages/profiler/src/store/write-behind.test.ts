import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { batch, profile } from '../../../../test/contracts/profile-storage.ts';
import type { Profile } from '../profile/profile.ts';
import { WriteBehind } from './write-behind.ts';

describe('WriteBehind', () => {
  it('writes a profile later, not within the call of push', async () => {
    const storage = new FakeStorage();
    const queue = new WriteBehind({ storage });
    queue.push(profile(0));
    assert.deepEqual([queue.waiting, storage.batches.length], [1, 0]);
    await queue.flushed();
    assert.deepEqual([queue.waiting, storage.tokens], [0, [profile(0).summary.token]]);
    queue.close();
  });

  it('creates and writes pending profiles at the end of the turn, and at once when it is flushed or closed', async () => {
    const storage = new FakeStorage();
    const queue = new WriteBehind({ storage, delay: 60_000 });
    const created: number[] = [];
    const pushLater = (n: number): void => queue.pushLater(() => (created.push(n), profile(n)));
    pushLater(0);
    pushLater(1);
    assert.deepEqual([created, queue.waiting], [[], 2]);
    await new Promise(setImmediate);
    assert.deepEqual([created, queue.waiting, storage.batches.length], [[0, 1], 0, 1]);
    pushLater(2);
    await new Promise(setImmediate);
    assert.deepEqual([created, queue.waiting, storage.batches.length], [[0, 1, 2], 1, 1]);
    queue.pushLater(() => undefined);
    await queue.flushed();
    assert.deepEqual([created, queue.waiting, queue.health.dropped], [[0, 1, 2], 0, 0]);
    pushLater(3);
    queue.close();
    pushLater(4);
    assert.deepEqual([created, storage.tokens.length, queue.health.dropped], [[0, 1, 2, 3], 4, 1]);
  });

  it('writes the profiles of each turn at its end without a delay', async () => {
    const storage = new FakeStorage();
    const queue = new WriteBehind({ storage, delay: 0 });
    for (let n = 0; n < 20; n++) {
      queue.pushLater(() => profile(n));
      if (n % 10 === 9) await new Promise(setImmediate);
    }
    assert.deepEqual(
      storage.batches.map(({ length }) => length),
      [10, 10],
    );
    queue.close();
  });

  it('creates pending profiles earlier when many requests complete in one turn', () => {
    const queue = new WriteBehind({ storage: new FakeStorage() });
    const created: number[] = [];
    for (let n = 0; n < 40; n++) queue.pushLater(() => (created.push(n), profile(n)));
    assert.deepEqual(created, [...Array(32).keys()]);
    queue.close();
  });

  it('writes a profile after the delay without a call of flushed', async () => {
    const storage = new FakeStorage();
    const queue = new WriteBehind({ storage, delay: 1 });
    queue.push(profile(0));
    const alive = setInterval(() => undefined, 1000);
    await storage.written(1);
    clearInterval(alive);
    queue.close();
  });

  it('writes small batches in order and yields to the event loop between two of them', async () => {
    const storage = new FakeStorage();
    const queue = new WriteBehind({ storage, batch: 10 });
    let turns = 0;
    const count = (): void => void ((turns += 1), setImmediate(count).unref());
    storage.onWrite = () => storage.turns.push(turns);
    count();
    const profiles = batch(0, 35);
    profiles.forEach((other) => queue.push(other));
    await queue.flushed();
    assert.deepEqual(
      storage.batches.map(({ length }) => length),
      [10, 10, 10, 5],
    );
    assert.deepEqual(
      storage.tokens,
      profiles.map(({ summary }) => summary.token),
    );
    assert.equal(new Set(storage.turns).size, 4);
    queue.close();
  });

  it('makes smaller batches of large profiles', async () => {
    const storage = new FakeStorage();
    const queue = new WriteBehind({ storage });
    batch(0, 6, 600_000).forEach((element) => queue.push(element));
    await queue.flushed();
    assert.deepEqual(
      storage.batches.map(({ length }) => length),
      [2, 2, 2],
    );
    queue.close();
  });

  it('keeps profiles that the storage rejects and writes them when it accepts writes again', async () => {
    const storage = new FakeStorage();
    storage.takes = false;
    const queue = new WriteBehind({ storage });
    batch(0, 5).forEach((element) => queue.push(element));
    const flushed = queue.flushed();
    const alive = setTimeout(() => (storage.takes = true), 60);
    await flushed;
    clearTimeout(alive);
    assert.equal(storage.tokens.length, 5);
    assert.ok(storage.refused > 0);
    assert.deepEqual(queue.health, { written: 5, dropped: 0, trouble: undefined });
    queue.close();
  });

  it('encodes a profile when it is added, and keeps one that cannot be encoded out of the queue', async () => {
    const storage = new FakeStorage();
    const encoded: string[] = [];
    const encoding = {
      encode: ({ summary: { token, status } }: Profile) => {
        encoded.push(token);
        return status === 500 ? undefined : { bytes: Buffer.from(token) };
      },
      write: (element: readonly { readonly bytes: Uint8Array }[]) =>
        written.push(...element.map(({ bytes }) => Buffer.from(bytes).toString())) > 0,
    };
    const written: string[] = [];
    const queue = new WriteBehind({ storage: Object.assign(storage, { encoding }) });
    const [first, failed, last] = [profile(0), profile(1, { status: 500 }), profile(2)];
    for (const value of [first, failed, last]) queue.push(value);
    assert.deepEqual([encoded.length, queue.waiting], [3, 2]);
    await queue.flushed();
    assert.deepEqual(written, [first.summary.token, last.summary.token]);
    assert.deepEqual([queue.waiting, storage.tokens], [0, []]);
    queue.close();
  });

  it('drops and counts the oldest profiles when the storage rejects writes for long', () => {
    const storage = new FakeStorage();
    storage.takes = false;
    const queue = new WriteBehind({ storage, maxProfiles: 100 });
    batch(0, 1000).forEach((element) => queue.push(element));
    assert.equal(queue.waiting, 100);
    assert.equal(queue.health.dropped, 1000 - queue.waiting);
    storage.takes = true;
    queue.close();
    assert.equal(storage.tokens.at(-1), profile(999).summary.token);
  });

  it('holds no more characters than the limit', () => {
    const storage = new FakeStorage();
    storage.takes = false;
    const queue = new WriteBehind({ storage, maxCharacters: 100_000 });
    batch(0, 50, 10_000).forEach((element) => queue.push(element));
    assert.ok(queue.waiting > 0 && queue.waiting < 10, `${queue.waiting} wait`);
    queue.close();
  });

  it('drops and counts a profile that is larger than the limit, and continues', async () => {
    const storage = new FakeStorage();
    const queue = new WriteBehind({ storage, maxCharacters: 1000, delay: 1 });
    batch(0, 1, 10_000).forEach((element) => queue.push(element));
    assert.deepEqual([queue.waiting, queue.health.dropped], [0, 1]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    batch(1, 1, 100).forEach((element) => queue.push(element));
    await queue.flushed();
    assert.equal(queue.health.dropped + storage.tokens.length, 2);
    queue.close();
  });

  it('writes all profiles when it is closed and drops later ones', () => {
    const storage = new FakeStorage();
    const queue = new WriteBehind({ storage });
    batch(0, 200).forEach((element) => queue.push(element));
    queue.close();
    assert.equal(storage.tokens.length, 200);
    queue.push(profile(200));
    assert.deepEqual([queue.waiting, queue.health.dropped], [0, 1]);
  });

  it('counts the profiles that could not be written when it was closed', () => {
    const storage = new FakeStorage();
    storage.takes = false;
    const queue = new WriteBehind({ storage });
    batch(0, 3).forEach((element) => queue.push(element));
    queue.close();
    assert.equal(queue.health.dropped, 3);
  });

  it('writes all profiles when the process exits and does not keep the process alive', () => {
    const path = new URL('write-behind.ts', import.meta.url).href;
    const program = `
      import { WriteBehind } from '${path}';
      const storage = { write: (batch) => (console.log(batch.length), true), health: {} };
      const queue = new WriteBehind({ storage, delay: 60_000 });
      for (let n = 0; n < 3; n++) queue.push({ summary: {}, data: {} });`;
    const args = ['--conditions=oriel:source', '--input-type=module', '-e', program];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
    assert.deepEqual([stdout, status], ['3\n', 0]);
  });
});

class FakeStorage {
  takes = true;
  refused = 0;
  readonly batches: (readonly Profile[])[] = [];
  readonly turns: number[] = [];
  onWrite: () => void = () => undefined;
  #watchers: { readonly count: number; readonly resolve: () => void }[] = [];

  write(batch: readonly Profile[]): boolean {
    if (!this.takes) {
      this.refused += 1;
      return false;
    }
    this.batches.push(batch);
    this.onWrite();
    for (const { count, resolve } of this.#watchers) if (this.tokens.length >= count) resolve();
    return true;
  }

  get tokens(): string[] {
    return this.batches.flat().map(({ summary }) => summary.token);
  }

  get health() {
    return { written: this.tokens.length, dropped: 0, trouble: undefined };
  }

  written(count: number): Promise<void> {
    return new Promise((resolve) => this.#watchers.push({ count, resolve }));
  }
}
