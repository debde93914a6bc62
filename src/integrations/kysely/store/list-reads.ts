import { validateListRequest } from '../../../features/resources/paging/validate-list-request.ts';
import type { ListRequest, ListWindow, Page } from '../../../features/resources/paging/list-request.ts';
import type { OrderKey } from '../../../features/resources/filters/filter-tree.ts';
import type { StoreContext } from '../../../features/resources/stores/resource-store.ts';
import { BadRequestError } from '../../../core/http/errors.ts';
import { jsonParts } from './json-parts.ts';
import type { SelectedParts } from './json-parts.ts';
import { RowsPage } from './rows-page.ts';
import { settle } from './sql-runner.ts';
import type { MaybePromise, SqlRunner } from './sql-runner.ts';
import { SqlText } from './sql-text.ts';
import type { StoreReads } from './store-reads.ts';
import { writeFilter } from './write-filter.ts';
import type { Source } from './write-filter.ts';
import { conditionsAfter, sortKeys, writeOrder } from './write-order.ts';
import type { Condition, SortKey } from './write-order.ts';

type Item = Record<string, unknown>;
type Values = readonly (readonly unknown[])[];
/** A statement with its values. */
type Written = Pick<SqlText, 'sql' | 'parameters'>;
/** The statement of an unfiltered page by number, with the order and page size that it was written for. */
interface KeptPage {
  readonly order: readonly OrderKey[];
  readonly limit: number;
  readonly sql: string;
}

/** The pages of a table, and their counts. What the statement of a page comes to when nothing is filtered is kept. */
export class ListReads {
  readonly #reads: StoreReads;
  readonly #runner: SqlRunner;
  readonly #all: SelectedParts;
  readonly #asJson = new WeakMap<readonly string[], SelectedParts | undefined>();
  readonly #kept = new WeakMap<SelectedParts, KeptPage>();
  #countOfAll: string | undefined = undefined;

  constructor(reads: StoreReads, runner: SqlRunner) {
    this.#reads = reads;
    this.#runner = runner;
    const { all } = reads.table;
    this.#all = { parts: all, selected: (alias) => reads.selection(all, alias) };
  }

  list(request: ListRequest, context: StoreContext): MaybePromise<Page<Item>> {
    validateListRequest(request);
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

  #listByCursor(
    request: ListRequest,
    { from, direction, limit }: Extract<ListWindow, { by: 'cursor' }>,
    context: StoreContext,
  ): MaybePromise<Page<Item>> {
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

  #read(request: ListRequest, chosen: SelectedParts, context: StoreContext): MaybePromise<Values> {
    const { where, order, window } = request;
    if (where !== undefined || window.by !== 'offset' || !this.#reads.isOpen(context)) {
      const most = window.by === 'cursor' ? window.limit + 1 : Infinity;
      return this.#readInTurn(this.#write(request, chosen, context), chosen.parts, most, context);
    }
    // Only the resource's own order is the same list each time.
    let kept = this.#kept.get(chosen);
    const { limit, offset } = window;
    if (kept?.order !== order || kept.limit !== limit) {
      kept = { order, limit, sql: this.#write(request, chosen, context)[0]!.sql };
      this.#kept.set(chosen, kept);
    }
    return this.#runner.lists({ sql: kept.sql, parameters: [offset] }, chosen.parts, context);
  }

  // The rows of one statement come before those of the next. The first statement of a page by cursor reads the rows that share
  // the first keys with its place, and mostly finds none; a union of all would sort what is in order already.
  #readInTurn(
    [first, ...rest]: readonly Written[],
    parts: SelectedParts['parts'],
    most: number,
    context: StoreContext,
  ): MaybePromise<Values> {
    if (first === undefined) return [];
    return settle(this.#runner.lists(first, parts, context), (found) => {
      if (rest.length === 0 || found.length >= most) return found;
      return settle(this.#readInTurn(rest, parts, most - found.length, context), (more) => [...found, ...more]);
    });
  }

  // None when nothing can be on the page.
  #write(request: ListRequest, chosen: SelectedParts, context: StoreContext): Written[] {
    const { order, window } = request;
    const from = window.by === 'cursor' ? window.from : undefined;
    if (from === undefined) return [this.#writePage(request, chosen, context)];
    if (order.some(({ field }) => field.includes('.')))
      throw new BadRequestError('Pages by cursor cannot be in an order that goes through a link');
    const { dialect } = this.#reads.table;
    const out = new SqlText(dialect);
    const keys = this.#sortKeys(request, this.#reads.source(out, context), out);
    return conditionsAfter(keys, from, dialect).map((after) => this.#writePage(request, chosen, context, after));
  }

  #writePage(request: ListRequest, { selected }: SelectedParts, context: StoreContext, after?: Condition): Written {
    const { window } = request;
    const out = new SqlText(this.#reads.table.dialect);
    const source = this.#reads.source(out, context);
    const keys = this.#sortKeys(request, source, out);
    const rows = this.#matching(out, source, request, context, after);
    out.sql = `select ${selected(source.alias)} ${rows}${writeOrder(keys, out)}`;
    if (window.by === 'offset') out.sql += ` limit ${whole(window.limit)} offset ${out.bind(window.offset)}`;
    // One more than fits tells whether there is another page.
    if (window.by === 'cursor') out.sql += ` limit ${whole(window.limit + 1)}`;
    return out;
  }

  #sortKeys({ order, window }: ListRequest, source: Source, out: SqlText): SortKey[] {
    return sortKeys(order, source, window.by === 'cursor' && window.direction === 'before', out);
  }

  #count(request: ListRequest, context: StoreContext): MaybePromise<number> {
    const isAll = request.where === undefined && this.#reads.isOpen(context);
    const written =
      isAll && this.#countOfAll !== undefined
        ? { sql: this.#countOfAll, parameters: [] }
        : this.#writeCount(request, context);
    if (isAll) this.#countOfAll = written.sql;
    return settle(this.#runner.lists(written, COUNT, context), ([row]) => Number(row![0]));
  }

  #writeCount(request: ListRequest, context: StoreContext): Written {
    const out = new SqlText(this.#reads.table.dialect);
    const source = this.#reads.source(out, context);
    out.sql = `select count(*) as "n" ${this.#matching(out, source, request, context)}`;
    return out;
  }

  // Whoever asks for all fields as JSON gets it from the database where that can be.
  #choose({ fields, order }: ListRequest, { json }: StoreContext): SelectedParts {
    if (fields !== undefined) {
      const columns = this.#reads.table.columnsFor(fields, order);
      return { parts: columns, selected: (alias) => this.#reads.selection(columns, alias) };
    }
    const statements = json && this.#runner.idle;
    if (json === undefined || statements === undefined) return this.#all;
    if (!this.#asJson.has(json)) this.#asJson.set(json, jsonParts(this.#reads.table, json, statements));
    return this.#asJson.get(json) ?? this.#all;
  }

  // From the table where everything holds that rows must meet.
  #matching(out: SqlText, source: Source, { where }: ListRequest, context: StoreContext, after?: Condition): string {
    const conditions = this.#reads.scope(out, source.alias, context);
    if (where) conditions.push(writeFilter(out, where, source));
    if (after) conditions.push(after(out));
    const all = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    return `from ${this.#reads.table.name} as ${source.alias}${all}`;
  }
}

const COUNT = [{ field: 'n', nullable: false, decode: undefined }];

// A number in the text, not a parameter: SQLite prepares a statement again each time the value of its LIMIT is bound.
function whole(limit: number): string {
  if (!Number.isSafeInteger(limit)) throw new RangeError(`The size of a page is ${limit}; expected a whole number`);
  return String(limit);
}
