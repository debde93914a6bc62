import type { OrderKey } from '../../features/resources/declare/filters/filter-tree.ts';
import type { Page } from '../../features/resources/declare/list-request.ts';
import { cursorValue, foldedCursorValue } from './cursor-values.ts';
import type { SelectedColumn, SqlColumn } from './sql-column.ts';

type Item = Record<string, unknown>;

/** The values of a row, in the order of its columns. */
export type RowValues = readonly unknown[];

/**
 * Creates a page of rows. The positions of its items are made of stored values, which may be more exact than those of items.
 *
 * @param columns the columns of the items
 * @param selected the columns of the rows, which begin with those of the items
 */
export function createPage(
  rows: readonly RowValues[],
  columns: readonly SqlColumn[],
  order: readonly OrderKey[],
  counts: Omit<Page<Item>, 'items'> = {},
  selected: readonly SelectedColumn[] = columns,
): Page<Item> {
  return {
    items: rows.map((row) => toItem(row, columns)),
    ...counts,
    positionOf(item) {
      const row = rows.at(item === 'first' ? 0 : -1)!;
      return order.map(({ field }) => {
        const index = columns.findIndex((column) => column.field === field);
        if (index < 0) return null;
        const column = columns[index]!;
        const folded = column.folded && row[selected.indexOf(column.folded)];
        return typeof folded === 'string' ? foldedCursorValue(folded) : cursorValue(row[index], column);
      });
    },
  };
}

/** Converts a row to an item. An optional field that is not nullable is omitted if its column is null. */
export function toItem(row: RowValues, columns: readonly SqlColumn[]): Item {
  const item: Item = {};
  for (let index = 0; index < columns.length; index++) {
    const { field, decode, nullable } = columns[index]!;
    const value = row[index];
    if (value !== null) item[field] = decode === undefined ? value : decode(value);
    else if (nullable) item[field] = null;
  }
  return item;
}

/** Converts a row with column names to an item. */
export function getItem(row: Readonly<Record<string, unknown>>, columns: readonly SqlColumn[]): Item {
  return toItem(
    columns.map(({ field }) => row[field]),
    columns,
  );
}
