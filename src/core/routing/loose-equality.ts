/**
 * Compares two parameter values as the reference system does, where `0`, `'0'`, `''`, `null` and `false` repeat a default of `false`.
 * Numeric texts are compared as numbers, lists and objects member by member.
 */
export function looselyEquals(one: unknown, other: unknown): boolean {
  if (typeof one === 'boolean' || typeof other === 'boolean') return isTruthy(one) === isTruthy(other);
  if (one == null || other == null) return isEmpty(one) && isEmpty(other);
  if (typeof one === 'object' || typeof other === 'object') return equalMembers(one, other);
  const numbers = [one, other].map(numberOf);
  if (numbers.every((number) => number !== undefined)) return numbers[0] === numbers[1];
  return String(one) === String(other);
}

function isTruthy(value: unknown): boolean {
  return Boolean(value) && value !== '0' && !(Array.isArray(value) && value.length === 0);
}

// What equals null: nothing, no text, the number 0 and an empty list, but not the text '0'.
function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : undefined;
}

const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

function equalMembers(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && looselyEquals(value, other[key as keyof typeof other]))
  );
}
