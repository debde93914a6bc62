import type { CursorValue, Page, PageRows, RowColumn, RowPart } from '../../features/resources/declare/list-request.ts';
import type { OrderKey } from '../../features/resources/declare/filters/filter-tree.ts';
import { cursorValue } from './cursor-values.ts';
import type { SqlColumn } from './sql-column.ts';

type Item = Record<string, unknown>;

/** A page that creates its items when they are read. Until then, its JSON can be written from the rows. */
export class RowsPage implements Page<Item> {
  readonly total: number | undefined;
  readonly hasNext: boolean | undefined;
  readonly hasPrevious: boolean | undefined;
  readonly #rows: PageRows;
  readonly #order: readonly OrderKey[];
  readonly #columns: ReadonlyMap<string, SqlColumn>;
  #items: Item[] | undefined = undefined;

  constructor(
    rows: PageRows,
    order: readonly OrderKey[],
    columns: ReadonlyMap<string, SqlColumn>,
    { total, hasNext, hasPrevious }: Omit<Page<Item>, 'items'> = {},
  ) {
    this.#rows = rows;
    this.#order = order;
    this.#columns = columns;
    this.total = total;
    this.hasNext = hasNext;
    this.hasPrevious = hasPrevious;
  }

  get items(): Item[] {
    return (this.#items ??= this.#rows.values.map((row) => itemOfList(row, this.#rows.parts)));
  }

  /** Returns the stored values of the order in one row. */
  // Not an object with getters, which would keep all rows until the next full garbage collection: V8 stores such getters in a
  // hidden class of their own, outside the young generation.
  positionOf(item: 'first' | 'last'): readonly CursorValue[] {
    const { parts, values } = this.#rows;
    const row = values.at(item === 'first' ? 0 : -1)!;
    return this.#order.map(({ field }) => {
      const column = this.#columns.get(field);
      return column === undefined ? null : cursorValue(storedValue(row, parts, field), column);
    });
  }

  /** The rows; undefined once the items were read, because they may have been changed. */
  get rows(): PageRows | undefined {
    return this.#items === undefined ? this.#rows : undefined;
  }
}

/** Converts a row to an item. An optional field that is not nullable is omitted if its column is null. */
export function itemOfList(row: readonly unknown[], parts: readonly RowPart[]): Item {
  const item: Item = {};
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    const value = row[index];
    if ('isJson' in part) takeText(item, value as string, part.optional);
    else if (value !== null) item[part.field] = part.decode === undefined ? value : part.decode(value);
    else if (part.nullable) item[part.field] = null;
  }
  return item;
}

function storedValue(row: readonly unknown[], parts: readonly RowPart[], field: string): unknown {
  const index = parts.findIndex((part) => ('isJson' in part ? part.fields.includes(field) : part.field === field));
  const part = parts[index]!;
  if (!('isJson' in part)) return row[index];
  return (JSON.parse(row[index] as string, exactNumber) as Item)[field];
}

// Numbers in JSON may have more digits than those of JavaScript.
function exactNumber(_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? source : value;
}

function takeText(item: Item, text: string, optional: readonly string[]): void {
  const members = JSON.parse(text) as Item;
  for (const name of optional) if (members[name] === null) delete members[name];
  Object.assign(item, members);
}

/** Converts a row with column names to an item. */
export function itemOf(row: Readonly<Record<string, unknown>>, columns: readonly RowColumn[]): Item {
  return itemOfList(
    columns.map(({ field }) => row[field]),
    columns,
  );
}
