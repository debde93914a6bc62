import { StoreAccess } from './sql-profile-access.ts';
import { defineDataTerms } from './sql-profile-data.ts';
import { inodeOf, openStore, setAside } from './sql-profile-file.ts';
import { textsOf } from './sql-profile-texts.ts';
import { isFaultOfStatement, tellTrouble, troubleOf } from './sql-profile-trouble.ts';
import type { StoreTrouble, TroubleKind } from './sql-profile-trouble.ts';

/**
 * The way to the store, which nothing gets through that throws: it opens the file when it is first needed, and when
 * something fails it says so once, waits longer from time to time, and opens it anew.
 */
export class SqlProfileStore {
  readonly file: string;
  readonly #walBytes: number;
  readonly #onTrouble: (trouble: StoreTrouble) => void;
  #opened: StoreAccess | undefined;
  #inode = 0;
  #lookedAt = 0;
  #trouble: StoreTrouble | undefined;
  #told = false;
  #since = 0;
  #wait = 0;
  #nextTry = 0;
  #closed = false;

  constructor(file: string, walBytes: number, onTrouble: (trouble: StoreTrouble) => void) {
    this.file = file;
    this.#walBytes = walBytes;
    this.#onTrouble = onTrouble;
  }

  /** What is wrong now. */
  get trouble(): string | undefined {
    return this.#told ? this.#trouble?.message : undefined;
  }

  /** Does something that writes; undefined when it failed or is not to be tried yet. */
  write<T>(action: (store: StoreAccess) => T): T | undefined {
    if (performance.now() < this.#nextTry) return undefined;
    return this.#attempt(action, true);
  }

  /** Does something that only reads, which works even where writing does not. Throws only what is our own fault. */
  read<T>(action: (store: StoreAccess) => T): T | undefined {
    if (!this.#opened && performance.now() < this.#nextTry) return undefined;
    return this.#attempt(action, false);
  }

  close(): void {
    this.#closed = true;
    this.#leave();
  }

  #attempt<T>(action: (store: StoreAccess) => T, writes: boolean): T | undefined {
    if (this.#closed) return undefined;
    try {
      const store = this.#open();
      const result = writes ? store.transaction(() => action(store)) : action(store);
      if (writes) this.#recovered();
      return result;
    } catch (error) {
      // A search that SQLite does not understand says nothing about the store.
      if (!writes && isFaultOfStatement(error)) throw error;
      this.#failed(error);
      return undefined;
    }
  }

  #open(): StoreAccess {
    // A file that was removed goes on taking what is written, and nobody would ever see it again.
    const now = performance.now();
    if (this.#opened && now - this.#lookedAt > LOOK_AFTER) {
      this.#lookedAt = now;
      if (inodeOf(this.file) !== this.#inode) this.#leave();
    }
    if (this.#opened) return this.#opened;
    this.#inode = inodeOf(this.file) ?? 0;
    const { database, inode } = openStore(this.file, this.#walBytes);
    this.#inode = inode;
    this.#lookedAt = now;
    const store = new StoreAccess(database, this.file);
    defineDataTerms(database, (id) => textsOf(store, id));
    return (this.#opened = store);
  }

  #failed(error: unknown): void {
    const kind = troubleOf(error);
    const now = performance.now();
    if (this.#trouble === undefined) this.#since = now;
    this.#trouble = { kind, message: tellTrouble(kind, this.file, error), cause: error };
    this.#wait = Math.min(Math.max(this.#wait * 2, FIRST_WAIT), LAST_WAIT);
    this.#nextTry = now + this.#wait * (0.5 + Math.random() / 2);
    if (!STAYS_OPEN.includes(kind)) this.#leave();
    if (kind === 'corrupt') this.#setAside();
    if (this.#told || (kind === 'locked' && now - this.#since < PATIENCE)) return;
    this.#told = true;
    this.#onTrouble(this.#trouble);
  }

  #recovered(): void {
    this.#trouble = undefined;
    this.#told = false;
    this.#wait = 0;
  }

  #setAside(): void {
    try {
      setAside(this.file, this.#inode);
      this.#nextTry = 0;
    } catch {
      // Tried again with the next failure.
    }
  }

  #leave(): void {
    const left = this.#opened;
    this.#opened = undefined;
    try {
      left?.close();
    } catch {
      // A damaged file may refuse even this.
    }
  }
}

const FIRST_WAIT = 20;
const LAST_WAIT = 1000;
const LOOK_AFTER = 250;
// Another process that writes for a moment is no trouble.
const PATIENCE = 2000;
const STAYS_OPEN: readonly TroubleKind[] = ['locked', 'full'];
