import type { FilterTree, OrderKey } from './filter-tree.ts';
import { toComparable, compareOperands, foldCase, toOperand } from './operand.ts';
import type { FieldKind } from '../stores/resource-store.ts';

type Row = Readonly<Record<string, unknown>>;
export type Predicate = (row: Row) => boolean;
/** Returns the value of a row at a dotted path. */
export type GetValue = (row: Row, path: string) => unknown;

/**
 * Compiles a filter to a predicate.
 *
 * @param kindAt returns the kind of the field at a path
 * @param valueAt returns the value of a row at a path. Default: nested objects
 * @returns a function that returns whether a row matches
 *
 * @example
 * ```ts
 * import { matchFilter } from 'oriel/resources';
 * const isLarge = matchFilter({ op: 'gte', field: 'size', value: 10 }, () => 'number');
 * isLarge({ size: 12 }); // => true
 * ```
 */
export function matchFilter(
  tree: FilterTree,
  kindAt: (path: string) => FieldKind,
  valueAt: GetValue = valueThrough,
): Predicate {
  switch (tree.op) {
    case 'and': {
      const all = tree.of.map((each) => matchFilter(each, kindAt, valueAt));
      return (row) => all.every((matches) => matches(row));
    }
    case 'or': {
      const any = tree.of.map((each) => matchFilter(each, kindAt, valueAt));
      return (row) => any.some((matches) => matches(row));
    }
    case 'not': {
      const matches = matchFilter(tree.of, kindAt, valueAt);
      return (row) => !matches(row);
    }
    case 'exists':
      return (row) => ((valueAt(row, tree.field) ?? null) !== null) === tree.value;
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
  return (row) => {
    const found = toComparable(valueAt(row, field), kind);
    return found !== null && matches(compareOperands(found, wanted));
  };
}

function matchAny({ field, values }: Extract<FilterTree, { op: 'in' }>, kind: FieldKind, valueAt: GetValue): Predicate {
  const wanted = new Set<unknown>(values.map((value) => toOperand(value, kind)).filter((value) => value !== undefined));
  return (row) => wanted.has(toComparable(valueAt(row, field), kind));
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
  return (row) => {
    const text = valueAt(row, field);
    return typeof text === 'string' && matches(foldCase(text));
  };
}
