import type { ListedIndex } from '../../features/resources/source/check-stores.ts';
import { isThroughLink } from '../../features/resources/source/index-uses.ts';
import type { IndexUse } from '../../features/resources/source/index-uses.ts';
import { readIndexes } from './read-indexes.ts';
import type { IndexColumn, TableIndex } from './read-indexes.ts';
import type { SqlRunner } from './sql-runner.ts';
import type { SqlTable } from './sql-table.ts';

/** A column that an index needs. */
interface NeededColumn {
  readonly name: string;
  /** Undefined for equality, which any direction of an index finds. */
  readonly direction: 'asc' | 'desc' | undefined;
  readonly isNullable: boolean;
  /** Whether it is compared by code points. */
  readonly needsCodePoints: boolean;
  /** Whether it only makes the order total. */
  readonly isTieBreaker: boolean;
}

/**
 * Returns the indexes that the orders and filters of a list need and the table does not have. An index with further columns counts, and
 * so does one without the identifier that makes an order total.
 *
 * @param deleted the column of `softDelete`, whose partial index counts
 * @param sortedColumns returns the columns of a sort key through links, of which no index exists
 */
export async function missingIndexes(
  runner: SqlRunner,
  table: SqlTable,
  uses: readonly IndexUse[],
  deleted: string | undefined,
  sortedColumns: (path: string) => string,
): Promise<ListedIndex[]> {
  const indexes = (await readIndexes(runner, table.bareName)).filter(
    ({ condition }) => condition === undefined || (deleted !== undefined && isOfDeleted(condition, deleted)),
  );
  const keys = [...indexes.map(({ columns }) => columns), ...primaryKey(table)];
  const missing = new Map<string, string[]>();
  const impossible = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, columns: string, { use }: IndexUse): unknown =>
    to.set(columns, [...(to.get(columns) ?? []), use]);
  const isPostgres = runner.dialect.name === 'postgres';
  for (const use of uses) {
    const linked = use.order.find(isThroughLink);
    if (linked !== undefined) {
      add(impossible, sortedColumns(linked.field), use);
      continue;
    }
    // PostgreSQL reads no rows of each linked row in the order of the page.
    const needed = neededColumns(isPostgres && use.isLinked === true ? { ...use, order: [] } : use, table);
    if (needed === undefined || keys.some((columns) => covers(columns, needed, runner))) continue;
    add(missing, describe(needed, runner), use);
  }
  return [
    ...[...missing].map(([columns, found]) => ({ table: table.bareName, columns, uses: found })),
    ...[...impossible].map(([columns, found]) => ({ table: table.bareName, columns, uses: found, isImpossible: true })),
  ];
}

/** Returns the index in which the rows with equal fields are in an order; undefined if there is none of all rows. */
export function findIndex(
  indexes: readonly TableIndex[],
  use: Pick<IndexUse, 'equal' | 'order'>,
  table: SqlTable,
  runner: SqlRunner,
): TableIndex | undefined {
  const needed = neededColumns(use, table);
  if (needed === undefined) return undefined;
  return indexes.find(({ columns, condition }) => condition === undefined && covers(columns, needed, runner));
}

// The rowid of SQLite, which is in no index of its own.
function primaryKey({ id, dialect }: SqlTable): IndexColumn[][] {
  const [key, more] = id;
  if (dialect.name !== 'sqlite' || key === undefined || more !== undefined) return [];
  return [[{ name: key.bareName, isDescending: false, nullsFirst: true, isByCodePoint: true }]];
}

function isOfDeleted(condition: string, column: string): boolean {
  const found = /where \(?(.*?)\)?$/is.exec(condition)?.[1] ?? condition;
  return found.replace(/["()]/g, '').toLowerCase() === `${column.toLowerCase()} is null`;
}

// Undefined if an index cannot help: for fields without a column, and texts that are folded for each row.
function neededColumns(
  { equal, order, filtered, isPrefix = false, isRange = false }: Omit<IndexUse, 'use'>,
  table: SqlTable,
): NeededColumn[] | undefined {
  const needed: NeededColumn[] = [];
  const add = (field: string, direction: NeededColumn['direction'], isFolded: boolean, isSorted: boolean): boolean => {
    const column = table.columns.get(field);
    const name = isFolded ? column?.folded?.bareName : column?.bareName;
    if (column === undefined || name === undefined || column.join || column.expression || column.kind === 'json')
      return false;
    needed.push({
      name,
      direction,
      isNullable: column.nullable,
      needsCodePoints: column.isText && isSorted,
      isTieBreaker: direction !== undefined && table.id.includes(column),
    });
    return true;
  };
  const isComplete =
    equal.every((field) => add(field, undefined, false, false)) &&
    (filtered === undefined || add(filtered, undefined, isPrefix, isRange)) &&
    order.every(({ field, direction }) =>
      add(field, direction, table.columns.get(field)?.folded?.order === true, true),
    );
  return isComplete ? needed : undefined;
}

function covers(columns: readonly IndexColumn[], needed: readonly NeededColumn[], { dialect }: SqlRunner): boolean {
  const isPostgres = dialect.name === 'postgres';
  const firstTie = needed.findIndex((column, index) => index > 0 && column.isTieBreaker);
  const required = firstTie === -1 ? needed : needed.slice(0, firstTie);
  // An index can be read backwards.
  return [false, true].some((isBackwards) =>
    required.every((element, index) => {
      const column = columns[index];
      if (column?.name?.toLowerCase() !== element.name.toLowerCase()) return false;
      if (element.needsCodePoints && !column.isByCodePoint) return false;
      if (element.direction === undefined) return true;
      if ((column.isDescending !== isBackwards) !== (element.direction === 'desc')) return false;
      // Nulls are first in ascending order.
      return (
        !isPostgres || !element.isNullable || (column.nullsFirst !== isBackwards) === (element.direction === 'asc')
      );
    }),
  );
}

function describe(needed: readonly NeededColumn[], { dialect }: SqlRunner): string {
  const isPostgres = dialect.name === 'postgres';
  return needed
    .map(({ name, direction, isNullable, needsCodePoints }) => {
      const collation = isPostgres && needsCodePoints ? ' collate "C"' : '';
      const nulls = isNullable && direction !== undefined ? dialect.nulls[direction] : '';
      return `${name}${collation}${direction === 'desc' ? ' desc' : ''}${nulls}`;
    })
    .join(', ');
}
