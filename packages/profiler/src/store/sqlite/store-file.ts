import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  removeFile,
  renameSync,
  statSync,
  Date,
} from 'oriel-core/builtins';
import { randomBytes, randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './open-database.ts';
import { APPLICATION_ID, PAGE_SIZE, assertOwnFile } from './store-owner.ts';
import { StoreError } from './store-trouble.ts';
import { COLUMNS, IS_NOTABLE } from '../sql/profile-row.ts';

/** An open profile store. */
export interface OpenedStore {
  readonly database: DatabaseSync;
  /** Identifies the file, even if another one gets its name. */
  readonly inode: number;
}

// Milliseconds after which a lock file is left over from a process that was killed.
const STALE_LOCK = 5000;
// Milliseconds to wait for another process that creates the store, which takes about ten. Without a store, requests get no
// token and are not recorded.
const CREATION_PATIENCE = 250;

/**
 * Opens a store, and creates it first if the file does not exist. The file is readable by its owner only.
 *
 * @param walBytes size of the write-ahead log from which SQLite writes it back
 * @throws if the file cannot be opened or is not a profile store; a file of another program is only read
 */
export function openStore(file: string, walBytes: number): OpenedStore {
  assertOwnFile(file);
  if (!existsSync(file)) createStore(file);
  const inode = getInode(file);
  const database = openDatabase(file);
  try {
    checkSchema(database);
    prepare(database, walBytes);
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, inode: inode ?? 0 };
}

/** Renames a damaged store, unless another process already has. */
export function setAside(file: string, inode: number): void {
  withLockFile(file, () => {
    if (getInode(file) !== inode) return;
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    // A symbolic link stays.
    const path = realpathSync(file);
    let target = path.replace(/(\.[^./\\]+)?$/, `.corrupt-${stamp}$1`);
    for (let count = 2; existsSync(target); count++) target = target.replace(/(-\d+)?(\.[^./\\]+)?$/, `-${count}$2`);
    // The write-ahead log first: SQLite would apply it to a new store of the same name.
    for (const part of ['-wal', '-shm', '']) if (existsSync(path + part)) renameSync(path + part, target + part);
  });
}

/** Returns the inode of a file; undefined if it does not exist. */
export function getInode(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

// The store is complete before it gets its name, so no other process and no crash finds half of one.
function createStore(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (isCreatedByAnother(file)) return;
  withLockFile(file, () => {
    if (existsSync(file)) return;
    const draft = `${file}.new-${process.pid}-${randomInt(2 ** 32)}`;
    try {
      closeSync(openSync(draft, 'wx', 0o600));
      const database = openDatabase(draft);
      fillStore(database);
      database.close();
      // SQLite would apply the log of a store that was deleted.
      for (const part of ['-wal', '-shm']) removeFile(file + part);
      renameSync(draft, file);
    } finally {
      for (const part of ['', '-wal', '-shm']) removeFile(draft + part);
    }
  });
}

// Waits while another process has the lock file, unless it has had it for long.
function isCreatedByAnother(file: string): boolean {
  for (;;) {
    const since = statSync(getLockFile(file), { throwIfNoEntry: false })?.mtimeMs;
    if (existsSync(file)) return true;
    if (since === undefined || Date.now() - since > CREATION_PATIENCE) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
}

function prepare(database: DatabaseSync, walBytes: number): void {
  database.exec('pragma journal_mode = wal');
  // A killed process loses nothing that was committed. A power failure can damage the store, which is then renamed.
  database.exec('pragma synchronous = off');
  database.exec(`pragma wal_autocheckpoint = ${Math.ceil(walBytes / PAGE_SIZE)}`);
}

function checkSchema(database: DatabaseSync): void {
  const version = readVersion(database);
  const application = Number(database.prepare('pragma application_id').get()?.['application_id']);
  if (application === APPLICATION_ID && version === SCHEMA_VERSION) return;
  // The profiles of an earlier version are removed: its format is not supported.
  if (application === APPLICATION_ID && version > 0 && version < SCHEMA_VERSION)
    return writeTables(database, dropTables(database));
  if (application === APPLICATION_ID && version > 0) {
    throw new StoreError('newer', `its schema has version ${version}, this program supports ${SCHEMA_VERSION}`);
  }
  const tables = Number(database.prepare('select count(*) as count from sqlite_schema').get()?.['count']);
  if (version !== 0 || tables > 0) throw new StoreError('foreign', 'it is not a profile store');
  // An empty file that was created in advance, for example to set its owner.
  fillStore(database);
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version']);
}

// The header has the application ID before the write-ahead log exists, so that other processes recognize the file.
function fillStore(database: DatabaseSync): void {
  database.exec(`pragma page_size = ${PAGE_SIZE}; pragma application_id = ${APPLICATION_ID}`);
  database.exec('pragma journal_mode = wal; pragma synchronous = off');
  writeTables(database, '');
}

function writeTables(database: DatabaseSync, drop: string): void {
  database.exec('begin immediate');
  // Another process may have done so meanwhile.
  if (readVersion(database) !== SCHEMA_VERSION)
    database.exec(`${drop} ${createTables(randomInt(2 ** 24), randomBytes(32).toString('hex'))}`);
  database.exec('commit');
}

// Of two processes that find a store missing or damaged, only one may act: the second would rename the new store.
function withLockFile(file: string, action: () => void): void {
  const lock = getLockFile(file);
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const stat = statSync(lock, { throwIfNoEntry: false });
    // A lock file is empty. Another one belongs to the user.
    if (stat !== undefined && stat.size === 0 && Date.now() - stat.mtimeMs > STALE_LOCK) removeFile(lock);
    throw new StoreError('locked', 'another process is creating it');
  }
  try {
    action();
  } finally {
    removeFile(lock);
  }
}

const getLockFile = (file: string): string => `${file}.gate`;

export const SCHEMA_VERSION = 9;

/**
 * Returns the statements that create the tables of a profile store: `profiles` with one row per profile for lists and
 * searches; `profile_data` with the encoded data; the texts that encoded profiles share; and counters, so that limits
 * need no counting.
 *
 * @param firstToken the first number of the token counter
 * @param secret random text, with which ids of visitors are computed
 */
export function createTables(firstToken: number, secret: string): string {
  return `
    create table profiles (${COLUMNS.join(', ')});
    create index profiles_time on profiles (time);
    create index profiles_pinned on profiles (time) where pinned = 1;
    create index profiles_notable on profiles (seq) where ${IS_NOTABLE} and pinned = 0;
    create index profiles_visitor on profiles (visitor, time) where visitor is not null;
    create index profiles_weight on profiles (weight) where weight > 1;
    create table profile_data (seq integer primary key, data blob not null);
    create table profile_texts (id text primary key, size integer not null, last_seq integer not null);
    create table profile_text_parts (id text, first integer, texts text not null, primary key (id, first)) without rowid;
    create table profile_counters (
      id integer primary key, next_seq integer not null, profiles integer not null,
      next_token integer not null, leased integer not null, secret text
    );
    insert into profile_counters values (1, 1, 0, ${firstToken}, 0, '${secret}');
    pragma application_id = ${APPLICATION_ID};
    pragma user_version = ${SCHEMA_VERSION};`;
}

/** Returns the statements that drop all tables of a store. */
function dropTables(database: DatabaseSync): string {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  return tables.map(({ name }) => `drop table "${String(name)}";`).join(' ');
}
