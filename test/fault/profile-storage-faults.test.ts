/** A profile storage whose file is locked, full, read-only, damaged, removed or of another application. Requests are not affected. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { SqlProfileStorage } from '../../packages/profiler/src/store/sqlite/sql-profile-storage.ts';
import { SCHEMA_VERSION } from '../../packages/profiler/src/store/sqlite/store-file.ts';
import { batch, profile, query } from '../contracts/profile-storage.ts';
import { WriteBehind } from '../../packages/profiler/src/store/write-behind.ts';

const root = mkdtempSync(join(tmpdir(), 'oriel-faults-'));
after(() => rmSync(root, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;

describe('a profile store with a failing file', () => {
  it('creates the file for its owner only', () => {
    const host = new QueuedStorage(join(root, 'var', 'new', 'profiles.sqlite'));
    host.write();
    const mode = (path: string): number => statSync(path).mode & 0o777;
    assert.deepEqual([mode(host.file), mode(dirname(host.file))], [0o600, 0o700]);
    for (const part of ['-wal', '-shm']) assert.equal(mode(host.file + part), 0o600);
    host.close();
  });

  it('locked: warns once, queues profiles, and continues when the lock is released', async () => {
    const host = new QueuedStorage(freshFile());
    host.write();
    const other = new DatabaseSync(host.file);
    other.exec('begin immediate');
    await host.until(() => host.warnings.length > 0);
    assert.equal(host.storage.lease(4), undefined);
    assert.deepEqual(host.stored(), [profile(0).summary.token], 'reading continues');
    assert.match(host.queue.health.trouble ?? '', /locked/);
    await pause(100);
    other.exec('rollback');
    other.close();
    await host.until(() => host.queue.waiting === 0);
    assert.deepEqual([host.warnings.length, host.queue.health.dropped, host.queue.health.trouble], [1, 0, undefined]);
    assert.match(host.warnings[0]!, /another process has locked the store.*Requests are not affected/s);
    host.close();
  });

  it('locked for a moment: logs nothing', async () => {
    const host = new QueuedStorage(freshFile());
    host.write();
    const other = new DatabaseSync(host.file);
    other.exec('begin immediate');
    host.push();
    await pause(150);
    other.exec('rollback');
    other.close();
    await host.until(() => host.queue.waiting === 0);
    assert.deepEqual([host.warnings, host.queue.health.dropped], [[], 0]);
    host.close();
  });

  it(
    'full: warns once, counts what it drops, and continues when space is available',
    { skip: !isRoot && 'needs a mount' },
    async (test) => {
      const folder = join(root, 'full');
      mkdirSync(folder);
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', folder]).status !== 0)
        return test.skip('needs a mount');
      const host = new QueuedStorage(join(folder, 'profiles.sqlite'), { most: 64 });
      try {
        host.write();
        const filler = join(folder, 'filler');
        assert.throws(() => writeFileSync(filler, Buffer.alloc(16_000_000)));
        await host.until(() => host.queue.health.dropped > 0, 100_000);
        assert.match(host.queue.health.trouble ?? '', /no space is left/);
        assert.equal(host.stored().includes(profile(0).summary.token), true, 'reading continues');
        rmSync(filler);
        const { written } = host.queue.health;
        await host.until(() => host.queue.health.written > written);
        assert.deepEqual([host.warnings.length, host.queue.health.trouble], [1, undefined]);
      } finally {
        host.close();
        spawnSync('umount', [folder]);
      }
    },
  );

  it('read-only: warns once, and continues when the file is writable', async () => {
    const file = join(root, 'read-only', 'profiles.sqlite');
    const before = new QueuedStorage(file);
    before.write();
    before.close();
    chmodSync(file, 0o444);
    chmodSync(dirname(file), 0o555);
    const host = new QueuedStorage(file, { from: 1000 });
    // The superuser can write to any file, so the test changes its user for a moment.
    if (isRoot) {
      chmodSync(root, 0o755);
      process.seteuid!(65_534);
    }
    try {
      await host.until(() => host.warnings.length > 0);
      await pause(100);
    } finally {
      if (isRoot) process.seteuid!(0);
    }
    chmodSync(dirname(file), 0o700);
    chmodSync(file, 0o600);
    await host.until(() => host.queue.waiting === 0 && host.queue.health.written > 0);
    assert.match(host.warnings.join('\n'), /^Profiles are not being stored: the store is read-only[^\n]*$/);
    host.close();
  });

  for (const [name, damage] of Object.entries({
    'overwritten after its header': (file: string) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill('garbage', 100));
    },
    'overwritten throughout': (file: string) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xaa, 32_768));
    },
    'cut off': (file: string) => truncateSync(file, 40_000),
  })) {
    it(`damaged (${name}): renames the file and creates a new one`, async () => {
      const file = freshFile();
      const before = new QueuedStorage(file);
      for (let count = 0; count < 50; count++) before.write();
      before.close();
      damage(file);
      const damaged = readFileSync(file);
      const host = new QueuedStorage(file);
      await host.until(() => host.queue.waiting === 0 && host.queue.health.written > 0);
      const aside = readdirSync(dirname(file)).filter((text) => /^profiles\.corrupt-\d{8}T\d{6}Z\.sqlite$/.test(text));
      assert.equal(aside.length, 1);
      assert.deepEqual(readFileSync(join(dirname(file), aside[0]!)).subarray(0, damaged.length), damaged);
      assert.equal(host.warnings.length, 1);
      assert.match(host.warnings[0]!, /is renamed and a new one is created/);
      assert.equal(host.queue.health.trouble, undefined);
      assert.ok(host.storage.lease(4));
      host.close();
    });
  }

  it('damaged while in use: renames the file and creates a new one', async () => {
    const host = new QueuedStorage(freshFile());
    for (let count = 0; count < 50; count++) host.write();
    const other = new DatabaseSync(host.file);
    other.exec('pragma wal_checkpoint(truncate)');
    other.close();
    writeFileSync(host.file, Buffer.alloc(100_000, 'garbage'), { flag: 'r+' });
    await host.until(() => readdirSync(dirname(host.file)).some((text) => text.includes('corrupt')));
    const { written } = host.queue.health;
    await host.until(() => host.queue.health.written > written);
    assert.equal(host.warnings.length, 1);
    host.close();
  });

  it('removed while in use: creates a new file and logs one line', async () => {
    const host = new QueuedStorage(freshFile());
    host.write();
    for (const part of ['', '-wal', '-shm']) rmSync(host.file + part, { force: true });
    await pause(300);
    host.push();
    await host.until(() => host.queue.waiting === 0);
    const other = new SqlProfileStorage({ file: host.file });
    const seen = other.find(query({})).rows.map(({ token }) => token);
    assert.deepEqual([seen.length > 0, seen.includes(profile(0).summary.token)], [true, false]);
    assert.deepEqual(
      [host.warnings.length, readdirSync(dirname(host.file)).filter((text) => text.includes('corrupt'))],
      [1, []],
    );
    assert.match(host.warnings[0]!, /was deleted or replaced, and its profiles with it/);
    other.close();
    host.close();
  });

  it('replaced while in use by another store: continues with it and logs one line', async () => {
    const host = new QueuedStorage(freshFile());
    host.write();
    const replacement = new QueuedStorage(freshFile(), { from: 500 });
    replacement.write();
    replacement.close();
    for (const part of ['-wal', '-shm']) rmSync(host.file + part, { force: true });
    renameSync(replacement.file, host.file);
    await host.until(() => host.warnings.length > 0 && host.queue.waiting === 0);
    const stored = host.stored();
    assert.deepEqual(
      [stored.includes(profile(500).summary.token), stored.includes(profile(0).summary.token), host.warnings.length],
      [true, false, 1],
    );
    assert.match(host.warnings[0]!, /was deleted or replaced/);
    host.close();
  });

  it('newer schema: warns once, changes nothing, and continues when the schema is supported', async () => {
    const file = freshFile();
    const before = new QueuedStorage(file);
    before.write();
    before.close();
    setVersion(file, 99);
    const bytes = readFileSync(file);
    const host = new QueuedStorage(file, { most: 4, from: 1000 });
    await host.until(() => host.queue.health.dropped > 0, 1000);
    await pause(200);
    assert.equal(host.warnings.length, 1);
    assert.match(host.warnings[0]!, /newer version.*version 99/s);
    assert.deepEqual([host.storage.read(profile(0).summary.token), host.storage.find(query({})).rows], [undefined, []]);
    assert.deepEqual(readFileSync(file), bytes);
    setVersion(file, SCHEMA_VERSION);
    await host.until(() => host.queue.health.written > 0);
    assert.equal(host.stored().includes(profile(0).summary.token), true);
    host.close();
  });

  it('unreachable: warns once, and starts when the path is available', async () => {
    const file = freshFile();
    mkdirSync(dirname(dirname(file)), { recursive: true });
    writeFileSync(dirname(file), 'a file where the folder should be');
    const host = new QueuedStorage(file);
    await host.until(() => host.warnings.length > 0);
    assert.deepEqual(
      [host.storage.lease(4), host.storage.pin('abcdef', undefined), host.storage.clear()],
      [undefined, false, 0],
    );
    rmSync(dirname(file));
    await host.until(() => host.queue.waiting === 0 && host.queue.health.written > 0);
    assert.equal(host.warnings.length, 1);
    host.close();
  });

  it('stores other profiles when one cannot be written', () => {
    const host = new QueuedStorage(freshFile());
    const [good, ...rest] = batch(0, 4);
    const wrong = { ...rest[0]!, summary: { ...rest[0]!.summary, time: Number.NaN } };
    const unnamed = { ...rest[1]!, summary: { ...rest[1]!.summary, token: 'nothing' } };
    assert.equal(host.storage.write([good!, wrong, unnamed, rest[2]!]), true);
    assert.deepEqual(host.storage.health, { written: 2, dropped: 2, trouble: undefined });
    host.close();
  });
});

/** A storage and its queue, as in a host. */
class QueuedStorage {
  readonly file: string;
  readonly storage: SqlProfileStorage;
  readonly queue: WriteBehind;
  readonly warnings: string[] = [];
  #count: number;

  constructor(file: string, { most = 4096, from = 0 } = {}) {
    this.file = file;
    this.storage = new SqlProfileStorage({ file, onTrouble: ({ message }) => this.warnings.push(message) });
    this.queue = new WriteBehind({ storage: this.storage, delay: 1, maxProfiles: most });
    this.#count = from;
  }

  push(): void {
    this.queue.push(profile(this.#count++));
  }

  write(): void {
    assert.equal(this.storage.write([profile(this.#count++)]), true);
  }

  stored(): string[] {
    return this.storage.find(query({ limit: 1000 })).rows.map(({ token }) => token);
  }

  /** Records profiles until a condition is met. */
  async until(isMet: () => boolean, most = 1000): Promise<void> {
    for (let count = 0; count < most; count++) {
      if (isMet()) return;
      this.push();
      await pause(10);
    }
    throw new Error(`The condition was not met: ${JSON.stringify(this.queue.health)}, ${this.queue.waiting} waiting`);
  }

  close(): void {
    this.queue.close();
    this.storage.close();
  }
}

let files = 0;

function freshFile(): string {
  return join(root, `store-${files++}`, 'profiles.sqlite');
}

function setVersion(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(`pragma user_version = ${version}; pragma wal_checkpoint(truncate)`);
  database.close();
}
