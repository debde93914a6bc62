import { decimalSortKey } from './decimal.ts';
import type { FieldKind } from '../resource-store.ts';

/** Converts the value of a filter for comparisons; undefined if the field cannot have it. All compilers of filters use it. */
export function toOperand(value: unknown, kind: FieldKind): string | number | undefined {
  const operand = toComparable(value, kind);
  if (operand === null) return undefined;
  // Databases reject these: PostgreSQL has no U+0000 in text, and a lone surrogate is not a character.
  if (typeof operand === 'string' && (operand.includes('\0') || !operand.isWellFormed())) return undefined;
  return operand;
}

/** Converts the value of a row for comparisons; null if it is not of the kind. */
export function toComparable(value: unknown, kind: FieldKind): string | number | null {
  switch (kind) {
    case 'string':
      return typeof value === 'string' ? value : null;
    case 'integer':
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'decimal':
      return decimalSortKey(value) ?? null;
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : null;
    case 'date':
      return toTime(value);
    default:
      return null;
  }
}

/** Compares two operands. @returns a negative number, zero or a positive number */
export function compareOperands(one: string | number, other: string | number): number {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Folds the case of text, for comparisons that ignore it. The two lower-case forms of `Σ` are equal. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

function toTime(value: unknown): number | null {
  if (typeof value !== 'string' && !(value instanceof Date)) return null;
  const time = typeof value === 'string' ? Date.parse(value) : value.getTime();
  return Number.isNaN(time) ? null : time;
}

// By code points, like UTF-8. JavaScript compares UTF-16 units, which puts U+1F600 before U+FB00.
function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const a = one.charCodeAt(index);
    const b = other.charCodeAt(index);
    if (a !== b) return lift(a) - lift(b);
  }
  return one.length - other.length;
}

// Orders surrogates after all other units.
function lift(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
