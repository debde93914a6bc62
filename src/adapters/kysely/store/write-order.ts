import { operandOf } from '../../../api/index.ts';
import type { CursorValue, OrderKey } from '../../../api/index.ts';
import { isWhole, joined } from './write-filter.ts';
import type { Source } from './write-filter.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlText } from './sql-text.ts';

/** One key of an order as SQL compares it. */
export interface SortKey {
  /** What is ordered by, and compared with the place a page begins at. */
  readonly at: string;
  readonly nullable: boolean;
  readonly ascending: boolean;
  readonly column: SqlColumn;
  /** Where its value is among those of the order. */
  readonly index: number;
}

/**
 * The keys of an order that a table can sort by. Lists and objects have no order: they are left out.
 * @param backwards gives the opposite order, for a page before a place
 */
export function sortKeys(order: readonly OrderKey[], source: Source, backwards: boolean): SortKey[] {
  const { table, alias } = source;
  return order.flatMap(({ field, direction }, index) => {
    const column = table.columns.get(field);
    if (column === undefined)
      throw new TypeError(
        `"${table.shape.resource}" cannot be ordered by "${field}": the table "${table.bareName}" has no column for it`,
      );
    if (column.kind === 'json') return [];
    const at = column.folded?.order
      ? table.dialect.byCodePoint(`${alias}.${column.folded.name}`)
      : column.sort(`${alias}.${column.name}`);
    return { at, nullable: column.nullable, ascending: (direction === 'asc') !== backwards, column, index };
  });
}

/** The `order by` of these keys, with a space before it; nothing when there are none. */
export function writeOrder(keys: readonly SortKey[], { dialect }: SqlText): string {
  if (keys.length === 0) return '';
  const parts = keys.map(({ at, ascending, nullable }) => {
    const nulls = nullable ? dialect.nulls[ascending ? 'asc' : 'desc'] : '';
    return `${at}${ascending ? '' : ' desc'}${nulls}`;
  });
  return ` order by ${parts.join(', ')}`;
}

/**
 * The condition of everything behind a place, in the order of the keys. Where all keys run the same way it compares rows
 * of values, which one search of an index answers; otherwise the first key still bounds the search.
 */
export function writeAfter(out: SqlText, keys: readonly SortKey[], from: readonly CursorValue[]): string {
  const places = keys.map((key) => ({ ...key, value: placeOf(from[key.index], key.column) }));
  const [first] = places;
  if (first === undefined) return '1 = 0';
  const sameWay = places.every(({ ascending }) => ascending === first.ascending);
  // A null has its place before everything: ascending from a value there are none behind it.
  const known = places.every(({ value, nullable }) => value !== null && (first.ascending || !nullable));
  if (!sameWay || !known) return writeStepwise(out, places);
  const sign = first.ascending ? '>' : '<';
  if (places.length === 1) return `${first.at} ${sign} ${bindPlace(out, first)}`;
  return `(${places.map(({ at }) => at).join(', ')}) ${sign} (${places.map((place) => bindPlace(out, place)).join(', ')})`;
}

type Place = SortKey & { readonly value: unknown };

// a > ? or (a = ? and (b > ? or …)), with a >= ? before it, by which an index finds the beginning.
function writeStepwise(out: SqlText, [first, ...rest]: readonly Place[]): string {
  const place = first!;
  const bounded = !place.nullable && place.value !== null && rest.length > 0;
  const bound = bounded ? `${place.at} ${place.ascending ? '>=' : '<='} ${bindPlace(out, place)} and ` : '';
  const beyond = writeBeyond(out, place);
  if (rest.length === 0) return beyond;
  const same = place.value === null ? `${place.at} is null` : `${place.at} = ${bindPlace(out, place)}`;
  const deeper = `(${same} and ${writeStepwise(out, rest)})`;
  return `(${bound}${joined([beyond, deeper], ' or ')})`;
}

function writeBeyond(out: SqlText, place: Place): string {
  const { at, value, ascending, nullable } = place;
  if (value === null) return ascending ? `${at} is not null` : '1 = 0';
  const beyond = `${at} ${ascending ? '>' : '<'} ${bindPlace(out, place)}`;
  return nullable && !ascending ? `(${beyond} or ${at} is null)` : beyond;
}

function bindPlace(out: SqlText, { value, column }: Place): string {
  // A place may lie between two whole numbers.
  const between = column.whole && typeof value === 'number' && !isWhole(value);
  return out.bind(value, between && out.dialect.name === 'postgres' ? '?::numeric' : column.cast);
}

// What cannot be a value of the column sorts as if there were none.
function placeOf(value: CursorValue | undefined, { kind, operand, fits, folded }: SqlColumn): unknown {
  if (value === null || value === undefined || operandOf(value, kind) === undefined) return null;
  const wanted = operand(value);
  if (folded?.order) return folded.fold(wanted as string);
  return fits(wanted) ? wanted : null;
}
