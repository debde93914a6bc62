import type { Identity, StoreContext } from '../../../features/resources/stores/resource-store.ts';
import type { ListRequest, Page } from '../../../features/resources/paging/list-request.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import { ListReads } from './list-reads.ts';
import { quote } from './sql-dialect.ts';
import type { SqlColumn } from './sql-column.ts';
import { itemOfList } from './rows-page.ts';
import { settle } from './sql-runner.ts';
import type { MaybePromise, SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';
import { SqlText } from './sql-text.ts';
import { writeEquality } from './write-filter.ts';
import type { Source } from './write-filter.ts';

type Item = Record<string, unknown>;
export type Scope = (context: HttpContext) => Readonly<Record<string, unknown>>;

/** What is read from the resource that a field links to. @throws {TypeError} when no query reaches it */
export type Linked = (field: string) => StoreReads;

/** What a store reads: one query for an item or a page, and one more where a count is wanted and not known from the page. */
export class StoreReads {
  readonly table: SqlTable;
  readonly #runner: SqlRunner;
  readonly #scope: Scope | undefined;
  readonly #linked: Linked;
  readonly #lists: ListReads;
  #everything: string | undefined = undefined;

  /** @param scope what every row of a request must meet, where the application has an opinion */
  constructor(table: SqlTable, runner: SqlRunner, scope: Scope | undefined, linked: Linked) {
    this.table = table;
    this.#runner = runner;
    this.#scope = scope;
    this.#linked = linked;
    this.#lists = new ListReads(this, runner);
  }

  list(request: ListRequest, context: StoreContext): MaybePromise<Page<Item>> {
    return this.#lists.list(request, context);
  }

  get(id: Identity, context: StoreContext, fields?: readonly string[]): MaybePromise<Item | null> {
    const columns = this.table.columnsFor(fields);
    const out = new SqlText(this.table.dialect);
    const { alias } = this.source(out, context);
    const where = this.identity(out, alias, id, context);
    out.sql = `select ${this.selection(columns, alias)} from ${this.table.name} as ${alias} where ${where}`;
    // SQLite's transactions of writers come one after the other; these do not.
    if (context.lock === true && this.table.dialect.name === 'postgres') out.sql += ` for update of ${alias}`;
    return settle(this.#runner.lists(out, columns, context), ([row]) =>
      row === undefined ? null : itemOfList(row, columns),
    );
  }

  /** The condition of one row: its identifier, and everything its rows must meet. */
  identity(out: SqlText, alias: string, id: Identity, context: StoreContext): string {
    this.table.checkIdentity(id);
    const keys = this.table.id.map((column) => writeEquality(out, alias, column, id[column.field] ?? NaN));
    return [...keys, ...this.scope(out, alias, context)].join(' and ');
  }

  /** What every row of this request must meet. */
  scope(out: SqlText, alias: string, context: Pick<StoreContext, 'context' | 'scope'>): string[] {
    const conditions: string[] = [];
    for (const equalities of [context.scope, this.#scope?.(context.context)])
      for (const name in equalities)
        conditions.push(writeEquality(out, alias, this.table.writable(name) ?? quote(name), equalities[name]));
    return conditions;
  }

  /** Do all rows of the table belong to this request? */
  isOpen({ scope }: StoreContext): boolean {
    if (this.#scope !== undefined) return false;
    for (const _ in scope) return false;
    return true;
  }

  /** This table as a filter of another resource looks at it. */
  asSource(out: SqlText, context: StoreContext): { source: Source; key: string; scope: string } {
    const source = this.source(out, context);
    const [key, more] = this.table.id;
    if (key === undefined || more !== undefined)
      throw new TypeError(
        `"${this.table.shape.resource}" has an identifier of several fields; no filter can look into it`,
      );
    const scope = this.scope(out, source.alias, { context: context.context }).join(' and ');
    return { source, key: key.name, scope };
  }

  /** The table in a new statement. */
  source(out: SqlText, context: StoreContext): Source {
    return {
      table: this.table,
      alias: out.alias(),
      link: (field, into) => this.#linked(field).asSource(into, context),
    };
  }

  /** The columns of a statement; written once for those that are read most. */
  selection(columns: readonly SqlColumn[], alias: string): string {
    if (columns !== this.table.all || alias !== FIRST_ALIAS) return selection(columns, alias);
    return (this.#everything ??= selection(columns, alias));
  }
}

const FIRST_ALIAS = 't0';

/** The columns of a statement under the names of their fields. */
export function selection(columns: readonly SqlColumn[], alias: string | undefined): string {
  const before = alias === undefined ? '' : `${alias}.`;
  return columns
    .map(({ name, field, select }) => `${select(`${before}${name}`)} as "${field.replaceAll('"', '""')}"`)
    .join(', ');
}
