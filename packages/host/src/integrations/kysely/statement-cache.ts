import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { withoutBigInts } from '../sql/large-integers.ts';
import { tracedQuery, tracedRows } from 'oriel-core/trace';

/**
 * Adapts a `node:sqlite` database to the SQLite driver of Kysely and caches its prepared statements. The least recently
 * used statement is removed first.
 */
export class StatementCache implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #most: number;
  readonly #objects = new Map<string, Statement>();
  readonly #lists = new Map<string, Statement>();
  #uses = 0;

  constructor(database: DatabaseSync, most: number) {
    this.#database = database;
    this.#most = most;
  }

  /** The number of cached statements. */
  get size(): number {
    return this.#objects.size + this.#lists.size;
  }

  /** Whether a transaction is open. */
  get isTransaction(): boolean {
    return this.#database.isOpen && this.#database.isTransaction;
  }

  prepare(sql: string): Statement {
    return this.#keep(sql, false);
  }

  /** Returns the rows of a query as arrays, which are cheaper than objects. */
  lists(sql: string, parameters: readonly unknown[]): unknown[][] {
    return this.#keep(sql, true).all(parameters) as unknown[][];
  }

  // The last use is stored in the statement, so that a lookup changes no map and creates no key.
  #keep(sql: string, lists: boolean): Statement {
    const statements = lists ? this.#lists : this.#objects;
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = new Statement(this.#database, sql, lists);
      if (this.size >= this.#most) this.#dropOne();
      statements.set(sql, statement);
    }
    statement.used = ++this.#uses;
    return statement;
  }

  // Called for new statements only, whose preparation costs more than this search.
  #dropOne(): void {
    let longest: { readonly kept: Map<string, Statement>; readonly sql: string; readonly used: number } | undefined;
    for (const statements of [this.#objects, this.#lists])
      for (const [sql, { used }] of statements)
        if (longest === undefined || used < longest.used) longest = { kept: statements, sql, used };
    longest?.kept.delete(longest.sql);
  }

  close(): void {
    this.#objects.clear();
    this.#lists.clear();
    this.#database.close();
  }
}

/** A prepared statement. */
export class Statement implements SqliteStatement {
  readonly reader: boolean;
  /** The number of the last use, counted over all statements. */
  used = 0;
  readonly #sql: string;
  readonly #statement: StatementSync;
  #readsLarge: boolean;

  constructor(database: DatabaseSync, sql: string, lists: boolean) {
    this.#sql = sql;
    this.#statement = prepared(database, sql);
    this.#statement.setReturnArrays(lists);
    this.reader = this.#statement.columns().length > 0;
    // A statement that writes cannot run again. Its rows are few.
    this.#readsLarge = this.reader && !ONLY_READS.test(sql);
    this.#statement.setReadBigInts(this.#readsLarge);
  }

  all(parameters: readonly unknown[]): unknown[] {
    const run = () => this.#rows(bindable(parameters));
    return tracedQuery(this.#sql, parameters, run, (rows) => rows.length, 'sqlite');
  }

  // node:sqlite throws for an integer that a number cannot represent, whatever the other rows are.
  #rows(parameters: SQLInputValue[]): unknown[] {
    if (this.#readsLarge) return this.#statement.all(...parameters).map(withoutBigInts);
    try {
      return this.#statement.all(...parameters);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_OUT_OF_RANGE') throw error;
      this.#readLarge();
      return this.#rows(parameters);
    }
  }

  #readLarge(): void {
    this.#readsLarge = true;
    this.#statement.setReadBigInts(true);
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    const run = () => this.#statement.run(...bindable(parameters));
    return tracedQuery(this.#sql, parameters, run, ({ changes }) => Number(changes), 'sqlite');
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    this.#readLarge();
    const rows = () => this.#statement.iterate(...bindable(parameters)).map(withoutBigInts);
    return tracedRows(this.#sql, parameters, rows, 'sqlite');
  }
}

// SQLite parses a statement before it gets parameters. A syntax error is recorded as a failed query.
function prepared(database: DatabaseSync, sql: string): StatementSync {
  try {
    return database.prepare(sql);
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return tracedQuery<StatementSync>(sql, [], fail, () => 0, 'sqlite');
  }
}

// An object as first parameter would be interpreted as named parameters, so only values are allowed.
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value, index) => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value;
    if (ArrayBuffer.isView(value)) return value as Uint8Array;
    const what = value instanceof Date ? 'a Date' : Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
    throw new TypeError(`Parameter ${index + 1} is ${what}; SQLite supports null, numbers, strings and bytes`);
  });
}

const ONLY_READS = /^\s*(?:select|values)\b/i;
