import type { Identity, ListRequest, Page, StoreContext } from '../../../api/index.ts';
import type { HttpContext } from '../../../http/index.ts';
import { quote } from './sql-dialect.ts';
import type { SqlColumn } from './sql-column.ts';
import type { Row, SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';
import { SqlText } from './sql-text.ts';
import { writeEquality, writeFilter } from './write-filter.ts';
import type { Source } from './write-filter.ts';
import { conditionsAfter, sortKeys, writeOrder } from './write-order.ts';
import type { Condition } from './write-order.ts';

type Item = Record<string, unknown>;
export type Scope = (context: HttpContext) => Readonly<Record<string, unknown>>;

/** What is read from the resource that a field links to. @throws {TypeError} when no query reaches it */
export type Linked = (field: string) => StoreReads;

/** What a store reads: one query for an item or a page, and one more where a count is wanted and not known from the page. */
export class StoreReads {
  readonly #table: SqlTable;
  readonly #runner: SqlRunner;
  readonly #scope: Scope;
  readonly #linked: Linked;

  constructor(table: SqlTable, runner: SqlRunner, scope: Scope, linked: Linked) {
    this.#table = table;
    this.#runner = runner;
    this.#scope = scope;
    this.#linked = linked;
  }

  async list(request: ListRequest, context: StoreContext): Promise<Page<Item>> {
    const { window } = request;
    if (window.by === 'cursor') return this.#listByCursor(request, window, context);
    const items = window.by === 'offset' && window.limit === 0 ? [] : await this.#read(request, context);
    if (!request.count) return { items };
    // A page that is not full is the last one, and tells how many there are.
    const offset = window.by === 'all' ? 0 : window.offset;
    const short = window.by === 'all' || (items.length < window.limit && (items.length > 0 || offset === 0));
    return { items, total: short ? offset + items.length : await this.#count(request, context) };
  }

  async get(id: Identity, context: StoreContext, fields?: readonly string[]): Promise<Item | null> {
    const columns = this.#table.columnsFor(fields);
    const out = new SqlText(this.#table.dialect);
    const source = this.#source(out, context);
    out.sql = `select ${selection(columns, source.alias)} from ${this.#table.name} as ${source.alias} where ${this.identity(out, source.alias, id, context)}`;
    // SQLite's transactions of writers come one after the other; these do not.
    if (context.lock === true && this.#table.dialect.name === 'postgres') out.sql += ` for update of ${source.alias}`;
    const [row] = await this.#runner.rows(out);
    return row === undefined ? null : itemOf(row, columns);
  }

  /** The condition of one row: its identifier, and everything its rows must meet. */
  identity(out: SqlText, alias: string, id: Identity, context: StoreContext): string {
    const keys = this.#table.id.map((column) => writeEquality(out, alias, column, id[column.field] ?? NaN));
    return [...keys, ...this.scope(out, alias, context)].join(' and ');
  }

  /** What every row of this request must meet. */
  scope(out: SqlText, alias: string, context: Pick<StoreContext, 'context' | 'scope'>): string[] {
    return [...Object.entries(context.scope ?? {}), ...Object.entries(this.#scope(context.context))].map(
      ([name, value]) => writeEquality(out, alias, this.#table.writable(name) ?? quote(name), value),
    );
  }

  /** This table as a filter of another resource looks at it. */
  asSource(out: SqlText, context: StoreContext): { source: Source; key: string; scope: string } {
    const source = this.#source(out, context);
    const [key, more] = this.#table.id;
    if (key === undefined || more !== undefined)
      throw new TypeError(
        `"${this.#table.shape.resource}" has an identifier of several fields; no filter can look into it`,
      );
    const scope = this.scope(out, source.alias, { context: context.context }).join(' and ');
    return { source, key: key.name, scope };
  }

  async #listByCursor(
    request: ListRequest,
    { from, direction, limit }: Extract<ListRequest['window'], { by: 'cursor' }>,
    context: StoreContext,
  ): Promise<Page<Item>> {
    const found = await this.#read(request, context);
    const more = found.length > limit;
    const items = more ? found.slice(0, limit) : [...found];
    if (direction === 'before') items.reverse();
    const known = from !== undefined;
    const page = {
      items,
      hasNext: direction === 'after' ? more : known,
      hasPrevious: direction === 'before' ? more : known,
    };
    return request.count ? { ...page, total: await this.#count(request, context) } : page;
  }

  async #read(request: ListRequest, context: StoreContext): Promise<Item[]> {
    const { order, window, fields } = request;
    const columns = this.#table.columnsFor(fields, order);
    const out = new SqlText(this.#table.dialect);
    const source = this.#source(out, context);
    const keys = sortKeys(order, source, window.by === 'cursor' && window.direction === 'before');
    const from = window.by === 'cursor' ? window.from : undefined;
    const after = from && conditionsAfter(keys, from, out.dialect);
    if (after?.length === 0) return [];
    const select = (more: string, condition?: Condition): string =>
      `select ${selection(columns, source.alias)}${more} ${this.#matching(out, source, request, context, condition)}`;
    if (after && after.length > 1) {
      // The parts of a union are ordered by what they select.
      const sorted = keys.map(({ at }, index) => `, ${at} as "~${index}"`).join('');
      out.sql = after.map((condition) => select(sorted, condition)).join(' union all ');
      out.sql += writeOrder(
        keys.map((key, index) => ({ ...key, at: String(columns.length + 1 + index) })),
        out,
      );
    } else out.sql = select('', after?.[0]) + writeOrder(keys, out);
    if (window.by === 'offset') out.sql += ` limit ${out.bind(window.limit)} offset ${out.bind(window.offset)}`;
    // One more than fits tells whether there is another page.
    if (window.by === 'cursor') out.sql += ` limit ${out.bind(window.limit + 1)}`;
    return (await this.#runner.rows(out)).map((row) => itemOf(row, columns));
  }

  async #count(request: ListRequest, context: StoreContext): Promise<number> {
    const out = new SqlText(this.#table.dialect);
    const source = this.#source(out, context);
    out.sql = `select count(*) as "n" ${this.#matching(out, source, request, context)}`;
    const [row] = await this.#runner.rows(out);
    return Number(row!['n']);
  }

  // From the table where everything holds that rows must meet.
  #matching(out: SqlText, source: Source, { where }: ListRequest, context: StoreContext, after?: Condition): string {
    const conditions = this.scope(out, source.alias, context);
    if (where) conditions.push(writeFilter(out, where, source));
    if (after) conditions.push(after(out));
    const all = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    return `from ${this.#table.name} as ${source.alias}${all}`;
  }

  #source(out: SqlText, context: StoreContext): Source {
    return {
      table: this.#table,
      alias: out.alias(),
      link: (field, into) => this.#linked(field).asSource(into, context),
    };
  }
}

/** The columns of a statement under the names of their fields. */
export function selection(columns: readonly SqlColumn[], alias: string | undefined): string {
  const before = alias === undefined ? '' : `${alias}.`;
  return columns
    .map(({ name, field, select }) => `${select(`${before}${name}`)} as "${field.replaceAll('"', '""')}"`)
    .join(', ');
}

/** A row as an item. A field that may be left out but not be null is left out where its column is null. */
export function itemOf(row: Row, columns: readonly SqlColumn[]): Item {
  const item: Item = {};
  for (const { field, nullable, decode } of columns) {
    const value = row[field];
    if (value === null) {
      if (nullable) item[field] = null;
    } else item[field] = decode === undefined ? value : decode(value);
  }
  return item;
}
