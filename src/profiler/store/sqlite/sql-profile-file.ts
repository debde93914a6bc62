import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { APPLICATION_ID, SCHEMA_VERSION, UPGRADE, schema } from './sql-profile-schema.ts';
import { StoreError } from './sql-profile-trouble.ts';

/**
 * The file of a profile store: made whole before it gets its name, so that no other process and no crash ever meets half
 * of one; readable by its owner only; set aside, never deleted, when it turns out to be damaged.
 */
export interface OpenedStore {
  readonly database: DatabaseSync;
  /** Tells this very file from another that gets its name later. */
  readonly inode: number;
}

/**
 * Several ordinary profiles fit on such a page, without chains of overflow pages: writing them takes a quarter less
 * than with 4 KB.
 */
export const PAGE_SIZE = 32_768;

// Locks are held for a batch, about a millisecond; who waits longer tries again later instead of blocking the event loop.
const BUSY_TIMEOUT = 15;
const STALE_GATE = 5000;

/** Opens the store, making it first where there is none. Throws when it cannot be used. */
export function openStore(file: string, walBytes: number): OpenedStore {
  if (!existsSync(file)) createStore(file);
  const inode = inodeOf(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  try {
    prepare(database, walBytes);
    checkSchema(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, inode: inode ?? 0 };
}

/** Moves a damaged store out of the way, unless another process already has. */
export function setAside(file: string, inode: number): void {
  withGate(file, () => {
    if (inodeOf(file) !== inode) return;
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    let target = file.replace(/(\.[^./\\]+)?$/, `.corrupt-${stamp}$1`);
    for (let count = 2; existsSync(target); count++) target = target.replace(/(-\d+)?(\.[^./\\]+)?$/, `-${count}$2`);
    // The log first: found beside a new store it would be taken for that one's.
    for (const part of ['-wal', '-shm', '']) if (existsSync(file + part)) renameSync(file + part, target + part);
  });
}

/** Which file bears this name now; undefined when none does. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function createStore(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  withGate(file, () => {
    if (existsSync(file)) return;
    const draft = `${file}.new-${process.pid}-${randomInt(2 ** 32)}`;
    try {
      closeSync(openSync(draft, 'wx', 0o600));
      const database = new DatabaseSync(draft);
      database.exec(`pragma page_size = ${PAGE_SIZE}; pragma journal_mode = wal; pragma synchronous = off`);
      database.exec(`begin; ${schema(randomInt(2 ** 24))}; commit`);
      database.close();
      // Left behind by a store that was removed: a new one would take them for its own.
      for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true });
      renameSync(draft, file);
    } finally {
      for (const part of ['', '-wal', '-shm']) rmSync(draft + part, { force: true });
    }
  });
}

function prepare(database: DatabaseSync, walBytes: number): void {
  database.exec('pragma journal_mode = wal');
  // Killing the process loses nothing that was committed, the system has it; a power cut may damage the store, which is
  // then set aside. Profiles are not worth waiting for the disk.
  database.exec('pragma synchronous = off');
  database.exec('pragma cache_size = -8000');
  database.exec(`pragma wal_autocheckpoint = ${Math.ceil(walBytes / PAGE_SIZE)}`);
}

function checkSchema(database: DatabaseSync): void {
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  const application = Number(database.prepare('pragma application_id').get()?.['application_id']);
  if (application === APPLICATION_ID && version === SCHEMA_VERSION) return;
  if (application === APPLICATION_ID && version > 0 && version < SCHEMA_VERSION) return upgrade(database);
  if (application === APPLICATION_ID) {
    throw new StoreError('newer', `its schema has version ${version}, this program knows ${SCHEMA_VERSION}`);
  }
  const tables = Number(database.prepare('select count(*) as count from sqlite_schema').get()?.['count']);
  if (version !== 0 || tables > 0) throw new StoreError('newer', 'it is a database, but no store of profiles');
  // Somebody made the file in advance, for its owner or its place.
  database.exec(`begin immediate; ${schema(randomInt(2 ** 24))}; commit`);
}

function upgrade(database: DatabaseSync): void {
  database.exec('begin immediate');
  // Another process may have been faster.
  const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
  database.exec(version === SCHEMA_VERSION ? 'commit' : `${UPGRADE} commit`);
}

// Two processes that find the same store missing or damaged must not both act: the second would move away what the
// first has just made.
function withGate(file: string, action: () => void): void {
  const gate = `${file}.gate`;
  try {
    closeSync(openSync(gate, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const since = statSync(gate, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > STALE_GATE) rmSync(gate, { force: true });
    throw new StoreError('locked', 'another process is making it');
  }
  try {
    action();
  } finally {
    rmSync(gate, { force: true });
  }
}
