import type { MaybePromise, HttpContext } from 'oriel-core/http';
import type {
  Identity,
  ResourceStore,
  StoreContext,
  StoreShape,
} from '../../features/resources/declare/resource-store.ts';
import type { ListRequest, Page } from '../../features/resources/declare/list-request.ts';
import type { IndexUse } from '../../features/resources/source/index-uses.ts';
import type { CheckedStore, ListedIndex } from '../../features/resources/source/check-stores.ts';
import { assertKnownNames } from 'oriel-core/http';
import type { ColumnTypes } from './postgres-types.ts';
import { postgresTypes } from './postgres-types.ts';
import { assertStableRowids, searchIndex } from './search-index.ts';
import type { SearchIndex, SqlSearchTable } from './search-index.ts';
import { assertSqliteColumns } from './sqlite-columns.ts';
import type { SqlRunner } from './sql-runner.ts';
import { assertConstraintNames } from './constraint-names.ts';
import { assertConstraintProblems } from './constraint-problems.ts';
import type { ConstraintProblems } from './constraint-problems.ts';
import { missingIndexes } from './missing-indexes.ts';
import { DeletedRows } from './deleted-rows.ts';
import { SqlTable } from './sql-table.ts';
import type { ColumnOptions } from './sql-column.ts';
import type { ColumnMap } from './sql-table.ts';
import { StoreReads } from './store-reads.ts';
import { StoreWrites } from './store-writes.ts';

/** Options of stores in SQL tables. */
export interface SqlStoreOptions {
  /**
   * The columns of fields whose column has another name: `{ publishedAt: 'published_at' }`, options of the column, or
   * false for a field without one. A name that is not a field of the schema is written if it is sent, and never read.
   * @default {}
   */
  readonly columns?: ColumnMap;
  /**
   * Returns the equalities that all rows of a request meet, by field or column: `(context) => ({ owner: userOf(context)
   * })`. Other rows do not exist for the request, new rows get these values, and no write changes them.
   * @default all rows
   */
  readonly scope?: (context: HttpContext) => Readonly<Record<string, unknown>>;
  /**
   * The field or column with the time at which a row was deleted. Deleting sets it, and such rows do not exist for
   * requests, also not through links. The store `trash` has them.
   * @default deleting removes the row
   */
  readonly softDelete?: string;
  /**
   * What the option `search` of the resource searches in: on PostgreSQL a column of the type `tsvector`, on SQLite an FTS5
   * table with the searched columns. It has the rowids of the table, or a column with its identifiers: `{ table, key }`.
   * @default the text of every row, without an index
   */
  readonly search?: string | SqlSearchTable;
  /**
   * The problems that clients receive for constraints of the table, by the name of the constraint or unique index: `{
   * appointments_no_overlap: { type: '/problems/slot-taken', detail: 'Another appointment overlaps' } }`.
   * @default 409 for duplicates and rows in use, 422 with the fields for invalid values
   */
  readonly constraints?: ConstraintProblems;
}

type Item = Record<string, unknown>;

// Without `exactOptionalPropertyTypes`, `Required` would also remove `undefined` from the type of `scope`.
interface FullStore<Row> extends Required<Omit<ResourceStore<Row>, 'scope'>> {
  readonly scope: ResourceStore<Row>['scope'];
}

/** The store of a resource in a table. Functions in `provide` and `process` may call its methods. */
// oxlint-disable-next-line typescript/no-explicit-any -- the schema of the resource has the type of its rows
export interface SqlStore<Row = any> extends FullStore<Row> {
  /**
   * A store with the deleted rows of a store with `softDelete`, for a resource of its own. Its `delete` removes rows.
   * @throws {TypeError} without `softDelete`
   */
  readonly trash: TrashStore<Row>;
}

/** The deleted rows of a store. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export interface TrashStore<Row = any> extends FullStore<Row> {
  /** Makes a deleted row visible again. @returns null if there is no such row */
  restore(id: Identity, context: StoreContext): MaybePromise<Row | null>;
}

const OPTIONS: readonly (keyof SqlStoreOptions)[] = ['columns', 'scope', 'softDelete', 'search', 'constraints'];
const COLUMN_OPTIONS: readonly (keyof ColumnOptions)[] = ['column', 'as', 'folded', 'fold', 'orderFolded'];

/** The store of a resource in an SQL table, over any library. */
export class TableStore implements SqlStore<Item>, TrashStore<Item>, CheckedStore {
  readonly scope: SqlStoreOptions['scope'] | undefined;
  readonly #name: string;
  readonly #options: SqlStoreOptions;
  readonly #runner: SqlRunner;
  readonly #declared: ReadonlyMap<string, ColumnOptions> | undefined;
  readonly #isTrash: boolean;
  #trash: TableStore | undefined = undefined;
  #parts: Parts | undefined = undefined;
  #learning: Promise<void> | undefined = undefined;
  #prepared = false;

  readonly shared: boolean | 'machine';
  readonly limitsLinks = true;
  readonly supports = ['sql', 'search'] as const;

  /**
   * @param declared the columns of the table by field, if the library knows them
   * @param isTrash whether the store has the deleted rows instead of the others
   * @throws {TypeError} if an option is unknown
   */
  constructor(
    runner: SqlRunner,
    name: string,
    options: SqlStoreOptions,
    declared?: ReadonlyMap<string, ColumnOptions>,
    isTrash = false,
  ) {
    assertKnownNames(Object.keys(options), OPTIONS, `option of ${runner.creator}`);
    for (const [field, mapped] of Object.entries(options.columns ?? {}))
      if (typeof mapped === 'object')
        assertKnownNames(Object.keys(mapped), COLUMN_OPTIONS, `option of the column of "${field}"`);
    assertConstraintProblems(options.constraints ?? {}, runner.creator);
    this.shared = runner.shared;
    this.#name = name;
    this.#options = options;
    this.scope = options.scope;
    this.#runner = runner;
    this.#declared = declared;
    this.#isTrash = isTrash;
  }

  bind(shape: StoreShape): void {
    const held = this.#parts?.shape.resource ?? shape.resource;
    if (held !== shape.resource)
      throw new TypeError(
        `The store of "${this.#name}" is already used by "${held}"; create another one with ${this.#runner.creator}`,
      );
    this.#learning = undefined;
    this.#prepared = false;
    this.#parts = this.#partsOf(shape, undefined);
  }

  async check(): Promise<void> {
    if (this.#runner.dialect.name === 'sqlite') {
      const { table, search } = this.#bound();
      await assertSqliteColumns(this.#runner, table, search);
    }
    await this.#with(() => undefined);
    await assertConstraintNames(this.#runner, this.#bound().table);
  }

  missingIndexes(uses: readonly IndexUse[]): Promise<ListedIndex[]> {
    const { softDelete } = this.#options;
    const { table } = this.#bound();
    const deleted = softDelete === undefined ? undefined : (table.writable(softDelete)?.bareName ?? softDelete);
    return missingIndexes(this.#runner, table, uses, deleted);
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

  get trash(): TableStore {
    if (this.#options.softDelete === undefined)
      throw new TypeError(
        `The store of "${this.#name}" removes rows; add softDelete: '<field>' to its options to keep them in its trash`,
      );
    return (this.#trash ??= new TableStore(this.#runner, this.#name, this.#options, this.#declared, true));
  }

  restore(id: Identity, context: StoreContext): MaybePromise<Item | null> {
    return this.#with(({ writes }) => writes.restore(id, context));
  }

  refuses(path: string): string | undefined {
    const [field, ...rest] = path.split('.');
    const shape = this.#bound().shape;
    const link = shape.link(field!);
    const isList = shape.fields.find(({ name }) => name === field)?.elements !== undefined;
    if (link !== undefined && isList && link.through === undefined)
      return `"${field}" is a list in a column; use a join table: links: { ${field}: { to, through } }`;
    if (rest.length === 0) return undefined;
    const other = this.#linkedStore(field!, shape);
    if (other === undefined)
      return `"${field}" links to a resource without a ${this.#runner.creator} over the same database`;
    const { resource, id } = other.#bound().shape;
    if (id.length > 1) return `"${resource}" has a composite identifier`;
    return other.refuses(rest.join('.'));
  }

  transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#runner.transaction(work);
  }

  #with<Result>(work: (parts: Parts) => MaybePromise<Result>): MaybePromise<Result> {
    if (!this.#prepared && (this.#runner.dialect.name === 'postgres' || this.#usesRowids))
      return this.#prepare().then(() => work(this.#bound()));
    return work(this.#bound());
  }

  get #usesRowids(): boolean {
    return this.#runner.dialect.name === 'sqlite' && typeof this.#options.search === 'string';
  }

  // A filter may use every linked resource, so the tables of all of them must be known.
  async #prepare(): Promise<void> {
    if (this.#runner.dialect.name === 'sqlite') {
      await assertStableRowids(this.#runner, this.#name, String(this.#options.search));
      this.#prepared = true;
      return;
    }
    const stores = new Set<TableStore>([this]);
    for (const store of stores)
      for (const { name } of store.#bound().shape.fields) {
        const other = store.#linkedStore(name, store.#bound().shape);
        if (other) stores.add(other);
      }
    // All tables are one query.
    await Promise.all([...stores].map((store) => store.#learn()));
    this.#prepared = true;
  }

  // PostgreSQL is queried for the table at its first use, and again if that failed.
  #learn(): Promise<void> {
    const { shape } = this.#bound();
    this.#learning ??= this.#readTypes(shape).then(
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

  async #readTypes(shape: StoreShape): Promise<TableTypes> {
    const tables = shape.fields.flatMap(({ name }) => shape.link(name)?.through?.table ?? []);
    const [own, ...joins] = await Promise.all(
      [this.#name, ...tables].map((table) => postgresTypes(this.#runner, table)),
    );
    return { own: own!, joins: new Map(tables.map((table, index) => [table, joins[index]!])) };
  }

  #partsOf(shape: StoreShape, types: TableTypes | undefined): Parts {
    const { scope, softDelete, constraints } = this.#options;
    const search = searchIndex(this.#options.search, shape, this.#runner);
    if (types !== undefined && search !== undefined) assertVector(search.name, types.own, this.#name);
    const columns = this.#columnsOf(shape);
    const { dialect } = this.#runner;
    const table = new SqlTable(shape, this.#name, columns, dialect, types?.own, types?.joins, constraints);
    const deleted = softDelete === undefined ? undefined : new DeletedRows(table, softDelete, this.#isTrash);
    const reads = new StoreReads(table, this.#runner, scope, (field) => this.#linked(field, shape), deleted, search);
    return { shape, table, search, reads, writes: new StoreWrites(table, this.#runner, reads, scope, deleted) };
  }

  // Declared columns that are no field of the resource stay unknown, so that no request can write them.
  #columnsOf(shape: StoreShape): ColumnMap {
    const given = this.#options.columns ?? {};
    const declared = this.#declared;
    if (declared === undefined) return given;
    const columns: Record<string, string | false | ColumnOptions> = { ...given };
    for (const name of new Set([...shape.fields.map((field) => field.name), ...Object.keys(given)])) {
      const own = given[name];
      if (own === false || shape.link(name)?.through !== undefined) continue;
      const known = declared.get(name);
      if (known === undefined && own === undefined)
        throw new TypeError(
          `The table "${this.#name}" declares no column for "${name}" of "${shape.resource}"; it declares ${[...declared.keys()].join(', ')}. Map it with columns: { ${name}: 'column' }, or to no column with false`,
        );
      columns[name] = { ...known, ...(typeof own === 'string' ? { column: own } : own) };
    }
    return columns;
  }

  #linkedStore(field: string, shape: StoreShape): TableStore | undefined {
    const store: unknown = shape.link(field)?.store;
    return store instanceof TableStore && store.#runner.database === this.#runner.database ? store : undefined;
  }

  #linked(field: string, shape: StoreShape): StoreReads {
    const other = this.#linkedStore(field, shape);
    if (other !== undefined) return other.#bound().reads;
    throw new TypeError(
      `A filter of "${shape.resource}" uses the link "${field}" to a resource without a ${this.#runner.creator} over the same database`,
    );
  }

  #bound(): Parts {
    if (this.#parts === undefined)
      throw new TypeError(`The store of "${this.#name}" is not used by a resource yet; pass it to one as store`);
    return this.#parts;
  }
}

function assertVector(column: string, types: ColumnTypes, table: string): void {
  const type = types.get(column);
  if (type !== 'tsvector')
    throw new TypeError(
      `The column "${column}" of "${table}" is ${type ?? 'missing'}, but search needs a tsvector; add it with: alter table ${table} add ${column} tsvector generated always as (to_tsvector('simple', …)) stored`,
    );
}

/** The types of the columns of a table in PostgreSQL, and those of its join tables. */
interface TableTypes {
  readonly own: ColumnTypes;
  readonly joins: ReadonlyMap<string, ColumnTypes>;
}

/** The parts of a store that is bound to a resource. */
interface Parts {
  readonly shape: StoreShape;
  readonly table: SqlTable;
  readonly search: SearchIndex | undefined;
  readonly reads: StoreReads;
  readonly writes: StoreWrites;
}
