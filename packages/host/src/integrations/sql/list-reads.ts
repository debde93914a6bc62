import { andThen, isPromise, BadRequestError } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { validateListRequest } from '../../features/resources/declare/list-request.ts';
import type { ListRequest, ListWindow, Page } from '../../features/resources/declare/list-request.ts';
import { hasCondition } from '../../features/resources/declare/filters/filter-tree.ts';
import type { OrderKey } from '../../features/resources/declare/filters/filter-tree.ts';
import type { StoreContext } from '../../features/resources/declare/resource-store.ts';
import { jsonParts } from './json-parts.ts';
import type { SelectedParts } from './json-parts.ts';
import { postgresRefusal } from './postgres-errors.ts';
import { RowsPage } from './rows-page.ts';
import { readLists } from './sql-runner.ts';
import type { SqlRunner, Statement } from './sql-runner.ts';
import { SqlText } from './sql-text.ts';
import type { StoreReads } from './store-reads.ts';
import { writeRank } from './write-rank.ts';
import { writeFilter } from './write-filter.ts';
import type { Source } from './write-filter.ts';
import { conditionsAfter, sortKeys, writeOrder } from './write-order.ts';
import type { Condition, SortKey } from './write-order.ts';
import { message } from 'oriel-core/messages';

type Item = Record<string, unknown>;
type Values = readonly (readonly unknown[])[];
/** The cached statement of an unfiltered page, with its order and page size. */
interface CachedPage {
  readonly order: readonly OrderKey[];
  readonly limit: number;
  readonly sql: string;
}

/** Reads pages and counts of a table. The statement of an unfiltered page is cached. */
export class ListReads {
  readonly #reads: StoreReads;
  readonly #runner: SqlRunner;
  readonly #all: SelectedParts;
  readonly #asJson = new WeakMap<readonly string[], SelectedParts | undefined>();
  readonly #kept = new WeakMap<SelectedParts, CachedPage>();
  #countOfAll: string | undefined = undefined;

  constructor(reads: StoreReads, runner: SqlRunner) {
    this.#reads = reads;
    this.#runner = runner;
    const { all } = reads.table;
    this.#all = { parts: all, selected: (alias) => reads.selection(all, alias) };
  }

  list(request: ListRequest, context: StoreContext): MaybePromise<Page<Item>> {
    validateListRequest(request);
    const { where, window } = request;
    if (where !== undefined && hasCondition(where, 'sql') && this.#runner.dialect.name === 'postgres')
      return orUnusableValue(() => this.#list(request, window, context));
    if (context.json === undefined) return this.#list(request, window, context);
    return orElse(
      () => this.#list(request, window, context),
      // SQLite writes no bytes as JSON, which a column of another type may contain.
      (error) => {
        if (!String((error as Error).message).includes('JSON cannot hold BLOB values')) throw error;
        return this.#list(request, window, { ...context, json: undefined });
      },
    );
  }

  #list(request: ListRequest, window: ListWindow, context: StoreContext): MaybePromise<Page<Item>> {
    if (window.by === 'cursor') return this.#listByCursor(request, window, context);
    const none = window.by === 'offset' && window.limit === 0;
    const { columns } = this.#reads.table;
    const chosen = this.#choose(request, context);
    const { parts } = chosen;
    return andThen(none ? [] : this.#read(request, chosen, context), (values) => {
      if (!request.count) return new RowsPage({ parts, values }, request.order, columns);
      // A page that is not full is the last one, so the total is known.
      const offset = window.by === 'all' ? 0 : window.offset;
      const short = window.by === 'all' || (values.length < window.limit && (values.length > 0 || offset === 0));
      const total = short ? offset + values.length : this.#count(request, context);
      return andThen(total, (known) => new RowsPage({ parts, values }, request.order, columns, { total: known }));
    });
  }

  #listByCursor(
    request: ListRequest,
    { from, direction, limit }: Extract<ListWindow, { by: 'cursor' }>,
    context: StoreContext,
  ): MaybePromise<Page<Item>> {
    const chosen = this.#choose(request, context);
    const { parts } = chosen;
    return andThen(this.#read(request, chosen, context), (found) => {
      const more = found.length > limit;
      const values = more ? found.slice(0, limit) : [...found];
      if (direction === 'before') values.reverse();
      // The row at which the page starts is on the other side.
      const known = from !== undefined;
      const [hasNext, hasPrevious] = direction === 'after' ? [more, known] : [known, more];
      const total = request.count ? this.#count(request, context) : undefined;
      const { columns } = this.#reads.table;
      return andThen(
        total,
        (all) => new RowsPage({ parts, values }, request.order, columns, { total: all, hasNext, hasPrevious }),
      );
    });
  }

  #read(request: ListRequest, chosen: SelectedParts, context: StoreContext): MaybePromise<Values> {
    const { where, order, window } = request;
    const isFixed = where === undefined && window.by === 'offset' && this.#reads.isOpen(context);
    // An order through links may have parameters.
    if (!isFixed || order.some(({ field }) => field.includes('.'))) {
      const most = window.by === 'cursor' ? window.limit + 1 : Infinity;
      return this.#readInOrder(this.#write(request, chosen, context), chosen.parts, most, context);
    }
    // Only the default order of the resource is the same array for each request.
    let kept = this.#kept.get(chosen);
    const { limit, offset } = window;
    if (kept?.order !== order || kept.limit !== limit) {
      kept = { order, limit, sql: this.#write(request, chosen, context)[0]!.sql };
      this.#kept.set(chosen, kept);
    }
    return readLists(this.#runner, { sql: kept.sql, parameters: [offset] }, chosen.parts, context);
  }

  // Runs the statements in order. The first statement of a page by cursor reads the rows with the same first keys as
  // the cursor, which are usually none. A union would sort rows that are already in order.
  #readInOrder(
    [first, ...rest]: readonly Statement[],
    parts: SelectedParts['parts'],
    most: number,
    context: StoreContext,
  ): MaybePromise<Values> {
    if (first === undefined) return [];
    return andThen(readLists(this.#runner, first, parts, context), (found) => {
      if (rest.length === 0 || found.length >= most) return found;
      return andThen(this.#readInOrder(rest, parts, most - found.length, context), (more) => [...found, ...more]);
    });
  }

  // Returns no statements if the page is certainly empty.
  #write(request: ListRequest, chosen: SelectedParts, context: StoreContext): Statement[] {
    const { order, window } = request;
    const from = window.by === 'cursor' ? window.from : undefined;
    if (from === undefined) return [this.#writePage(request, chosen, context)];
    if (order.some(({ field }) => field.includes('.')))
      throw new BadRequestError(message('list.cursor-with-linked-order'));
    const { table } = this.#reads;
    const out = new SqlText(table.dialect);
    const keys = this.#sortKeys(request, this.#source(request, context, out), out);
    return conditionsAfter(keys, from, table).map((after) => this.#writePage(request, chosen, context, after));
  }

  #writePage(request: ListRequest, { selected }: SelectedParts, context: StoreContext, after?: Condition): Statement {
    const { window } = request;
    const out = new SqlText(this.#reads.table.dialect);
    const source = this.#source(request, context, out);
    const rank = writeRank(out, request.relevance, source);
    const rows = this.#matching(out, source, request, context, after, rank?.join);
    const ranked = rank?.order();
    // The order follows the conditions, and so do its parameters.
    const keys = this.#sortKeys(request, source, out);
    out.sql = `select ${selected(source.alias)} ${rows}${writeOrder(keys, out, ranked)}`;
    if (window.by === 'offset') out.sql += ` limit ${whole(window.limit)} offset ${out.bind(window.offset)}`;
    // One additional row shows whether there is a next page.
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
    return andThen(readLists(this.#runner, written, COUNT, context), ([row]) => Number(row![0]));
  }

  #writeCount(request: ListRequest, context: StoreContext): Statement {
    const out = new SqlText(this.#reads.table.dialect);
    const source = this.#source(request, context, out);
    out.sql = `select count(*) as "n" ${this.#matching(out, source, request, context)}`;
    return out;
  }

  // A response with all fields as JSON is written by the database if possible.
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

  // Selects from the table with all conditions that rows must meet.
  #matching(
    out: SqlText,
    source: Source,
    { where }: ListRequest,
    context: StoreContext,
    after?: Condition,
    join = '',
  ): string {
    const conditions = this.#reads.scope(out, source.alias, context);
    if (where) conditions.push(writeFilter(out, where, source));
    if (after) conditions.push(after(out));
    const all = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    const { name } = this.#reads.table;
    // PostgreSQL has no alias with the schema of the table.
    return `from ${name}${source.alias === name ? '' : ` as ${source.alias}`}${join}${all}`;
  }

  #source({ where }: ListRequest, context: StoreContext, out: SqlText): Source {
    return this.#reads.source(out, context, where !== undefined && hasCondition(where, 'sql'));
  }
}

// The value of a condition of the application may be out of range for PostgreSQL, although its schema accepts it.
async function orUnusableValue<Result>(read: () => MaybePromise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (postgresRefusal(error)?.kind !== 'value') throw error;
    throw new BadRequestError(message('list.unusable-value'), { cause: error });
  }
}

function orElse<Result>(
  read: () => MaybePromise<Result>,
  instead: (error: unknown) => MaybePromise<Result>,
): MaybePromise<Result> {
  try {
    const result = read();
    return isPromise(result) ? result.then((value) => value, instead) : result;
  } catch (error) {
    return instead(error);
  }
}

const COUNT = [{ field: 'n', nullable: false, decode: undefined }];

// The limit is part of the text, because SQLite prepares a statement again whenever the bound value of its LIMIT
// changes.
function whole(limit: number): string {
  if (!Number.isSafeInteger(limit)) throw new RangeError(`The size of a page is ${limit}; expected an integer`);
  return String(limit);
}
