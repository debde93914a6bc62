import type { Identity, ListRequest, Page, RowPart, StoreContext } from '../../../api/index.ts';
import { BadRequestError } from '../../../http/index.ts';
import type { HttpContext } from '../../../http/index.ts';
import { jsonParts } from './json-parts.ts';
import type { SelectedParts } from './json-parts.ts';
import { quote } from './sql-dialect.ts';
import type { SqlColumn } from './sql-column.ts';
import { RowsPage, itemOfList } from './rows-page.ts';
import { settle } from './sql-runner.ts';
import type { Later, SqlRunner } from './sql-runner.ts';
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
  #everything: string | undefined = undefined;
  readonly #asJson = new WeakMap<readonly string[], SelectedParts | undefined>();

  constructor(table: SqlTable, runner: SqlRunner, scope: Scope, linked: Linked) {
    this.#table = table;
    this.#runner = runner;
    this.#scope = scope;
    this.#linked = linked;
  }

  list(request: ListRequest, context: StoreContext): Later<Page<Item>> {
    const { window } = request;
    if (window.by === 'cursor') return this.#listByCursor(request, window, context);
    const none = window.by === 'offset' && window.limit === 0;
    const chosen = this.#choose(request, context);
    const { parts } = chosen;
    return settle(none ? [] : this.#read(request, chosen, context), (values) => {
      if (!request.count) return new RowsPage({ parts, values }, request.order);
      // A page that is not full is the last one, and tells how many there are.
      const offset = window.by === 'all' ? 0 : window.offset;
      const short = window.by === 'all' || (values.length < window.limit && (values.length > 0 || offset === 0));
      const total = short ? offset + values.length : this.#count(request, context);
      return settle(total, (known) => new RowsPage({ parts, values }, request.order, { total: known }));
    });
  }

  get(id: Identity, context: StoreContext, fields?: readonly string[]): Later<Item | null> {
    const columns = this.#table.columnsFor(fields);
    const out = new SqlText(this.#table.dialect);
    const source = this.#source(out, context);
    const { alias } = source;
    const where = this.identity(out, alias, id, context);
    out.sql = `select ${this.#selection(columns, alias)} from ${this.#table.name} as ${alias} where ${where}`;
    // SQLite's transactions of writers come one after the other; these do not.
    if (context.lock === true && this.#table.dialect.name === 'postgres') out.sql += ` for update of ${alias}`;
    return settle(this.#lists(out, columns), ([row]) => (row === undefined ? null : itemOfList(row, columns)));
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

  #listByCursor(
    request: ListRequest,
    { from, direction, limit }: Extract<ListRequest['window'], { by: 'cursor' }>,
    context: StoreContext,
  ): Later<Page<Item>> {
    const chosen = this.#choose(request, context);
    const { parts } = chosen;
    return settle(this.#read(request, chosen, context), (found) => {
      const more = found.length > limit;
      const values = more ? found.slice(0, limit) : [...found];
      if (direction === 'before') values.reverse();
      // The row that the page starts from lies on the other side.
      const known = from !== undefined;
      const [hasNext, hasPrevious] = direction === 'after' ? [more, known] : [known, more];
      const total = request.count ? this.#count(request, context) : undefined;
      return settle(
        total,
        (all) => new RowsPage({ parts, values }, request.order, { total: all, hasNext, hasPrevious }),
      );
    });
  }

  #read(request: ListRequest, { parts, selected }: SelectedParts, context: StoreContext): Later<Values> {
    const { order, window } = request;
    const out = new SqlText(this.#table.dialect);
    const source = this.#source(out, context);
    const keys = sortKeys(order, source, window.by === 'cursor' && window.direction === 'before', out);
    const from = window.by === 'cursor' ? window.from : undefined;
    if (from && order.some(({ field }) => field.includes('.')))
      throw new BadRequestError('Pages by cursor cannot be in an order that goes through a link');
    const after = from && conditionsAfter(keys, from, out.dialect);
    if (after?.length === 0) return [];
    const what = selected(source.alias);
    const select = (more: string, condition?: Condition): string =>
      `select ${what}${more} ${this.#matching(out, source, request, context, condition)}`;
    if (after && after.length > 1) {
      // The parts of a union are ordered by what they select.
      const sorted = keys.map(({ at }, index) => `, ${at} as "~${index}"`).join('');
      out.sql = after.map((condition) => select(sorted, condition)).join(' union all ');
      out.sql += writeOrder(
        keys.map((key, index) => ({ ...key, at: String(parts.length + 1 + index) })),
        out,
      );
    } else out.sql = select('', after?.[0]) + writeOrder(keys, out);
    if (window.by === 'offset') out.sql += ` limit ${out.bind(window.limit)} offset ${out.bind(window.offset)}`;
    // One more than fits tells whether there is another page.
    if (window.by === 'cursor') out.sql += ` limit ${out.bind(window.limit + 1)}`;
    return this.#lists(out, parts);
  }

  #count(request: ListRequest, context: StoreContext): Later<number> {
    const out = new SqlText(this.#table.dialect);
    const source = this.#source(out, context);
    out.sql = `select count(*) as "n" ${this.#matching(out, source, request, context)}`;
    return settle(this.#runner.lists(out, COUNT), ([row]) => Number(row![0]));
  }

  #lists(out: SqlText, parts: readonly RowPart[]): Later<Values> {
    return this.#runner.lists(out, parts);
  }

  // Whoever asks for all fields as JSON gets it from the database where that can be.
  #choose({ fields, order }: ListRequest, { json }: StoreContext): SelectedParts {
    const statements = json && fields === undefined ? this.#runner.idle : undefined;
    if (json && statements) {
      if (!this.#asJson.has(json)) this.#asJson.set(json, jsonParts(this.#table, json, statements));
      const chosen = this.#asJson.get(json);
      if (chosen) return chosen;
    }
    const columns = this.#table.columnsFor(fields, order);
    return { parts: columns, selected: (alias) => this.#selection(columns, alias) };
  }

  // Written once for the columns that are read most.
  #selection(columns: readonly SqlColumn[], alias: string): string {
    if (columns !== this.#table.all || alias !== FIRST_ALIAS) return selection(columns, alias);
    return (this.#everything ??= selection(columns, alias));
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

type Values = readonly (readonly unknown[])[];

const FIRST_ALIAS = 't0';
const COUNT = [{ field: 'n', nullable: false, decode: undefined }];

/** The columns of a statement under the names of their fields. */
export function selection(columns: readonly SqlColumn[], alias: string | undefined): string {
  const before = alias === undefined ? '' : `${alias}.`;
  return columns
    .map(({ name, field, select }) => `${select(`${before}${name}`)} as "${field.replaceAll('"', '""')}"`)
    .join(', ');
}
