import type { OrderKey } from '../../features/resources/declare/filters/filter-tree.ts';
import type { Position } from './cursor-values.ts';
import { joined, writeEquality } from './write-filter.ts';
import type { Source } from './write-filter.ts';
import type { SqlColumn } from './sql-column.ts';
import { Slot } from './sql-text.ts';
import type { SqlText } from './sql-text.ts';
import type { SqlTable } from './sql-table.ts';

/** A key of an order. */
export interface SortKey {
  /** The SQL expression that is sorted, and compared with the cursor. */
  readonly at: string;
  readonly nullable: boolean;
  readonly ascending: boolean;
  readonly column: SqlColumn;
  /** The position of its value among the values of the cursor. */
  readonly index: number;
  /** The join of the linked rows that it is read from, with a leading space. */
  readonly join: string;
}

/**
 * Returns the keys that a table can sort by. Arrays and objects have no order and are omitted.
 *
 * @param backwards reverses the order, for a page before a cursor
 */
export function sortKeys(order: readonly OrderKey[], source: Source, backwards: boolean, out: SqlText): SortKey[] {
  return order.flatMap(({ field, direction }, index) => {
    const { column, at, linked, join = '' } = sortedBy(field, source, out, out.dialect.name === 'postgres');
    if (column.kind === 'json') return [];
    // The linked row may not exist.
    const nullable = column.nullable || linked;
    return { at, nullable, ascending: (direction === 'asc') !== backwards, column, index, join };
  });
}

interface Sorted {
  readonly column: SqlColumn;
  readonly at: string;
  readonly linked: boolean;
  readonly join?: string;
}

function sortedBy(path: string, source: Source, out: SqlText, isJoined = false): Sorted {
  const { table, alias } = source;
  const point = path.indexOf('.');
  const column = findSortColumn(table, path);
  if (point !== -1) return sortedThrough(column, path, source, out, isJoined);
  const expression = column.folded?.order
    ? table.dialect.byCodePoint(`${alias}.${column.folded.name}`)
    : column.sort(`${alias}.${column.name}`);
  return { column, at: expression, linked: false };
}

/** Returns the column of a field, or of the link at the start of a path. @throws {TypeError} if there is none */
export function findSortColumn({ shape, bareName, columns }: SqlTable, path: string): SqlColumn {
  const column = columns.get(path.split('.', 1)[0]!);
  if (column !== undefined) return column;
  throw new TypeError(
    `"${shape.resource}" cannot be sorted by "${path}": the table "${bareName}" has no column for it`,
  );
}

// PostgreSQL joins all linked rows at once, where it would evaluate a subquery for each row of the list.
function sortedThrough(link: SqlColumn, path: string, source: Source, out: SqlText, isJoined: boolean): Sorted {
  const point = path.indexOf('.');
  const { source: other, key, scope: writeScope } = source.link(path.slice(0, point), out);
  const { column, at } = sortedBy(path.slice(point + 1), other, out);
  // Parameters are in the order of the text.
  const from = other.from(out);
  const scope = writeScope();
  if (isJoined) {
    // Conditions of the application may have names of columns without their table, so these names are unique.
    const rows = out.alias();
    const linked = `select ${other.alias}.${key} as ${rows}_key, ${at} as ${rows}_value from ${from} as ${other.alias}`;
    const on = `${rows}.${rows}_key = ${source.alias}.${link.name}`;
    const join = ` left join (${linked}${scope === '' ? '' : ` where ${scope}`}) as ${rows} on ${on}`;
    return { column, at: `${rows}.${rows}_value`, linked: true, join };
  }
  const same = `${other.alias}.${key} = ${source.alias}.${link.name}${scope === '' ? '' : ` and ${scope}`}`;
  return { column, at: `(select ${at} from ${from} as ${other.alias} where ${same})`, linked: true };
}

/**
 * Writes the `order by` clause with a leading space; an empty string without keys.
 *
 * @param first a key before all others, with its direction
 */
export function writeOrder(keys: readonly SortKey[], { dialect }: SqlText, first?: string): string {
  if (keys.length === 0) return first === undefined ? '' : ` order by ${first}`;
  const parts = keys.map(({ at, ascending, nullable }) => {
    const nulls = nullable ? dialect.nulls[ascending ? 'asc' : 'desc'] : '';
    return `${at}${ascending ? '' : ' desc'}${nulls}`;
  });
  return ` order by ${first === undefined ? '' : `${first}, `}${parts.join(', ')}`;
}

/** Writes a condition at its position in the statement. */
export type Condition = (out: SqlText) => string;

/**
 * Returns conditions for all rows after a cursor, as alternatives that exclude each other. Their parameters are slots with the positions
 * of the values in the order. PostgreSQL finds the position by all keys in an index if it compares row values. SQLite would use the first
 * key only and read all rows that share it, so it gets one statement per key.
 *
 * @param positions the values of the cursor, in the order of the request
 */
export function conditionsAfter(
  keys: readonly SortKey[],
  positions: readonly Position[],
  source: Source,
): readonly Condition[] {
  const { dialect } = source.table;
  const given = keys.map((key) => ({
    ...key,
    ...positions[key.index]!,
    write: writePosition(key.index, positions, source),
  }));
  const alternatives = getAlternatives(given);
  if (dialect.name === 'sqlite' || alternatives.length < 2) return alternatives;
  const { ascending } = given[0]!;
  // Null sorts before all values, so no null follows a value in ascending order.
  const comparable = given.every(
    (key) => key.ascending === ascending && key.value !== null && (ascending || !key.nullable),
  );
  return [comparable ? asRow(given) : asOne(given[0]!, alternatives)];
}

/** @property write writes the value that rows are compared with */
type KeyPosition = SortKey & Position & { readonly write: Condition };

function writePosition(index: number, positions: readonly Position[], source: Source): Condition {
  const position = positions[index]!;
  const { table } = source;
  const bindSlot = (out: SqlText, at: number): string => out.bind(new Slot(at), positions[at]!.cast);
  const sorted = columnOfRow(position, positions, table);
  if (sorted === undefined) return (out) => bindSlot(out, index);
  return (out) => {
    const alias = out.alias();
    const from = source.from(out);
    const same = table.id.map((key) => `${alias}.${key.name} = ${bindSlot(out, findKey(key, positions))}`);
    const isRow = [...same, writeEquality(out, alias, position.column, position.given)].join(' and ');
    return `coalesce((select ${alias}.${sorted.name} from ${from} as ${alias} where ${isRow}), ${bindSlot(out, index)})`;
  };
}

/**
 * Returns the column that is read from the row of a cursor instead of the value of its item. The time of an item is less precise than that
 * of its row, and other programs may have folded a text differently. A cursor has the value of an item if a function of the application
 * has replaced the items.
 */
export function columnOfRow(
  { column, value, isStored }: Position,
  positions: readonly Position[],
  { id }: SqlTable,
): Pick<SqlColumn, 'name'> | undefined {
  if (isStored || value === null || id.some((key) => findKey(key, positions) < 0)) return undefined;
  return column.folded?.order ? column.folded : column.times && column;
}

function findKey(key: SqlColumn, positions: readonly Position[]): number {
  return positions.findIndex(({ column, value }) => column === key && value !== null);
}

// Each alternative has equal values in all keys but the last. The order is that of the rows, so the longest one comes
// first.
function getAlternatives(positions: readonly KeyPosition[]): Condition[] {
  return positions
    .map((position, index) => {
      const same = positions.slice(0, index).map(
        (other): Condition =>
          (out) =>
            other.value === null ? `${other.at} is null` : `${other.at} = ${other.write(out)}`,
      );
      return beyond(position).map(
        (last): Condition =>
          (out) =>
            [...same, last].map((write) => write(out)).join(' and '),
      );
    })
    .reverse()
    .flat();
}

function beyond({ at, value, ascending, nullable, write }: KeyPosition): Condition[] {
  if (value === null) return ascending ? [() => `${at} is not null`] : [];
  const compared: Condition = (out) => `${at} ${ascending ? '>' : '<'} ${write(out)}`;
  return nullable && !ascending ? [compared, () => `${at} is null`] : [compared];
}

function asRow(positions: readonly KeyPosition[]): Condition {
  const sign = positions[0]!.ascending ? '>' : '<';
  return (out) => {
    const values = positions.map(({ write }) => write(out));
    return `(${positions.map(({ at }) => at).join(', ')}) ${sign} (${values.join(', ')})`;
  };
}

// A leading >= condition lets an index find the start.
function asOne({ at, value, ascending, nullable, write }: KeyPosition, alternatives: readonly Condition[]): Condition {
  return (out) => {
    const bounded = value !== null && (ascending || !nullable);
    const bound = bounded ? `${at} ${ascending ? '>=' : '<='} ${write(out)} and ` : '';
    return `${bound}${joined(
      alternatives.map((alternative) => `(${alternative(out)})`),
      ' or ',
    )}`;
  };
}
