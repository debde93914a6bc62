import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { batch, profile } from './profile-storage.contract.ts';
import type { ProfileBatch, StoredProfile } from './profile-storage.ts';
import { WriteBehind } from './write-behind.ts';

describe('the queue of profiles', () => {
  it('writes a moment later, never while the request waits', async () => {
    const storage = new Pretender();
    const queue = new WriteBehind({ storage });
    queue.push(profile(0));
    assert.deepEqual([queue.waiting, storage.batches.length], [1, 0]);
    await queue.flushed();
    assert.deepEqual([queue.waiting, storage.tokens], [0, [profile(0).summary.token]]);
    queue.close();
  });

  it('makes profiles when the answers of this turn are out, at once when a batch of them waits or it is flushed', async () => {
    const queue = new WriteBehind({ storage: new Pretender(), batch: 3 });
    const made: number[] = [];
    const later = (n: number): void => queue.later(() => (made.push(n), profile(n)));
    later(0);
    later(1);
    assert.deepEqual([made, queue.waiting], [[], 2]);
    await new Promise(setImmediate);
    assert.deepEqual([made, queue.waiting], [[0, 1], 2]);
    [2, 3, 4].forEach(later);
    assert.deepEqual(made, [0, 1, 2, 3, 4]);
    later(5);
    await queue.flushed();
    assert.deepEqual([made, queue.waiting, queue.health.dropped], [[0, 1, 2, 3, 4, 5], 0, 0]);
    queue.close();
  });

  it('makes and writes at its end what nobody has made yet, and nothing after it', () => {
    const storage = new Pretender();
    const queue = new WriteBehind({ storage });
    queue.later(() => profile(0));
    queue.close();
    queue.later(() => profile(1));
    assert.deepEqual([storage.tokens, queue.health.dropped], [[profile(0).summary.token], 1]);
  });

  it('counts a profile that cannot be made, says so once, and goes on with the next', async () => {
    const warnings: string[] = [];
    const hear = ({ name, message }: Error): void => void (name === 'ProfilerWarning' && warnings.push(message));
    process.on('warning', hear);
    const storage = new Pretender();
    const queue = new WriteBehind({ storage });
    const fail = (): never => {
      throw new TypeError('no');
    };
    queue.later(fail);
    queue.later(fail);
    queue.later(() => profile(0));
    await queue.flushed();
    await new Promise(setImmediate);
    process.off('warning', hear);
    assert.deepEqual([storage.tokens, queue.health.dropped], [[profile(0).summary.token], 2]);
    assert.deepEqual(warnings, ['A profile could not be made and is not kept: no']);
    queue.close();
  });

  it('writes by itself when nobody waits for it', async () => {
    const storage = new Pretender();
    const queue = new WriteBehind({ storage, delay: 1 });
    queue.push(profile(0));
    const alive = setInterval(() => undefined, 1000);
    await storage.written(1);
    clearInterval(alive);
    queue.close();
  });

  it('writes small batches in the order they came, with room for requests between two of them', async () => {
    const storage = new Pretender();
    const queue = new WriteBehind({ storage, batch: 10 });
    let turns = 0;
    const count = (): void => void ((turns += 1), setImmediate(count).unref());
    storage.onWrite = () => storage.turns.push(turns);
    count();
    const profiles = batch(0, 35);
    profiles.forEach((each) => queue.push(each));
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

  it('has a batch of the storage prepared in turns of their own, and adds nothing to it from then on', async () => {
    const storage = new Pretender();
    const said: string[] = [];
    const makeBatch = (): ProfileBatch => {
      const tokens: string[] = [];
      let steps = 2;
      return {
        add: ({ summary }) => void tokens.push(summary.token),
        prepare: () => steps-- > 0 && said.push('step') > 0,
        write: () => said.push(`write ${tokens.length}`) > 0,
      };
    };
    const queue = new WriteBehind({ storage: Object.assign(storage, { batch: makeBatch }), batch: 2 });
    const turns: string[][] = [];
    batch(0, 2).forEach((each) => queue.push(each));
    for (let turn = 0; turn < 3; turn++) {
      await new Promise(setImmediate);
      if (turn === 0) queue.push(profile(2));
      turns.push(said.splice(0));
    }
    assert.deepEqual(turns, [['step'], ['step'], ['write 2']]);
    await queue.flushed();
    assert.deepEqual(said, ['step', 'step', 'write 1']);
    queue.close();
  });

  it('makes smaller batches of large profiles', async () => {
    const storage = new Pretender();
    const queue = new WriteBehind({ storage });
    batch(0, 6, 600_000).forEach((each) => queue.push(each));
    await queue.flushed();
    assert.deepEqual(
      storage.batches.map(({ length }) => length),
      [2, 2, 2],
    );
    queue.close();
  });

  it('keeps what the storage cannot take now, and writes it when it can', async () => {
    const storage = new Pretender();
    storage.takes = false;
    const queue = new WriteBehind({ storage });
    batch(0, 5).forEach((each) => queue.push(each));
    const flushed = queue.flushed();
    const alive = setTimeout(() => (storage.takes = true), 60);
    await flushed;
    clearTimeout(alive);
    assert.equal(storage.tokens.length, 5);
    assert.ok(storage.refused > 0);
    assert.deepEqual(queue.health, { written: 5, dropped: 0, trouble: undefined });
    queue.close();
  });

  it('drops the oldest and counts them when the storage takes nothing for long', () => {
    const storage = new Pretender();
    storage.takes = false;
    const queue = new WriteBehind({ storage, most: 100 });
    batch(0, 1000).forEach((each) => queue.push(each));
    assert.ok(queue.waiting <= 100 && queue.waiting > 80, `${queue.waiting} wait`);
    assert.equal(queue.health.dropped, 1000 - queue.waiting);
    storage.takes = true;
    queue.close();
    assert.equal(storage.tokens.at(-1), profile(999).summary.token);
  });

  it('holds no more characters than it may', () => {
    const storage = new Pretender();
    storage.takes = false;
    const queue = new WriteBehind({ storage, room: 100_000 });
    batch(0, 50, 10_000).forEach((each) => queue.push(each));
    assert.ok(queue.waiting > 0 && queue.waiting < 10, `${queue.waiting} wait`);
    queue.close();
  });

  it('counts a profile larger than all that may wait, and goes on', async () => {
    const storage = new Pretender();
    const queue = new WriteBehind({ storage, room: 1000, delay: 1 });
    batch(0, 1, 10_000).forEach((each) => queue.push(each));
    assert.deepEqual([queue.waiting, queue.health.dropped], [0, 1]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    batch(1, 1, 100).forEach((each) => queue.push(each));
    await queue.flushed();
    assert.equal(queue.health.dropped + storage.tokens.length, 2);
    queue.close();
  });

  it('writes everything at once when it is closed, and takes nothing afterwards', () => {
    const storage = new Pretender();
    const queue = new WriteBehind({ storage });
    batch(0, 200).forEach((each) => queue.push(each));
    queue.close();
    assert.equal(storage.tokens.length, 200);
    queue.push(profile(200));
    assert.deepEqual([queue.waiting, queue.health.dropped], [0, 1]);
  });

  it('counts what a closing queue could not write', () => {
    const storage = new Pretender();
    storage.takes = false;
    const queue = new WriteBehind({ storage });
    batch(0, 3).forEach((each) => queue.push(each));
    queue.close();
    assert.equal(queue.health.dropped, 3);
  });

  it('writes what waits when the process ends, and does not keep it from ending', () => {
    const path = new URL('write-behind.ts', import.meta.url).href;
    const program = `
      import { WriteBehind } from '${path}';
      const storage = { write: (batch) => (console.log(batch.length), true), health: {} };
      const queue = new WriteBehind({ storage, delay: 60_000 });
      for (let n = 0; n < 3; n++) queue.push({ summary: {}, data: '{}' });`;
    const args = ['--conditions=oriel:source', '--input-type=module', '-e', program];
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
    assert.deepEqual([stdout, status], ['3\n', 0]);
  });
});

class Pretender {
  takes = true;
  refused = 0;
  readonly batches: (readonly StoredProfile[])[] = [];
  readonly turns: number[] = [];
  onWrite: () => void = () => undefined;
  #watchers: { readonly count: number; readonly resolve: () => void }[] = [];

  write(batch: readonly StoredProfile[]): boolean {
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
