import type { FilterScalar, FilterTree, OrderKey } from './filter-tree.ts';
import type { FieldKind } from './resource-store.ts';

type Row = Readonly<Record<string, unknown>>;
export type Predicate = (row: Row) => boolean;

/**
 * A filter tree as a predicate in memory. A dotted field is looked up through objects.
 * @param kindAt what the field at a path holds
 */
export function matchFilter(tree: FilterTree, kindAt: (path: string) => FieldKind): Predicate {
  switch (tree.op) {
    case 'and': {
      const all = tree.of.map((each) => matchFilter(each, kindAt));
      return (row) => all.every((matches) => matches(row));
    }
    case 'or': {
      const any = tree.of.map((each) => matchFilter(each, kindAt));
      return (row) => any.some((matches) => matches(row));
    }
    case 'not': {
      const matches = matchFilter(tree.of, kindAt);
      return (row) => !matches(row);
    }
    case 'exists':
      return (row) => ((valueAt(row, tree.field) ?? null) !== null) === tree.value;
    case 'in': {
      const kind = kindAt(tree.field);
      return (row) => tree.values.some((value) => compareWith(row, tree.field, value, kind) === 0);
    }
    case 'contains':
    case 'starts':
    case 'ends':
    case 'word':
      return matchText(tree);
    default: {
      const kind = kindAt(tree.field);
      const holds = COMPARISONS[tree.op];
      return (row) => {
        const order = compareWith(row, tree.field, tree.value, kind);
        return order !== undefined && holds(order);
      };
    }
  }
}

/** An order as a comparison of rows, nulls first ascending. */
export function compareRows(order: readonly OrderKey[], kindAt: (path: string) => FieldKind) {
  const keys = order.map(({ field, direction }) => ({
    field,
    sign: direction === 'asc' ? 1 : -1,
    kind: kindAt(field),
  }));
  return (one: Row, other: Row): number => {
    for (const { field, sign, kind } of keys) {
      const a = comparable(valueAt(one, field), kind);
      const b = comparable(valueAt(other, field), kind);
      if (a === b) continue;
      if (a === null) return -sign;
      if (b === null) return sign;
      return a < b ? -sign : sign;
    }
    return 0;
  };
}

const COMPARISONS = {
  eq: (order: number) => order === 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
} as const;

function valueAt(row: Row, path: string): unknown {
  if (!path.includes('.')) return row[path];
  let value: unknown = row;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Row)[step];
  }
  return value;
}

function compareWith(row: Row, field: string, wanted: FilterScalar, kind: FieldKind): number | undefined {
  const value = comparable(valueAt(row, field), kind);
  const other = comparable(wanted, kind);
  if (value === null || other === null || typeof value !== typeof other) return undefined;
  return value === other ? 0 : value < other ? -1 : 1;
}

// Booleans order as numbers; times as the moment they name, however they are written.
function comparable(value: unknown, kind: FieldKind): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  if (kind === 'date' && (typeof value === 'string' || value instanceof Date)) return new Date(value).getTime();
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function matchText({
  op,
  field,
  value,
}: Extract<FilterTree, { op: 'contains' | 'starts' | 'ends' | 'word' }>): Predicate {
  const wanted = fold(value);
  const holds = (text: string): boolean => {
    if (op === 'contains') return text.includes(wanted);
    if (op === 'starts') return text.startsWith(wanted);
    if (op === 'ends') return text.endsWith(wanted);
    return text.startsWith(wanted) || text.includes(` ${wanted}`);
  };
  return (row) => {
    const text = valueAt(row, field);
    return typeof text === 'string' && holds(fold(text));
  };
}

function fold(text: string): string {
  return text.toLowerCase();
}
