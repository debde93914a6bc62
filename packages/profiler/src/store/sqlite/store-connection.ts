import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { runInTrace, NullTrace } from 'oriel-core/trace';
import { realpathSync, performance, random } from 'oriel-core/builtins';
import { defineDataSearch } from './data-search.ts';
import { getTexts } from './shared-text-table.ts';
import { getInode, openStore, setAside } from './store-file.ts';
import { describeDeletion, describeTrouble, isStatementError, classifyError } from './store-trouble.ts';
import type { StoreTrouble, TroubleKind } from './store-trouble.ts';

/** An open database, its prepared statements, and what is cached of its content. */
export class OpenStore {
  readonly database: DatabaseSync;
  readonly file: string;
  /** No profile with a lower sequence number is left, except pinned ones. */
  oldest = 0;
  /** The size in bytes when it was last determined, and the number of batches written since. */
  measured = { bytes: Infinity, batches: 0 };
  /** Shared texts by the id of their list. */
  readonly texts = new Map<string, readonly string[]>();
  #secret: string | undefined;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, file: string) {
    this.database = database;
    this.file = file;
  }

  /** The random text that all processes with this store share. */
  get secret(): string {
    return (this.#secret ??= String(this.statement('select secret from profile_counters').get()?.['secret']));
  }

  /** Returns a prepared statement. It stays prepared, so use a bounded number of different statements. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.database.prepare(sql)));
    return statement;
  }

  /** Returns the first column of the first row as a number; 0 without a row. */
  number(sql: string, ...parameters: (string | number)[]): number {
    const row = this.statement(sql).get(...parameters);
    return row ? Number(Object.values(row)[0]) : 0;
  }

  transaction<T>(action: () => T): T {
    // A transaction that reads before it locks fails if another process writes in between.
    this.statement('begin immediate').run();
    try {
      const result = action();
      this.statement('commit').run();
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.statement('rollback').run();
    } catch {
      // Some errors end the transaction, so that nothing is left to roll back. The first error is the one to report.
    }
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }
}

/**
 * Opens the store when it is first used. When it fails, the connection reports the trouble once, waits before it tries
 * again, longer each time, and opens the file anew if necessary.
 */
export class StoreConnection {
  readonly file: string;
  /** The path of the open file, without symbolic links. */
  path: string;
  readonly #walBytes: number;
  readonly #onTrouble: (trouble: StoreTrouble) => void;
  #store: OpenStore | undefined;
  #inode = 0;
  /** Whether the file was deleted or replaced while it was open. */
  #isDeleted = false;
  #checkedAt = 0;
  #trouble: StoreTrouble | undefined;
  #isReported = false;
  #troubleSince = 0;
  #wait = 0;
  #nextTry = 0;
  #closed = false;

  /**
   * @param walBytes size of the write-ahead log from which SQLite writes it back
   * @param onTrouble called once for each problem
   */
  constructor(file: string, walBytes: number, onTrouble: (trouble: StoreTrouble) => void) {
    this.file = file;
    this.path = file;
    this.#walBytes = walBytes;
    this.#onTrouble = onTrouble;
  }

  /** The current problem, once it was reported; undefined if there is none. */
  get trouble(): string | undefined {
    return this.#isReported ? this.#trouble?.message : undefined;
  }

  /** Runs `action` in a transaction. Returns undefined if the store is unavailable. */
  write<T>(action: (store: OpenStore) => T): T | undefined {
    if (performance.now() < this.#nextTry) return undefined;
    return this.#attempt(action, true);
  }

  /**
   * Runs `action`, which only reads. Returns undefined if the store cannot be read; a store that cannot be written can.
   *
   * @throws only errors of the statement itself
   */
  read<T>(action: (store: OpenStore) => T): T | undefined {
    if (!this.#store && performance.now() < this.#nextTry) return undefined;
    return this.#attempt(action, false);
  }

  close(): void {
    this.#closed = true;
    this.#disconnect();
  }

  #attempt<T>(action: (store: OpenStore) => T, writes: boolean): T | undefined {
    if (this.#closed) return undefined;
    try {
      // The statements of the store are not those of the request that is recorded.
      const result = runInTrace(NullTrace, () => {
        const store = this.#connect();
        return writes ? store.transaction(() => action(store)) : action(store);
      });
      if (writes) this.#recover();
      return result;
    } catch (error) {
      // An invalid search is not a problem of the store.
      if (!writes && isStatementError(error)) throw error;
      this.#fail(error);
      return undefined;
    }
  }

  #connect(): OpenStore {
    // SQLite goes on writing into a file that was deleted, so the name is checked from time to time.
    const now = performance.now();
    if (this.#store && now - this.#checkedAt > CHECK_INTERVAL) {
      this.#checkedAt = now;
      if (!this.#isFilePresent()) this.#disconnect();
    }
    if (this.#store) return this.#store;
    this.#inode = getInode(this.file) ?? 0;
    const { database, inode } = openStore(this.file, this.#walBytes);
    this.#inode = inode;
    this.#checkedAt = now;
    // SQLite creates the log beside the file that a link leads to.
    this.path = realpathSync(this.file);
    const store = new OpenStore(database, this.path);
    defineDataSearch(database, (id) => getTexts(store, id));
    this.#store = store;
    if (this.#isDeleted) {
      this.#isDeleted = false;
      this.#onTrouble({ kind: 'deleted', message: describeDeletion(this.file), cause: undefined });
    }
    return store;
  }

  #fail(error: unknown): void {
    const kind = classifyError(error);
    const now = performance.now();
    if (this.#trouble === undefined) this.#troubleSince = now;
    this.#trouble = { kind, message: describeTrouble(kind, this.file, error), cause: error };
    this.#wait = Math.min(Math.max(this.#wait * 2, INITIAL_WAIT), LAST_WAIT);
    this.#nextTry = now + this.#wait * (0.5 + random() / 2);
    const wasDeleted = this.#isDeleted;
    if (!KEEPS_CONNECTION.includes(kind)) this.#disconnect();
    // The deletion is the problem, and is reported when a new file is open.
    if (this.#isDeleted && !wasDeleted) return;
    if (kind === 'corrupt') this.#setAside();
    if (this.#isReported || (kind === 'locked' && now - this.#troubleSince < LOCK_PATIENCE)) return;
    this.#isReported = true;
    this.#onTrouble(this.#trouble);
  }

  #isFilePresent(): boolean {
    try {
      return getInode(this.file) === this.#inode;
    } catch {
      // The folder cannot be read, which says nothing about the file.
      return true;
    }
  }

  #recover(): void {
    this.#trouble = undefined;
    this.#isReported = false;
    this.#wait = 0;
  }

  #setAside(): void {
    try {
      setAside(this.file, this.#inode);
      this.#nextTry = 0;
    } catch {
      // The next failure tries again.
    }
  }

  #disconnect(): void {
    const store = this.#store;
    // Only while the file is open: a new file may get the inode of a closed one.
    if (store && !this.#isFilePresent()) this.#isDeleted = true;
    this.#store = undefined;
    try {
      store?.close();
    } catch {
      // Closing a damaged file can fail.
    }
  }
}

const INITIAL_WAIT = 20;
const LAST_WAIT = 1000;
const CHECK_INTERVAL = 250;
// Milliseconds that another process may lock the store before this is reported.
const LOCK_PATIENCE = 2000;
const KEEPS_CONNECTION: readonly TroubleKind[] = ['locked', 'full'];
