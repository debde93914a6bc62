import { andThen, isPromise, BadRequestError } from 'oriel-core/http';
import type { MaybePromise } from 'oriel-core/http';
import { validateListRequest } from '../../features/resources/declare/list-request.ts';
import type { CursorValue, ListRequest, ListWindow, Page } from '../../features/resources/declare/list-request.ts';
import { hasCondition } from '../../features/resources/declare/filters/filter-tree.ts';
import type { FilterTree, OrderKey } from '../../features/resources/declare/filters/filter-tree.ts';
import type { StoreContext } from '../../features/resources/declare/resource-store.ts';
import { createPosition } from './cursor-values.ts';
import type { Position } from './cursor-values.ts';
import { readLinkedKeys } from './write-linked-page.ts';
import { findIndex } from './missing-indexes.ts';
import { postgresRefusal } from './postgres-errors.ts';
import { readIndexesAtOnce } from './read-indexes.ts';
import type { TableIndex } from './read-indexes.ts';
import { createPage } from './rows-page.ts';
import type { RowValues } from './rows-page.ts';
import type { SelectedColumn } from './sql-column.ts';
import { readLists } from './sql-runner.ts';
import type { SqlRunner, Statement } from './sql-runner.ts';
import { Slot, SqlText, fillSlots } from './sql-text.ts';
import type { StoreReads } from './store-reads.ts';
import { writeRank } from './write-search.ts';
import { writeFilter } from './write-filter.ts';
import type { Source } from './write-filter.ts';
import { findLinkedFilter, writeFirstOfEach } from './write-linked-page.ts';
import { columnOfRow, conditionsAfter, findSortColumn, sortKeys, writeOrder } from './write-order.ts';
import type { Condition, SortKey } from './write-order.ts';
import { message } from 'oriel-core/messages';

type Item = Record<string, unknown>;
type FilteredRequest = ListRequest & Pick<Source, 'linkedKeys'>;
/** The cached statements of unfiltered pages with one order and size, by their window and the types of the values in their cursor. */
interface CachedPages {
  readonly order: readonly OrderKey[];
  readonly limit: number;
  readonly statements: Map<string, readonly Statement[]>;
}

/** Reads pages and counts of a table. The statements of unfiltered pages are cached. */
export class ListReads {
  readonly #reads: StoreReads;
  readonly #runner: SqlRunner;
  #cached: CachedPages | undefined = undefined;
  #countOfAll: Statement | undefined = undefined;
  #indexes: readonly TableIndex[] | undefined = undefined;

  constructor(reads: StoreReads, runner: SqlRunner) {
    this.#reads = reads;
    this.#runner = runner;
  }

  list(request: ListRequest, context: StoreContext): MaybePromise<Page<Item>> {
    validateListRequest(request);
    const { where, window } = request;
    if (where === undefined) return this.#list(request, window, context);
    if (this.#runner.dialect.name === 'postgres') return this.#listFromPostgres(request, where, context);
    return orElse(
      () => this.#list(request, window, context),
      (error) => {
        // An index was removed, or cannot compare values of different types.
        if (this.#indexes === undefined || !UNUSABLE_INDEX.test((error as Error).message)) throw error;
        this.#indexes = [];
        return this.#list(request, window, context);
      },
    );
  }

  #listFromPostgres(request: ListRequest, where: FilterTree, context: StoreContext): Promise<Page<Item>> {
    const read = async (): Promise<Page<Item>> => {
      const createSource = (out: SqlText): Source => this.#source(request, context, out);
      const linkedKeys = await readLinkedKeys(where, createSource, this.#runner, context);
      return this.#list({ ...request, linkedKeys }, request.window, context);
    };
    return hasCondition(where, 'sql') ? orUnusableValue(read) : read();
  }

  #list(request: FilteredRequest, window: ListWindow, context: StoreContext): MaybePromise<Page<Item>> {
    if (window.by === 'cursor') return this.#listByCursor(request, window, context);
    const none = window.by === 'offset' && window.limit === 0;
    const columns = this.#reads.table.columnsFor(request.fields, request.order);
    return andThen(none ? [] : this.#read(request, columns, context), (values) => {
      if (!request.count) return createPage(values, columns, request.order);
      // A page that is not full is the last one, so the total is known.
      const offset = window.by === 'all' ? 0 : window.offset;
      const short = window.by === 'all' || (values.length < window.limit && (values.length > 0 || offset === 0));
      const total = short ? offset + values.length : this.#count(request, context);
      return andThen(total, (known) => createPage(values, columns, request.order, { total: known }));
    });
  }

  #listByCursor(
    request: FilteredRequest,
    { from, direction, limit }: Extract<ListWindow, { by: 'cursor' }>,
    context: StoreContext,
  ): MaybePromise<Page<Item>> {
    const { table } = this.#reads;
    const columns = table.columnsFor(request.fields, request.order);
    const selected = [...columns, ...table.foldedFor(request.order)];
    return andThen(this.#read(request, selected, context), (found) => {
      const more = found.length > limit;
      const values = more ? found.slice(0, limit) : [...found];
      if (direction === 'before') values.reverse();
      // The row at which the page starts is on the other side.
      const known = from !== undefined;
      const [hasNext, hasPrevious] = direction === 'after' ? [more, known] : [known, more];
      const total = request.count ? this.#count(request, context) : undefined;
      return andThen(total, (all) =>
        createPage(values, columns, request.order, { total: all, hasNext, hasPrevious }, selected),
      );
    });
  }

  #read(
    request: FilteredRequest,
    columns: readonly SelectedColumn[],
    context: StoreContext,
  ): MaybePromise<readonly RowValues[]> {
    const { order, window } = request;
    const positions = window.by === 'cursor' ? this.#getPositions(window.from, order) : [];
    const values = window.by === 'offset' ? [window.offset] : positions.map(({ value }) => value);
    const most = window.by === 'cursor' ? window.limit + 1 : Infinity;
    return this.#readInOrder(this.#getStatements(request, columns, context, positions), values, columns, most, context);
  }

  #getPositions(from: readonly CursorValue[] | undefined, order: readonly OrderKey[]): readonly Position[] {
    if (from === undefined) return [];
    if (order.some(({ field }) => field.includes('.')))
      throw new BadRequestError(message('list.cursor-with-linked-order'));
    const { table } = this.#reads;
    return order.map(({ field }, index) => createPosition(from[index], findSortColumn(table, field), table.dialect));
  }

  // Runs the statements in order. The first statement of a page by cursor reads the rows with the same first keys as
  // the cursor, which are usually none. A union would sort rows that are already in order.
  #readInOrder(
    [first, ...rest]: readonly Statement[],
    values: readonly unknown[],
    columns: readonly SelectedColumn[],
    most: number,
    context: StoreContext,
  ): MaybePromise<readonly RowValues[]> {
    if (first === undefined) return [];
    const statement = { sql: first.sql, parameters: fillSlots(first.parameters, values) };
    return andThen(readLists(this.#runner, statement, columns, context), (found) => {
      if (rest.length === 0 || found.length >= most) return found;
      return andThen(this.#readInOrder(rest, values, columns, most - found.length, context), (more) => [
        ...found,
        ...more,
      ]);
    });
  }

  #getStatements(
    request: FilteredRequest,
    columns: readonly SelectedColumn[],
    context: StoreContext,
    positions: readonly Position[],
  ): readonly Statement[] {
    const { where, order, window, fields } = request;
    const { table } = this.#reads;
    const isFixed =
      where === undefined &&
      fields === undefined &&
      window.by !== 'all' &&
      this.#reads.isOpen(context) &&
      !positions.some((position) => columnOfRow(position, positions, table));
    // An order through links may have parameters.
    if (!isFixed || order.some(({ field }) => field.includes('.')))
      return this.#write(request, columns, context, positions);
    // Only the default order of the resource is the same array for each request.
    if (this.#cached?.order !== order || this.#cached.limit !== window.limit)
      this.#cached = { order, limit: window.limit, statements: new Map() };
    const { statements } = this.#cached;
    const types = positions.map(({ value, cast }) => (value === null ? 'null' : cast));
    const key = [window.by === 'cursor' && window.direction, ...types].join();
    let written = statements.get(key);
    if (written === undefined) statements.set(key, (written = this.#write(request, columns, context, positions)));
    return written;
  }

  // Returns no statements if the page is certainly empty.
  #write(
    request: FilteredRequest,
    columns: readonly SelectedColumn[],
    context: StoreContext,
    positions: readonly Position[],
  ): readonly Statement[] {
    if (positions.length === 0) return [this.#writePage(request, columns, context)];
    const out = new SqlText(this.#reads.table.dialect);
    const source = this.#source(request, context, out);
    const keys = this.#sortKeys(request, source, out);
    return conditionsAfter(keys, positions, source).map((after) => this.#writePage(request, columns, context, after));
  }

  #writePage(
    request: FilteredRequest,
    columns: readonly SelectedColumn[],
    context: StoreContext,
    after?: Condition,
  ): Statement {
    const { window } = request;
    const out = new SqlText(this.#reads.table.dialect);
    const source = this.#source(request, context, out);
    const from = this.#from(out, source);
    const rank = writeRank(out, request.relevance, source);
    const first = this.#writeFirst(out, source, request, context, after);
    const matching = this.#matching(out, source, request, context, after);
    const conditions = first === undefined ? matching : ` where ${first} and${matching.slice(' where'.length)}`;
    const ranked = rank?.order();
    // The order follows the conditions, and so do its parameters. Those of PostgreSQL, which has joins, are numbered.
    const keys = this.#sortKeys(request, source, out);
    const rows = `${from}${rank?.join ?? ''}${keys.map(({ join }) => join).join('')}${conditions}`;
    out.sql = `select ${this.#reads.selection(columns, source.alias)} ${rows}${writeOrder(keys, out, ranked)}`;
    if (window.by === 'offset') out.sql += ` limit ${formatLimit(window.limit)} offset ${out.bind(new Slot(0))}`;
    // One additional row shows whether there is a next page.
    if (window.by === 'cursor') out.sql += ` limit ${formatLimit(window.limit + 1)}`;
    return out;
  }

  #sortKeys({ order, window }: ListRequest, source: Source, out: SqlText): SortKey[] {
    return sortKeys(order, source, window.by === 'cursor' && window.direction === 'before', out);
  }

  #count(request: FilteredRequest, context: StoreContext): MaybePromise<number> {
    const isAll = request.where === undefined && this.#reads.isOpen(context);
    const written = (isAll && this.#countOfAll) || this.#writeCount(request, context);
    if (isAll) this.#countOfAll = written;
    return andThen(readLists(this.#runner, written, COUNT, context), ([row]) => Number(row![0]));
  }

  #writeCount(request: FilteredRequest, context: StoreContext): Statement {
    const out = new SqlText(this.#reads.table.dialect);
    const source = this.#source(request, context, out);
    out.sql = `select count(*) as "n" ${this.#from(out, source)}${this.#matching(out, source, request, context)}`;
    return out;
  }

  #from(out: SqlText, source: Source): string {
    const table = source.from(out);
    return `from ${table}${source.alias === table ? '' : ` as ${source.alias}`}`;
  }

  // The conditions that rows must meet.
  #matching(out: SqlText, source: Source, { where }: ListRequest, context: StoreContext, after?: Condition): string {
    const conditions = this.#reads.scope(out, source.alias, context);
    if (where) conditions.push(writeFilter(out, where, source));
    if (after) conditions.push(after(out));
    return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  }

  // A condition that the rows of the page meet, by which SQLite finds them faster than by a filter through a link.
  #writeFirst(
    out: SqlText,
    source: Source,
    request: FilteredRequest,
    context: StoreContext,
    after?: Condition,
  ): string | undefined {
    const { window } = request;
    const linked = findLinkedFilter(request, source, (link) => this.#findIndex(link, request, context));
    if (linked === undefined || window.by === 'all') return undefined;
    return writeFirstOfEach(out, linked, source, (isLinked) => {
      const matching = this.#matching(out, source, { ...request, where: undefined }, context, (into) =>
        after === undefined ? isLinked : `${isLinked} and ${after(into)}`,
      );
      const limit = window.by === 'offset' ? out.bind(window.offset + window.limit) : formatLimit(window.limit + 1);
      return `${matching}${writeOrder(this.#sortKeys(request, source, out), out)} limit ${limit}`;
    });
  }

  // Indexes are read once. The rows of a tenant may have an index that begins with the tenant.
  #findIndex(link: string, { order }: ListRequest, { scope }: StoreContext): string | undefined {
    const { table } = this.#reads;
    const isById = table.id.some(({ field }) => field === order[0]?.field);
    this.#indexes ??= readIndexesAtOnce(this.#runner, table.bareName);
    if (this.#indexes === undefined || isById) return undefined;
    for (const equal of [[link], [...Object.keys(scope ?? {}), link]]) {
      const found = findIndex(this.#indexes, { equal, order }, table, this.#runner);
      if (found !== undefined) return found.name;
    }
    return undefined;
  }

  #source({ where, linkedKeys }: FilteredRequest, context: StoreContext, out: SqlText): Source {
    const source = this.#reads.source(out, context, where !== undefined && hasCondition(where, 'sql'));
    return linkedKeys === undefined ? source : { ...source, linkedKeys };
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

const UNUSABLE_INDEX = /no such index|no query solution/;

const COUNT = [{ field: 'n' }];

// The limit is part of the text, because SQLite prepares a statement again whenever the bound value of its LIMIT
// changes.
function formatLimit(limit: number): string {
  if (!Number.isSafeInteger(limit)) throw new RangeError(`The size of a page is ${limit}; expected an integer`);
  return String(limit);
}
