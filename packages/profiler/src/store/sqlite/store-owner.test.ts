import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { lstatSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { profile } from '../../../../../test/contracts/profile-storage.ts';
import { SqlProfileStorage } from './sql-profile-storage.ts';

const root = mkdtempSync(join(tmpdir(), 'oriel-owner-'));
after(() => rmSync(root, { recursive: true, force: true }));

const FOREIGN: Readonly<Record<string, (file: string) => unknown>> = {
  'a text': (file) => writeFileSync(file, 'my notes\n'.repeat(1000)),
  'a short text': (file) => writeFileSync(file, 'x'),
  'a folder': (file) => mkdirSync(file),
  'a named pipe': (file) => spawnSync('mkfifo', [file]),
  'a symbolic link to a text': (file) => {
    writeFileSync(`${file}.txt`, 'my notes');
    symlinkSync(`${file}.txt`, file);
  },
  'a symbolic link to a missing file': (file) => symlinkSync(`${file}.txt`, file),
  'a database of an application': (file) => createDatabase(file).close(),
  'a database that has an application ID': (file) => createDatabase(file, 'pragma application_id = 7').close(),
  'a database of an application with a write-ahead log': (file) =>
    createDatabase(file, 'pragma journal_mode = wal').close(),
  'a database with a write-ahead log that is open': (file) => {
    const database = createDatabase(file, 'pragma journal_mode = wal; insert into notes values (2)');
    after(() => database.close());
  },
  'the write-ahead log of a missing database': (file) => {
    const database = createDatabase(`${file}.db`, 'pragma journal_mode = wal; insert into notes values (2)');
    writeFileSync(`${file}-wal`, readFileSync(`${file}.db-wal`));
    database.close();
  },
  'a text beside a missing file': (file) => writeFileSync(`${file}-shm`, 'my notes'),
  'a text beside an empty file': (file) => {
    writeFileSync(file, '');
    writeFileSync(`${file}-wal`, 'my notes');
  },
};

describe('a path that belongs to another program', () => {
  for (const [name, create] of Object.entries(FOREIGN))
    it(`is not changed, and one line names the reason: ${name}`, () => {
      const file = join(mkdtempSync(join(root, 'case-')), 'notes.txt');
      create(file);
      const before = contents(join(file, '..'));
      const lines: string[] = [];
      const storage = new SqlProfileStorage({ file, onTrouble: ({ message }) => lines.push(message) });
      for (let attempt = 0; attempt < 3; attempt++) {
        assert.equal(storage.lease(1), undefined);
        assert.equal(storage.write([profile(1)]), false);
        assert.deepEqual(storage.read('000001'), undefined);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 45);
      }
      storage.close();
      assert.deepEqual(contents(join(file, '..')), before);
      assert.equal(lines.length, 1);
      assert.match(
        lines[0]!,
        /belongs to another program and was not changed; configure another path \(.*notes\.txt: /,
      );
    });

  it('is used once the other file is gone', () => {
    const file = join(mkdtempSync(join(root, 'case-')), 'notes.txt');
    writeFileSync(file, 'my notes');
    const storage = new SqlProfileStorage({ file });
    assert.equal(storage.write([profile(1)]), false);
    renameSync(file, `${file}.old`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 45);
    assert.equal(storage.write([profile(1)]), true);
    storage.close();
  });
});

describe('a profile store', () => {
  it('can be created in an empty file, by several threads or processes at the same time', () => {
    const file = join(mkdtempSync(join(root, 'case-')), 'profiler.sqlite');
    writeFileSync(file, '');
    const storages = [1, 2, 3].map(() => new SqlProfileStorage({ file }));
    for (const [index, storage] of storages.entries()) assert.equal(storage.write([profile(index)]), true);
    assert.equal(storages[0]!.read(profile(2).summary.token)?.summary.token, profile(2).summary.token);
    for (const storage of storages) storage.close();
  });

  it('can be behind a symbolic link, which stays when the store is damaged', () => {
    const folder = mkdtempSync(join(root, 'case-'));
    const [link, target] = [join(folder, 'link.sqlite'), join(folder, 'target.sqlite')];
    const created = new SqlProfileStorage({ file: target });
    assert.equal(created.write([profile(1)]), true);
    created.close();
    symlinkSync(target, link);
    writeFileSync(target, readFileSync(target).fill(0xaa, 32_768));
    const lines: string[] = [];
    const storage = new SqlProfileStorage({ file: link, onTrouble: ({ message }) => lines.push(message) });
    for (let attempt = 0; attempt < 20 && !storage.write([profile(2)]); attempt++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 45);
    storage.close();
    assert.equal(readlinkSync(link), target);
    assert.match(lines.join('\n'), /is renamed and a new one is created/);
    assert.ok(readdirSync(folder).some((name) => name.startsWith('target.corrupt-')));
  });

  it('keeps a file of the user with the name of its lock file', () => {
    const file = join(mkdtempSync(join(root, 'case-')), 'profiler.sqlite');
    writeFileSync(`${file}.gate`, 'mine');
    utimesSync(`${file}.gate`, 0, 0);
    const storage = new SqlProfileStorage({ file });
    for (let attempt = 0; attempt < 3; attempt++) {
      storage.lease(1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 45);
    }
    storage.close();
    assert.equal(readFileSync(`${file}.gate`, 'utf8'), 'mine');
  });
});

function createDatabase(file: string, more = ''): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`create table notes (id integer); insert into notes values (1); ${more}`);
  return database;
}

/** Returns the names, kinds, times and bytes of all files. */
function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => {
      const path = join(folder, name);
      const stat = lstatSync(path);
      // Every reader of a database that is in use writes marks into its index.
      if (name.endsWith('-shm') && stat.size >= 32_768) return [name, String(stat.ino)];
      const hash = stat.isFile() ? createHash('sha1').update(readFileSync(path)).digest('hex') : '';
      return [name, `${stat.mode} ${stat.ino} ${stat.mtimeMs} ${hash}`];
    }),
  );
}
