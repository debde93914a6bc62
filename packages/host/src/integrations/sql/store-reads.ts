import { andThen } from 'oriel-core/http';
import type { MaybePromise, HttpContext } from 'oriel-core/http';
import type { Identity, StoreContext } from '../../features/resources/declare/resource-store.ts';
import type { SqlLeaf } from '../../features/resources/declare/filters/filter-tree.ts';
import type { ListRequest, Page } from '../../features/resources/declare/list-request.ts';
import { writeTable } from './computed-columns.ts';
import type { DeletedRows } from './deleted-rows.ts';
import { ListReads } from './list-reads.ts';
import type { SearchIndex } from './search-index.ts';
import { quote } from './sql-dialect.ts';
import type { SelectedColumn, SqlColumn } from './sql-column.ts';
import { toItem } from './rows-page.ts';
import { readLists } from './sql-runner.ts';
import type { SqlRunner, Statement } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';
import { SqlText } from './sql-text.ts';
import { writeEquality } from './write-filter.ts';
import type { Source } from './write-filter.ts';

type Item = Record<string, unknown>;
export type Scope = (context: HttpContext) => Readonly<Record<string, unknown>>;

/** Returns the reads of the resource that a field links to. @throws {TypeError} if queries cannot join it */
export type Linked = (field: string) => StoreReads;

/** Reads from a table: one query for an item or a page, and another one for a count that is not known from the page. */
export class StoreReads {
  readonly table: SqlTable;
  readonly #runner: SqlRunner;
  readonly #scope: Scope | undefined;
  readonly #linked: Linked;
  readonly #deleted: DeletedRows | undefined;
  readonly #search: SearchIndex | undefined;
  readonly #lists: ListReads;
  #everything: string | undefined = undefined;

  /**
   * @param scope returns the equalities that every row of a request must meet
   * @param deleted how deleted rows are marked; undefined if rows are removed
   * @param search the column or table that is searched in
   */
  constructor(
    table: SqlTable,
    runner: SqlRunner,
    scope: Scope | undefined,
    linked: Linked,
    deleted: DeletedRows | undefined,
    search?: SearchIndex,
  ) {
    this.table = table;
    this.#runner = runner;
    this.#scope = scope;
    this.#linked = linked;
    this.#deleted = deleted;
    this.#search = search;
    this.#lists = new ListReads(this, runner);
  }

  list(request: ListRequest, context: StoreContext): MaybePromise<Page<Item>> {
    return this.#lists.list(request, context);
  }

  get(id: Identity, context: StoreContext, fields?: readonly string[]): MaybePromise<Item | null> {
    const columns = this.table.columnsFor(fields);
    // Write transactions of SQLite are serialized; those of PostgreSQL are not.
    const { lock, rowLock = 'update' } = context;
    const isLocking = lock === true && rowLock !== 'none' && this.table.dialect.name === 'postgres';
    if (!isLocking) return this.#select(id, context, columns);
    const clause = (alias: string): string => ` for ${rowLock} of ${alias}`;
    const isOfTable = columns.every(({ join, expression }) => join === undefined && expression === undefined);
    if (isOfTable) return this.#select(id, context, columns, clause);
    // A statement that waits for a lock reads the rows of other tables as they were before it waited.
    return andThen(this.#select(id, context, this.table.id, clause), (locked) =>
      locked === null ? null : this.#select(id, context, columns),
    );
  }

  #select(
    id: Identity,
    context: StoreContext,
    columns: readonly SqlColumn[],
    lock: (alias: string) => string = () => '',
  ): MaybePromise<Item | null> {
    const out = new SqlText(this.table.dialect);
    const source = this.source(out, context);
    const { alias } = source;
    const isComputed = columns.some(({ expression }) => expression !== undefined);
    const from = isComputed ? source.from(out) : this.table.name;
    const where = this.identity(out, alias, id, context);
    out.sql = `select ${this.selection(columns, alias)} from ${from} as ${alias} where ${where}${lock(alias)}`;
    return andThen(readLists(this.#runner, out, columns, context), ([row]) =>
      row === undefined ? null : toItem(row, columns),
    );
  }

  /** Returns the condition for one row: its identifier and the scope of the request. */
  identity(out: SqlText, alias: string, id: Identity, context: StoreContext): string {
    this.table.checkIdentity(id);
    const keys = this.table.id.map((column) => writeEquality(out, alias, column, id[column.field] ?? NaN));
    return [...keys, ...this.scope(out, alias, context)].join(' and ');
  }

  /** Returns the conditions that every row of the request must meet. */
  scope(out: SqlText, alias: string, context: Pick<StoreContext, 'context' | 'scope'>): string[] {
    const conditions = this.#deleted === undefined ? [] : [this.#deleted.condition(alias)];
    for (const equalities of [context.scope, this.#scope?.(context.context)])
      for (const name in equalities)
        conditions.push(writeEquality(out, alias, this.table.writable(name) ?? quote(name), equalities[name]));
    return conditions;
  }

  /** Returns whether the request can access all rows of the table. */
  isOpen({ scope }: StoreContext): boolean {
    if (this.#scope !== undefined) return false;
    for (const _ in scope) return false;
    return true;
  }

  /** Returns this table as the target of a link in a filter. */
  asSource(out: SqlText, context: StoreContext): ReturnType<Source['link']> {
    const source = this.source(out, context);
    const [key, more] = this.table.id;
    if (key === undefined || more !== undefined)
      throw new TypeError(
        `"${this.table.shape.resource}" has a composite identifier, so filters cannot use links to it`,
      );
    const scope = (): string => {
      const { linkScope } = this.table.shape;
      const linkedScope = linkScope === undefined ? undefined : linkScope(context.context);
      if (linkedScope === null) return '1 = 0';
      return this.scope(out, source.alias, { context: context.context, scope: linkedScope }).join(' and ');
    };
    return { source, key: key.name, scope };
  }

  /**
   * Returns the table as the source of a new statement.
   *
   * @param byName whether its alias is its own name, for conditions of the application
   */
  source(out: SqlText, context: StoreContext, byName = false): Source {
    const { table } = this;
    const isPlain = table.computed.length === 0;
    // PostgreSQL has no alias with the schema of the table.
    const name = isPlain ? table.name : quote(table.bareName.split('.').at(-1)!);
    const withRowids = this.#search !== undefined && this.#search.key === undefined && out.dialect.name === 'sqlite';
    return {
      table,
      alias: byName ? name : out.alias(),
      from: (into) => writeTable(into, table, this.#runner, withRowids),
      search: this.#search,
      link: (field, into) => this.#linked(field).asSource(into, context),
      custom: (leaf, into) => into.include(this.#writeCondition(leaf, context, into.parameters.length)),
    };
  }

  #writeCondition({ filter, write, value }: SqlLeaf, { context }: StoreContext, before: number): Statement {
    const condition = write(this.#runner.builder as never, value as never, context);
    return this.#runner.write(condition, `The function of the filter "${filter}" did not return`, before);
  }

  /** Returns the columns of a statement. The most frequent selection is cached. */
  selection(columns: readonly SelectedColumn[], alias: string): string {
    if (columns !== this.table.all || alias !== FIRST_ALIAS) return selection(columns, alias);
    return (this.#everything ??= selection(columns, alias));
  }
}

const FIRST_ALIAS = 't0';

/** Returns the columns of a statement, each with the name of its field as alias. */
export function selection(columns: readonly SelectedColumn[], alias: string | undefined): string {
  const before = alias === undefined ? '' : `${alias}.`;
  return columns
    .map(({ name, field, select }) => `${select(`${before}${name}`)} as "${field.replaceAll('"', '""')}"`)
    .join(', ');
}
