import { closeSync, existsSync, lstatSync, openSync, readSync, statSync } from 'oriel-core/builtins';
import { openDatabase } from './open-database.ts';
import { StoreError, classifyError } from './store-trouble.ts';

/** "ORPF": distinguishes a profile store from other databases. */
export const APPLICATION_ID = 0x4f525046;

/** Bytes of a page. Several profiles fit on one, so hardly any needs overflow pages. */
export const PAGE_SIZE = 16_384;

/**
 * Checks that a file is a profile store, empty or missing, before SQLite opens it: SQLite would change the files of another program, and
 * the store would rename them as damaged. Nothing is written.
 *
 * @throws {StoreError} if the file is something else
 */
export function assertOwnFile(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) throw foreign('it is not a regular file');
  if (stat === undefined && lstatSync(file, { throwIfNoEntry: false }) !== undefined)
    throw foreign('it is a symbolic link to a file that does not exist');
  if (stat === undefined || stat.size === 0) return assertOwnLogs(file);
  const identity = `${stat.dev}:${stat.ino}:${stat.birthtimeMs}`;
  if (ownFiles.has(identity)) return;
  if (!isStore(file, identity)) throw foreign('it is not a profile store');
  ownFiles.add(identity);
}

/** Checks the files beside a store that does not exist, because SQLite would overwrite or apply them. @throws {StoreError} */
function assertOwnLogs(file: string): void {
  const isOwnLog = isEmptyOr(`${file}-wal`, (head) => {
    // The last bit is the byte order of the checksums.
    return head.readUInt32BE(0) >>> 1 === WAL_MAGIC >>> 1 && head.readUInt32BE(8) === PAGE_SIZE;
  });
  const isOwnIndex = isEmptyOr(`${file}-shm`, (head) =>
    [head.readUInt32LE(0), head.readUInt32BE(0)].includes(SHM_VERSION),
  );
  if (isOwnLog && isOwnIndex) return;
  // Another process may have created the store meanwhile, and be writing the heads of its logs.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return assertOwnFile(file);
  throw foreign('the files beside it belong to another database');
}

function isEmptyOr(file: string, check: (head: Buffer) => boolean): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return lstatSync(file, { throwIfNoEntry: false }) === undefined;
  if (!stat.isFile()) return false;
  if (stat.size === 0) return true;
  const descriptor = openSync(file, 'r');
  try {
    return check(readHead(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

function isStore(file: string, identity: string): boolean {
  // Closing a file releases all locks that the process has on it, those of other threads included. SQLite knows of its own.
  if (existsSync(`${file}-shm`)) {
    const id = queryApplicationId(file);
    if (id !== undefined) return id === APPLICATION_ID;
  }
  if (foreignFiles.has(identity)) return false;
  const descriptor = openSync(file, 'r');
  const head = readHead(descriptor);
  const isOwn = head.toString('latin1', 0, 16) === 'SQLite format 3\0' && head.readUInt32BE(68) === APPLICATION_ID;
  // The application may have opened this database, so the descriptor stays open.
  if (isOwn || foreignFiles.size >= MAX_FOREIGN_FILES) closeSync(descriptor);
  else foreignFiles.add(identity);
  return isOwn;
}

// Returns undefined for a damaged file.
function queryApplicationId(file: string): number | undefined {
  const database = openDatabase(file, { readOnly: true });
  try {
    return Number(database.prepare('pragma application_id').get()?.['application_id']);
  } catch (error) {
    if (classifyError(error) === 'corrupt') return undefined;
    throw error;
  } finally {
    database.close();
  }
}

function readHead(descriptor: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  readSync(descriptor, head, 0, HEAD_BYTES, 0);
  return head;
}

function foreign(reason: string): StoreError {
  return new StoreError('foreign', reason);
}

const ownFiles = new Set<string>();
const foreignFiles = new Set<string>();
const MAX_FOREIGN_FILES = 16;
// https://www.sqlite.org/fileformat.html: the header, the application at 68. The log of a store has its page size at 8.
const HEAD_BYTES = 100;
const WAL_MAGIC = 0x377f0682;
const SHM_VERSION = 3_007_000;
