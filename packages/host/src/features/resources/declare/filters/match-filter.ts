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
  return compile(tree, { kindAt, valueAt, linkedAt });
}

function compile(tree: FilterTree, reader: RowReader): Predicate {
  const { kindAt, valueAt } = reader;
  switch (tree.op) {
    case 'and':
    case 'or': {
      const parts = tree.of.map((part) => compile(part, reader));
      const isMatch = (row: Row) => (matches: Predicate) => matches(row);
      return tree.op === 'and' ? (row) => parts.every(isMatch(row)) : (row) => parts.some(isMatch(row));
    }
    case 'not': {
      const matches = compile(tree.of, reader);
      return (row) => !matches(row);
    }
    case 'some':
      return matchSome(tree, reader);
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
    default: {
      const isMatch = matchValue(tree, kindAt(tree.field));
      if (isMatch === undefined) return () => false;
      return (row) => {
        const value = valueAt(row, tree.field);
        // A list of links matches if one of them does.
        return Array.isArray(value) ? value.some(isMatch) : isMatch(value);
      };
    }
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

function matchSome({ field, of }: Extract<FilterTree, { op: 'some' }>, { linkedAt }: RowReader): Predicate {
  let matches: Predicate | undefined;
  return (row) => {
    const linked = linkedAt(row, field);
    if (linked === undefined) return false;
    matches ??= compile(of, linked);
    return linked.rows.some(matches);
  };
}

const noLinks: GetLinked = () => undefined;

function hasValue(value: unknown, isList: boolean): boolean {
  if (isList && Array.isArray(value)) return value.some((element) => hasValue(element, true));
  return (value ?? null) !== null;
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

const COMPARISONS = {
  eq: (order: number) => order === 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
} as const;

const TEXT_COMPARISONS = {
  contains: (text: string, wanted: string) => text.includes(wanted),
  starts: (text: string, wanted: string) => text.startsWith(wanted),
  ends: (text: string, wanted: string) => text.endsWith(wanted),
  word: (text: string, wanted: string) => text.startsWith(wanted) || text.includes(` ${wanted}`),
} as const;

type Comparison = Exclude<Extract<FilterTree, { readonly field: string }>, { readonly op: 'some' | 'exists' }>;

// Returns the function that compares one value; undefined if no value of the field matches.
function matchValue(tree: Comparison, kind: FieldKind): ((value: unknown) => boolean) | undefined {
  if (tree.op === 'in') {
    const operands = tree.values.map((value) => toOperand(value, kind));
    const wanted = new Set<unknown>(operands.filter((operand) => operand !== undefined));
    return (value) => wanted.has(toComparable(value, kind));
  }
  if (isTextComparison(tree)) {
    const operand = toOperand(tree.value, 'string') as string | undefined;
    if (kind !== 'string' || operand === undefined) return undefined;
    const wanted = foldCase(operand);
    const matches = TEXT_COMPARISONS[tree.op];
    return (value) => typeof value === 'string' && matches(foldCase(value), wanted);
  }
  const wanted = toOperand(tree.value, kind);
  if (wanted === undefined) return undefined;
  const matches = COMPARISONS[tree.op];
  return (value) => {
    const found = toComparable(value, kind);
    return found !== null && matches(compareOperands(found, wanted));
  };
}

function isTextComparison(tree: Comparison): tree is Extract<Comparison, { op: keyof typeof TEXT_COMPARISONS }> {
  return tree.op in TEXT_COMPARISONS;
}
