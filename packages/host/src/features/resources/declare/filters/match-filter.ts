import type { FilterTree, OrderKey } from './filter-tree.ts';
import { toComparable, compareOperands, foldCase, toOperand } from './operand.ts';
import { matchesSearch } from './search-query.ts';
import type { FieldKind } from '../resource-store.ts';

type Row = Readonly<Record<string, unknown>>;
export type Predicate = (row: Row) => boolean;
/** Returns the value of a row at a dotted path. For a list of links, the value is a list. */
export type GetValue = (row: Row, path: string) => unknown;
/** Returns the items that a row links to, with the functions to read them; undefined if the field is not a list of links. */
export type GetLinked = (row: Row, path: string) => LinkedRows | undefined;

interface LinkedRows extends RowReader {
  readonly rows: readonly Row[];
}

/** Functions that read the rows of a store. */
export interface RowReader {
  readonly kindAt: (path: string) => FieldKind;
  readonly valueAt: GetValue;
  readonly linkedAt: GetLinked;
}

/**
 * Compiles a filter to a predicate.
 *
 * @param kindAt returns the kind of the field at a path
 * @param valueAt returns the value of a row at a path. Default: nested objects
 * @param linkedAt returns the items of a list of links, for `some`. Default: none
 * @returns a function that returns whether a row matches
 *
 * @example
 * ```ts
 * import { matchFilter } from 'oriel-host/resources';
 * const isLarge = matchFilter({ op: 'gte', field: 'size', value: 10 }, () => 'number');
 * isLarge({ size: 12 }); // => true
 * ```
 */
export function matchFilter(
  tree: FilterTree,
  kindAt: (path: string) => FieldKind,
  valueAt: GetValue = valueThrough,
  linkedAt: GetLinked = noLinks,
): Predicate {
  switch (tree.op) {
    case 'and': {
      const all = tree.of.map((each) => matchFilter(each, kindAt, valueAt, linkedAt));
      return (row) => all.every((matches) => matches(row));
    }
    case 'or': {
      const any = tree.of.map((each) => matchFilter(each, kindAt, valueAt, linkedAt));
      return (row) => any.some((matches) => matches(row));
    }
    case 'not': {
      const matches = matchFilter(tree.of, kindAt, valueAt, linkedAt);
      return (row) => !matches(row);
    }
    case 'some':
      return matchSome(tree, linkedAt);
    case 'exists': {
      // A list that is not of links is a value of the kind json.
      const isList = kindAt(tree.field) !== 'json';
      return (row) => hasValue(valueAt(row, tree.field), isList) === tree.value;
    }
    case 'sql':
      throw new TypeError(
        `The filter "${tree.filter}" is filter.sql, which only a store in an SQL database evaluates; pass request to its list`,
      );
    case 'search':
      return (row) =>
        matchesSearch(
          tree.query,
          tree.fields.map((field) => valueAt(row, field)),
        );
    case 'in':
      return matchAny(tree, kindAt(tree.field), valueAt);
    case 'contains':
    case 'starts':
    case 'ends':
    case 'word':
      return matchText(tree, kindAt(tree.field), valueAt);
    default:
      return matchComparison(tree, kindAt(tree.field), valueAt);
  }
}

/** Compiles an order to a comparison function for rows. Nulls are first in ascending order. */
export function compareRows(
  order: readonly OrderKey[],
  kindAt: (path: string) => FieldKind,
  valueAt: GetValue = valueThrough,
) {
  const keys = order.map(({ field, direction }) => ({
    field,
    sign: direction === 'asc' ? 1 : -1,
    kind: kindAt(field),
  }));
  return (one: Row, other: Row): number => {
    for (const { field, sign, kind } of keys) {
      const a = toComparable(valueAt(one, field), kind);
      const b = toComparable(valueAt(other, field), kind);
      if (a === b) continue;
      if (a === null) return -sign;
      if (b === null) return sign;
      const order = compareOperands(a, b);
      if (order !== 0) return order * sign;
    }
    return 0;
  };
}

function matchSome({ field, of }: Extract<FilterTree, { op: 'some' }>, linkedAt: GetLinked): Predicate {
  let matches: Predicate | undefined;
  return (row) => {
    const linked = linkedAt(row, field);
    if (linked === undefined) return false;
    matches ??= matchFilter(of, linked.kindAt, linked.valueAt, linked.linkedAt);
    return linked.rows.some(matches);
  };
}

const noLinks: GetLinked = () => undefined;

function hasValue(value: unknown, isList: boolean): boolean {
  if (isList && Array.isArray(value)) return value.some((each) => hasValue(each, true));
  return (value ?? null) !== null;
}

// A list of links matches if one of them does.
function anyOf(value: unknown, matches: (value: unknown) => boolean): boolean {
  return Array.isArray(value) ? value.some(matches) : matches(value);
}

function valueThrough(row: Row, path: string): unknown {
  if (!path.includes('.')) return row[path];
  let value: unknown = row;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Row)[step];
  }
  return value;
}

const NEVER: Predicate = () => false;

const COMPARISONS = {
  eq: (order: number) => order === 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
} as const;

function matchComparison(
  { op, field, value }: Extract<FilterTree, { op: keyof typeof COMPARISONS }>,
  kind: FieldKind,
  valueAt: GetValue,
): Predicate {
  const wanted = toOperand(value, kind);
  if (wanted === undefined) return NEVER;
  const matches = COMPARISONS[op];
  const isMatch = (value: unknown): boolean => {
    const found = toComparable(value, kind);
    return found !== null && matches(compareOperands(found, wanted));
  };
  return (row) => anyOf(valueAt(row, field), isMatch);
}

function matchAny({ field, values }: Extract<FilterTree, { op: 'in' }>, kind: FieldKind, valueAt: GetValue): Predicate {
  const wanted = new Set<unknown>(values.map((value) => toOperand(value, kind)).filter((value) => value !== undefined));
  const isMatch = (value: unknown): boolean => wanted.has(toComparable(value, kind));
  return (row) => anyOf(valueAt(row, field), isMatch);
}

function matchText(
  { op, field, value }: Extract<FilterTree, { op: 'contains' | 'starts' | 'ends' | 'word' }>,
  kind: FieldKind,
  valueAt: GetValue,
): Predicate {
  const operand = toOperand(value, 'string') as string | undefined;
  if (kind !== 'string' || operand === undefined) return NEVER;
  const wanted = foldCase(operand);
  const matches = (text: string): boolean => {
    if (op === 'contains') return text.includes(wanted);
    if (op === 'starts') return text.startsWith(wanted);
    if (op === 'ends') return text.endsWith(wanted);
    return text.startsWith(wanted) || text.includes(` ${wanted}`);
  };
  const isMatch = (value: unknown): boolean => typeof value === 'string' && matches(foldCase(value));
  return (row) => anyOf(valueAt(row, field), isMatch);
}
