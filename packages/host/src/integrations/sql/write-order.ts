import type { CursorValue } from '../../features/resources/declare/list-request.ts';
import type { OrderKey } from '../../features/resources/declare/filters/filter-tree.ts';
import { bindPlace, findPath } from './cursor-values.ts';
import type { Place } from './cursor-values.ts';
import { joined, writeEquality } from './write-filter.ts';
import type { Source } from './write-filter.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlText } from './sql-text.ts';

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
  const column = table.columns.get(point === -1 ? path : path.slice(0, point));
  if (column === undefined)
    throw new TypeError(
      `"${table.shape.resource}" cannot be sorted by "${path}": the table "${table.bareName}" has no column for it`,
    );
  if (point !== -1) return sortedThrough(column, path, source, out, isJoined);
  const expression = column.folded?.order
    ? table.dialect.byCodePoint(`${alias}.${column.folded.name}`)
    : column.sort(`${alias}.${column.name}`);
  return { column, at: expression, linked: false };
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
 * Returns conditions for all rows after a cursor, as alternatives that exclude each other. PostgreSQL finds the
 * position by all keys in an index if it compares row values. SQLite would use the first key only and read all rows
 * that share it, so it gets one statement per key.
 */
export function conditionsAfter(
  keys: readonly SortKey[],
  from: readonly CursorValue[],
  source: Source,
): readonly Condition[] {
  const { dialect } = source.table;
  const given = keys.map((key) => {
    const item = from[key.index];
    return { ...key, item, ...findPath(item, key.column, dialect) };
  });
  const places = given.map((position) => ({ ...position, row: rowOfPlace(position, given, source) }));
  const alternatives = getAlternatives(places);
  if (dialect.name === 'sqlite' || alternatives.length < 2) return alternatives;
  const { ascending } = places[0]!;
  // Null sorts before all values, so no null follows a value in ascending order.
  const comparable = places.every(
    (position) => position.ascending === ascending && position.value !== null && (ascending || !position.nullable),
  );
  return [comparable ? asRow(places) : asOne(places[0]!, alternatives)];
}

type KeyPlace = SortKey & Place & { readonly item: CursorValue | undefined };

// The time of an item is less precise than that of its row. If it is all that is known, such as for items that a function of the
// application has replaced, it is read from the row. So is folded text, which other programs may have folded differently.
function rowOfPlace(position: KeyPlace, places: readonly KeyPlace[], source: Source): Condition | undefined {
  const { column, item, value, isStored } = position;
  const sorted = column.folded?.order ? column.folded : column.times && column;
  const { table } = source;
  const id = table.id.flatMap(
    (key) => places.find((candidate) => candidate.column === key && candidate.value !== null) ?? [],
  );
  if (sorted === undefined || isStored || value === null || id.length < table.id.length) return undefined;
  return (out) => {
    const alias = out.alias();
    const from = source.from(out);
    const same = id.map(
      (keyPlace) => `${alias}.${keyPlace.column.name} = ${bindPlace(out, keyPlace, keyPlace.column)}`,
    );
    const isRow = [...same, writeEquality(out, alias, column, item)].join(' and ');
    return `select ${alias}.${sorted.name} from ${from} as ${alias} where ${isRow}`;
  };
}

// Each alternative has equal values in all keys but the last. The order is that of the rows, so the longest one comes
// first.
function getAlternatives(places: readonly KeyPlace[]): Condition[] {
  return places
    .map((position, index) => {
      const same = places.slice(0, index).map(
        (other): Condition =>
          (out) =>
            other.value === null ? `${other.at} is null` : `${other.at} = ${bindPlace(out, other, other.column)}`,
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

function beyond(position: KeyPlace): Condition[] {
  const { at, value, ascending, nullable } = position;
  if (value === null) return ascending ? [() => `${at} is not null`] : [];
  const compared: Condition = (out) => `${at} ${ascending ? '>' : '<'} ${bindPlace(out, position, position.column)}`;
  return nullable && !ascending ? [compared, () => `${at} is null`] : [compared];
}

function asRow(places: readonly KeyPlace[]): Condition {
  const sign = places[0]!.ascending ? '>' : '<';
  return (out) => {
    const values = places.map((position) => bindPlace(out, position, position.column));
    return `(${places.map(({ at }) => at).join(', ')}) ${sign} (${values.join(', ')})`;
  };
}

// A leading >= condition lets an index find the start.
function asOne(first: KeyPlace, alternatives: readonly Condition[]): Condition {
  return (out) => {
    const bounded = first.value !== null && (first.ascending || !first.nullable);
    const bound = bounded
      ? `${first.at} ${first.ascending ? '>=' : '<='} ${bindPlace(out, first, first.column)} and `
      : '';
    return `${bound}${joined(
      alternatives.map((write) => `(${write(out)})`),
      ' or ',
    )}`;
  };
}
