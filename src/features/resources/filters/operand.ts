import type { FieldKind } from '../stores/resource-store.ts';

/**
 * What a filter's value means to a field, in the one form in which values of that kind compare: numbers as they are, times
 * as their milliseconds, truth as 1 and 0, text by code points. Undefined when the field can never hold it: a comparison
 * with it is false, whatever the row. Every compiler of filters asks here, so that all agree.
 */
export function toOperand(value: unknown, kind: FieldKind): string | number | undefined {
  const operand = toComparable(value, kind);
  if (operand === null) return undefined;
  // No database can be asked about these: PostgreSQL has no U+0000 in text, and half a surrogate pair is no character.
  if (typeof operand === 'string' && (operand.includes('\0') || !operand.isWellFormed())) return undefined;
  return operand;
}

/** The value of a row in the form in which its kind compares; null when it is nothing of that kind. */
export function toComparable(value: unknown, kind: FieldKind): string | number | null {
  switch (kind) {
    case 'string':
      return typeof value === 'string' ? value : null;
    case 'integer':
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : null;
    case 'date':
      return timeOf(value);
    default:
      return null;
  }
}

/** Less than, equal to or greater than zero, as the one comes before, with or after the other. */
export function compareOperands(one: string | number, other: string | number): number {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Text without its case, for every comparison that ignores it. `Σ` has two small forms; they count as one. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' && !(value instanceof Date)) return null;
  const time = typeof value === 'string' ? Date.parse(value) : value.getTime();
  return Number.isNaN(time) ? null : time;
}

// By code points, as UTF-8 sorts; JavaScript's own order puts U+1F600 before U+FB00.
function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const a = one.charCodeAt(index);
    const b = other.charCodeAt(index);
    if (a !== b) return lift(a) - lift(b);
  }
  return one.length - other.length;
}

// Puts the surrogates behind everything else that is one unit long.
function lift(unit: number): number {
  return unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
