import type { MaybePromise } from 'oriel-core/http';
import type { Identity, StoreContext, StoreShape } from '../../features/resources/declare/resource-store.ts';
import { ISOLATION_LEVELS } from '../../features/resources/declare/transaction-options.ts';
import type { IsolationLevel } from '../../features/resources/declare/transaction-options.ts';
import type { ListRequest, Page } from '../../features/resources/declare/list-request.ts';
import type { IndexUse } from '../../features/resources/source/index-uses.ts';
import type { CheckedStore, ListedIndex } from '../../features/resources/source/check-stores.ts';
import { assertKnownNames } from 'oriel-core/http';
import { assertStableRowids } from './search-index.ts';
import { assertSqliteColumns } from './sqlite-columns.ts';
import { assertExpressions } from './computed-columns.ts';
import type { SqlRunner } from './sql-runner.ts';
import type { SqlStore, SqlStoreOptions, TrashStore } from './sql-store-options.ts';
import { assertConstraintNames } from './sqlite-constraints.ts';
import { assertConstraintProblems } from './constraint-problems.ts';
import { missingIndexes } from './missing-indexes.ts';
import type { ColumnOptions } from './sql-column.ts';
import { createParts, readTypes } from './store-parts.ts';
import type { StoreParts, TableTypes } from './store-parts.ts';
import type { StoreReads } from './store-reads.ts';
import { transactionOf } from './transactions.ts';

type Item = Record<string, unknown>;

const OPTIONS: readonly (keyof SqlStoreOptions)[] = ['columns', 'scope', 'softDelete', 'search', 'constraints'];
const COLUMN_OPTIONS: readonly (keyof ColumnOptions)[] = ['column', 'as', 'folded', 'fold', 'orderFolded'];

/** The store of a resource in an SQL table, over any library. */
export class TableStore implements SqlStore<Item>, TrashStore<Item>, CheckedStore {
  readonly scope: SqlStoreOptions['scope'] | undefined;
  readonly #name: string;
  readonly #options: SqlStoreOptions;
  readonly #runner: SqlRunner;
  readonly #declared: ReadonlyMap<string, ColumnOptions> | undefined;
  readonly #main: TableStore | undefined;
  #trash: TableStore | undefined = undefined;
  #parts: StoreParts | undefined = undefined;
  #learning: Promise<void> | undefined = undefined;
  #prepared = false;

  readonly shared: boolean | 'machine';
  readonly limitsLinks = true;
  readonly supports = ['sql', 'search'] as const;
  readonly isolationLevels = ISOLATION_LEVELS;

  /**
   * @param declared the columns of the table by field, if the library knows them
   * @param main the store with the other rows, if this one has the deleted rows
   * @throws {TypeError} if an option is unknown
   */
  constructor(
    runner: SqlRunner,
    name: string,
    options: SqlStoreOptions,
    declared?: ReadonlyMap<string, ColumnOptions>,
    main?: TableStore,
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
    this.#main = main;
  }

  bind(shape: StoreShape): void {
    const held = this.#parts?.shape.resource ?? shape.resource;
    if (held !== shape.resource)
      throw new TypeError(
        `The store of "${this.#name}" is already used by "${held}"; create another one with ${this.#runner.creator}`,
      );
    this.#learning = undefined;
    this.#prepared = false;
    this.#parts = this.#createParts(shape, undefined);
  }

  async check(): Promise<void> {
    if (this.#runner.dialect.name === 'sqlite') {
      const { table, search } = this.#bound();
      await assertSqliteColumns(this.#runner, table, search);
      await assertExpressions(table, this.#runner);
    }
    await this.#with(() => undefined);
    await assertConstraintNames(this.#runner, this.#bound().table);
  }

  missingIndexes(uses: readonly IndexUse[]): Promise<ListedIndex[]> {
    const { softDelete } = this.#options;
    const { table } = this.#bound();
    const deleted = softDelete === undefined ? undefined : (table.writable(softDelete)?.bareName ?? softDelete);
    return missingIndexes(this.#runner, table, uses, deleted, (path) => this.#sortedColumns(path));
  }

  // The columns of an order through links: those of the links, and that of the last table.
  #sortedColumns(path: string): string {
    const { table, shape } = this.#bound();
    const [field = '', ...rest] = path.split('.');
    const column = table.columns.get(field);
    const sorted = rest.length === 0 && column?.folded?.order ? column.folded : column;
    const name = `${table.bareName}.${sorted?.bareName ?? field}`;
    const linked = rest.length === 0 ? undefined : this.#linkedStore(field, shape);
    return linked === undefined ? name : `${name}, ${linked.#sortedColumns(rest.join('.'))}`;
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
    return (this.#trash ??= new TableStore(this.#runner, this.#name, this.#options, this.#declared, this));
  }

  async restore(id: Identity, context: StoreContext): Promise<Item | null> {
    const item = await this.#with(({ writes }) => writes.restore(id, context));
    if (item !== null && this.#main !== undefined) await this.#main.#publish(id, context);
    return item;
  }

  async #publish(id: Identity, context: StoreContext): Promise<void> {
    const publish = this.#parts?.shape.publish;
    const item = publish && (await this.get(id, context));
    if (item) await publish(item, context.context);
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

  transaction<Result>(work: () => Promise<Result>, isolation?: IsolationLevel): Promise<Result> {
    return this.#runner.transaction(work, isolation);
  }

  currentTransaction(): object | undefined {
    return transactionOf(this.#runner.database);
  }

  #with<Result>(work: (parts: StoreParts) => MaybePromise<Result>): MaybePromise<Result> {
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
    this.#learning ??= readTypes(this.#name, shape, this.#runner).then(
      (types) => {
        this.#parts = this.#createParts(shape, types);
      },
      (error: unknown) => {
        this.#learning = undefined;
        throw error;
      },
    );
    return this.#learning;
  }

  #createParts(shape: StoreShape, types: TableTypes | undefined): StoreParts {
    const linked = (field: string): StoreReads => this.#linked(field, shape);
    const described = { name: this.#name, options: this.#options, declared: this.#declared, runner: this.#runner };
    return createParts({ ...described, isTrash: this.#main !== undefined }, shape, types, linked);
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

  #bound(): StoreParts {
    if (this.#parts === undefined)
      throw new TypeError(`The store of "${this.#name}" is not used by a resource yet; pass it to one as store`);
    return this.#parts;
  }
}
