import { PostgresAdapter } from 'kysely';
import type { Kysely } from 'kysely';
import type {
  Identity,
  ResourceStore,
  StoreContext,
  StoreShape,
} from '../../../features/resources/stores/resource-store.ts';
import type { ListRequest, Page } from '../../../features/resources/paging/list-request.ts';
import { assertKnownNames } from '../../../core/http/assert-known-names.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import { NodeSqliteAdapter } from '../node-sqlite-dialect.ts';
import { isShared } from '../is-shared.ts';
import type { ColumnTypes } from './postgres-types.ts';
import { postgresTypes } from './postgres-types.ts';
import { postgres, sqlite } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { SqlRunner } from './sql-runner.ts';
import type { MaybePromise } from './sql-runner.ts';
import { SqlTable } from './sql-table.ts';
import type { ColumnOptions } from './sql-column.ts';
import type { ColumnMap } from './sql-table.ts';
import { StoreReads } from './store-reads.ts';
import { StoreWrites } from './store-writes.ts';
import { inTransaction } from './transactions.ts';

/** Options of `sqlStore`. */
export interface SqlStoreOptions {
  /**
   * The columns of fields whose column has another name: `{ publishedAt: 'published_at' }`, options of the column, or false for a
   * field without one. A name that is not a field of the schema is written if it is sent, and never read.
   */
  readonly columns?: ColumnMap;
  /**
   * Returns the equalities that all rows of a request meet, by field or column: `(context) => ({ owner: userOf(context) })`. Other
   * rows do not exist for the request, new rows get these values, and no write changes them.
   */
  readonly scope?: (context: HttpContext) => Readonly<Record<string, unknown>>;
}

type Item = Record<string, unknown>;

/** The store of a resource in a table. Functions in `provide` and `process` may call its methods. */
// oxlint-disable-next-line typescript/no-explicit-any -- the schema of the resource has the type of its rows
export type SqlStore<Row = any> = Required<ResourceStore<Row>>;

/**
 * Creates a store for the items of a resource in an SQL table. The database evaluates filters, orders, pages and counts. Pass it
 * as `store` of a `resource`; each function in `provide` and `process` overrides one of its operations.
 *
 * @param database Kysely over SQLite or PostgreSQL
 * @param name the table, or `schema.table`
 * @returns a store for one resource. Its methods throw `ConflictError` (409) for an existing key or a row that others refer to,
 *   `UnprocessableContentError` (422) with the JSON pointer of the field for other constraints, and `TypeError` for names that
 *   are not a field or column and for unknown members of a list request
 * @throws {TypeError} if the database is not SQLite or PostgreSQL, or an option is unknown
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite';
 * import { Kysely } from 'kysely';
 * import { defineHost, filter, resource } from 'oriel';
 * import { NodeSqliteDialect, sqlStore } from 'oriel/kysely';
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
  assertKnownNames(Object.keys(options), OPTIONS, 'option of sqlStore');
  for (const [field, mapped] of Object.entries(options.columns ?? {}))
    if (typeof mapped === 'object')
      assertKnownNames(Object.keys(mapped), COLUMN_OPTIONS, `option of the column of "${field}"`);
  return new KyselyStore(database as unknown as Kysely<never>, name, options);
}

const OPTIONS: readonly (keyof SqlStoreOptions)[] = ['columns', 'scope'];
const COLUMN_OPTIONS: readonly (keyof ColumnOptions)[] = ['column', 'as', 'folded', 'fold', 'orderFolded'];

/** The store behind `sqlStore`. */
export class KyselyStore implements SqlStore<Item> {
  readonly scope: SqlStoreOptions['scope'] | undefined;
  readonly #database: Kysely<never>;
  readonly #name: string;
  readonly #options: SqlStoreOptions;
  readonly #dialect: SqlDialect;
  readonly #runner: SqlRunner;
  #parts: Parts | undefined = undefined;
  #learning: Promise<void> | undefined = undefined;
  #prepared = false;

  readonly shared: boolean | 'machine';

  constructor(database: Kysely<never>, name: string, options: SqlStoreOptions) {
    this.shared = isShared(database);
    this.#database = database;
    this.#name = name;
    this.#options = options;
    this.scope = options.scope;
    this.#dialect = dialectOf(database);
    this.#runner = new SqlRunner(database, this.#dialect);
  }

  bind(shape: StoreShape): void {
    const held = this.#parts?.shape.resource ?? shape.resource;
    if (held !== shape.resource)
      throw new TypeError(`The store of "${this.#name}" holds "${held}" already; make another with sqlStore`);
    this.#learning = undefined;
    this.#prepared = false;
    this.#parts = this.#partsOf(shape, undefined);
  }

  list(request: ListRequest, context: StoreContext): MaybePromise<Page<Item>> {
    return this.#with(({ reads }) => reads.list(request, context));
  }

  get(id: Identity, context: StoreContext, fields?: readonly string[]): MaybePromise<Item | null> {
    return this.#with(({ reads }) => reads.get(id, context, fields));
  }

  create(item: Item, context: StoreContext): MaybePromise<Item> {
    return this.#with(({ writes }) => writes.create(item, context));
  }

  replace(id: Identity, item: Item, context: StoreContext): MaybePromise<Item | null> {
    return this.#with(({ writes }) => writes.change(id, item, context));
  }

  patch(id: Identity, changes: Item, context: StoreContext): MaybePromise<Item | null> {
    return this.#with(({ writes }) => writes.change(id, changes, context));
  }

  delete(id: Identity, context: StoreContext): MaybePromise<boolean> {
    return this.#with(({ writes }) => writes.delete(id, context));
  }

  refuses(path: string, use: 'filter' | 'order'): string | undefined {
    const [field, ...rest] = path.split('.');
    if (rest.length === 0) return undefined;
    const other = this.#neighbour(field!, this.#bound().shape);
    if (other === undefined) return `"${field}" leads to no sqlStore over the same database`;
    const { resource, id } = other.#bound().shape;
    if (id.length > 1) return `"${resource}" has an identifier of several fields`;
    if (use === 'order' && other.#options.scope !== undefined) return `the rows of "${resource}" are scoped`;
    return other.refuses(rest.join('.'), use);
  }

  transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return inTransaction(this.#database, work);
  }

  #with<Result>(work: (parts: Parts) => MaybePromise<Result>): MaybePromise<Result> {
    if (this.#dialect === postgres && !this.#prepared) return this.#prepare().then(() => work(this.#bound()));
    return work(this.#bound());
  }

  // A filter may look into every resource that can be reached, so all their tables must be known.
  async #prepare(): Promise<void> {
    const stores = new Set<KyselyStore>([this]);
    for (const store of stores)
      for (const { name } of store.#bound().shape.fields) {
        const other = store.#neighbour(name, store.#bound().shape);
        if (other) stores.add(other);
      }
    for (const store of stores) await store.#learn();
    this.#prepared = true;
  }

  // PostgreSQL is asked about the table when it is first needed, and again when that failed.
  #learn(): Promise<void> {
    const { shape } = this.#bound();
    this.#learning ??= postgresTypes(this.#runner, this.#name).then(
      (types) => {
        this.#parts = this.#partsOf(shape, types);
      },
      (error: unknown) => {
        this.#learning = undefined;
        throw error;
      },
    );
    return this.#learning;
  }

  #partsOf(shape: StoreShape, types: ColumnTypes | undefined): Parts {
    const { columns = {}, scope } = this.#options;
    const table = new SqlTable(shape, this.#name, columns, this.#dialect, types);
    const reads = new StoreReads(table, this.#runner, scope, (field) => this.#linked(field, shape));
    return { shape, reads, writes: new StoreWrites(table, this.#runner, reads, scope) };
  }

  #neighbour(field: string, shape: StoreShape): KyselyStore | undefined {
    const store: unknown = shape.link(field)?.store;
    return store instanceof KyselyStore && store.#database === this.#database ? store : undefined;
  }

  #linked(field: string, shape: StoreShape): StoreReads {
    const other = this.#neighbour(field, shape);
    if (other !== undefined) return other.#bound().reads;
    throw new TypeError(
      `A filter of "${shape.resource}" looks through "${field}", which leads to no sqlStore over the same database`,
    );
  }

  #bound(): Parts {
    if (this.#parts === undefined)
      throw new TypeError(`The store of "${this.#name}" belongs to no resource yet; give it as store: to a resource`);
    return this.#parts;
  }
}

/** What a store consists of, once it knows its resource. */
interface Parts {
  readonly shape: StoreShape;
  readonly reads: StoreReads;
  readonly writes: StoreWrites;
}

function dialectOf(database: Kysely<never>): SqlDialect {
  const { adapter } = database.getExecutor();
  if (adapter instanceof NodeSqliteAdapter) return sqlite;
  if (adapter instanceof PostgresAdapter) return postgres;
  throw new TypeError(
    `sqlStore knows SQLite through NodeSqliteDialect, and PostgreSQL, but nothing of ${adapter.constructor.name}`,
  );
}
