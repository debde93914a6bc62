import { PostgresAdapter, SqliteAdapter } from 'kysely';
import type { Kysely } from 'kysely';
import type { Identity, ListRequest, Page, ResourceStore, StoreContext, StoreShape } from '../../../api/index.ts';
import type { HttpContext } from '../../../http/index.ts';
import { postgres, sqlite } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { SqlRunner } from './sql-runner.ts';
import { SqlTable } from './sql-table.ts';
import type { ColumnMap } from './sql-table.ts';
import { StoreReads } from './store-reads.ts';
import { StoreWrites } from './store-writes.ts';
import { inTransaction } from './transactions.ts';

/** What is special about a table that holds the items of a resource. */
export interface SqlStoreOptions {
  /**
   * Which column a field has, where it is not the one of its name: `{ publishedAt: 'published_at' }`, more about it, or false
   * where there is none. A name that is no field of the schema is written when it is sent, and never read.
   */
  readonly columns?: ColumnMap;
  /**
   * Equalities that every row of this request meets, by field or column: `(context) => ({ owner: userOf(context) })`. Other
   * rows are not there, new ones get these values, and no change takes a row out of them.
   */
  readonly scope?: (context: HttpContext) => Readonly<Record<string, unknown>>;
}

type Item = Record<string, unknown>;

/** A table as the store of a resource; all its functions may be called from `provide` and `process`, too. */
// oxlint-disable-next-line typescript/no-explicit-any -- the schema of the resource says what its rows are
export type SqlStore<Row = any> = Required<ResourceStore<Row>>;

/**
 * The items of a resource in a table of an SQL database: all six operations, with filters, order, pages and counts worked out
 * by the database. Give it as `store` of a `resource`; functions in `provide` and `process` win over it, one by one.
 *
 * @param database Kysely over SQLite or PostgreSQL
 * @param name the table; `schema.table` works too
 * @returns a store for one resource. It throws a ConflictError (409) where a key is taken or a row still referred to, an
 *   UnprocessableContentError (422) with the field's JSON pointer where another constraint is hurt
 * @throws {TypeError} when the database is of another kind
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { defineHost, filter, resource } from 'oriel';
 * import { NodeSqliteDialect, sqlStore } from 'oriel/adapters/kysely';
 * import { z } from 'zod';
 * const file = new DatabaseSync(':memory:');
 * file.exec("create table boats (id integer primary key, name text); insert into boats (name) values ('Nereid')");
 * const database = new Kysely<{ boats: object }>({ dialect: new NodeSqliteDialect({ database: file }) });
 * const boats = resource('boats', z.object({ id: z.int(), name: z.string() }), {
 *   id: 'id',
 *   filters: { name: filter.start() },
 *   store: sqlStore(database, 'boats'),
 * });
 * await using host = defineHost({ resources: [boats], log: { level: 'none' } });
 * const response = await host.fetch(new Request('http://localhost/api/boats?name=ner'));
 * await response.json(); // => [{ id: 1, name: 'Nereid' }]
 * await database.destroy();
 * ```
 */
export function sqlStore<Tables, Name extends keyof Tables & string>(
  database: Kysely<Tables>,
  name: Name,
  options: SqlStoreOptions = {},
): SqlStore {
  return new KyselyStore(database as unknown as Kysely<never>, name, options);
}

/** The store behind `sqlStore`. */
export class KyselyStore implements SqlStore<Item> {
  readonly #database: Kysely<never>;
  readonly #name: string;
  readonly #options: SqlStoreOptions;
  readonly #dialect: SqlDialect;
  readonly #runner: SqlRunner;
  #table: SqlTable | undefined = undefined;
  #reads: StoreReads | undefined = undefined;
  #writes: StoreWrites | undefined = undefined;

  constructor(database: Kysely<never>, name: string, options: SqlStoreOptions) {
    this.#database = database;
    this.#name = name;
    this.#options = options;
    this.#dialect = dialectOf(database);
    this.#runner = new SqlRunner(database, this.#dialect);
  }

  bind(shape: StoreShape): void {
    if (this.#table && this.#table.shape.resource !== shape.resource)
      throw new TypeError(
        `The store of "${this.#name}" holds "${this.#table.shape.resource}" already; make another with sqlStore`,
      );
    this.#table = new SqlTable(shape, this.#name, this.#options.columns ?? {}, this.#dialect);
    const { scope = () => ({}) } = this.#options;
    this.#reads = new StoreReads(this.#table, this.#runner, scope, (field) => this.#linked(field, shape));
    this.#writes = new StoreWrites(this.#table, this.#runner, this.#reads, scope);
  }

  list(request: ListRequest, context: StoreContext): Promise<Page<Item>> {
    return this.#bound(this.#reads).list(request, context);
  }

  get(id: Identity, context: StoreContext, fields?: readonly string[]): Promise<Item | null> {
    return this.#bound(this.#reads).get(id, context, fields);
  }

  create(item: Item, context: StoreContext): Promise<Item> {
    return this.#bound(this.#writes).create(item, context);
  }

  replace(id: Identity, item: Item, context: StoreContext): Promise<Item | null> {
    return this.#bound(this.#writes).change(id, item, context);
  }

  patch(id: Identity, changes: Item, context: StoreContext): Promise<Item | null> {
    return this.#bound(this.#writes).change(id, changes, context);
  }

  delete(id: Identity, context: StoreContext): Promise<boolean> {
    return this.#bound(this.#writes).delete(id, context);
  }

  transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return inTransaction(this.#database, work);
  }

  #linked(field: string, shape: StoreShape): StoreReads {
    const store: unknown = shape.link(field)?.store;
    if (store instanceof KyselyStore && store.#database === this.#database) return store.#bound(store.#reads);
    throw new TypeError(
      `A filter of "${shape.resource}" looks through "${field}", which leads to no sqlStore over the same database`,
    );
  }

  #bound<Part>(part: Part | undefined): Part {
    if (part === undefined)
      throw new TypeError(`The store of "${this.#name}" belongs to no resource yet; give it as store: to a resource`);
    return part;
  }
}

function dialectOf(database: Kysely<never>): SqlDialect {
  const { adapter } = database.getExecutor();
  if (adapter instanceof SqliteAdapter) return sqlite;
  if (adapter instanceof PostgresAdapter) return postgres;
  throw new TypeError(`sqlStore knows SQLite and PostgreSQL, not ${adapter.constructor.name}`);
}
