import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ProfileSummary } from '../../profile.ts';

/** An open store: statements prepared once, and transactions. */
export class StoreAccess {
  readonly database: DatabaseSync;
  readonly file: string;
  /** Every profile before this one is pinned, or gone. */
  oldest = 0;
  /** How many bytes were kept when they were last asked for, and how many batches were written since. */
  sized = { bytes: Infinity, age: 0 };
  /** Summaries of batches that were read, by the number of the first. */
  readonly batches = new Map<number, readonly ProfileSummary[]>();
  /** Shared texts that were read, by the name of their list. */
  readonly texts = new Map<string, readonly string[]>();
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, file: string) {
    this.database = database;
    this.file = file;
  }

  /** A statement that is used again and again. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.database.prepare(sql)));
    return statement;
  }

  /** The one number that a statement gives. */
  number(sql: string, ...parameters: (string | number)[]): number {
    const row = this.statement(sql).get(...parameters);
    return row ? Number(Object.values(row)[0]) : 0;
  }

  transaction<T>(action: () => T): T {
    // Taking the write lock first: a transaction that reads and then writes fails at once when another wrote in between.
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
      if (this.database.isTransaction) this.statement('rollback').run();
    } catch {
      // What went wrong first is what matters.
    }
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }
}
