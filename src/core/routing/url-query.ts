import { percentEncode, decodeUnreserved, toQueryString } from './percent-encoding.ts';
import type { Route } from './route.ts';
import { ownValue, valueText } from './url-path.ts';
import type { Values } from './url-path.ts';

/** Builds the query and fragment from the parameters that are not in the path, except those that equal their defaults. */
export function buildQuery({ defaults }: Route, variables: ReadonlySet<string>, given: Values): string {
  const extra = [...given].filter(([key, value]) => !variables.has(key) && !repeatsDefault(defaults, key, value));
  const own = extra.find(([key, value]) => key === '_fragment' && value != null)?.[1];
  const fragment = valueText(own ?? ownValue(defaults, '_fragment'));
  const query = toQueryString(extra.filter(([key]) => key !== '_fragment'));
  return `${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${decodeUnreserved(percentEncode(fragment))}`}`;
}

function repeatsDefault(defaults: Readonly<Record<string, unknown>>, key: string, value: unknown): boolean {
  if (!Object.hasOwn(defaults, key)) return false;
  return looselyEquals(value, defaults[key]);
}

/**
 * Compares two parameter values like the reference router, where `0`, `'0'`, `''`, `null` and `false` equal a default of `false`.
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

// These equal null: undefined, false, '', 0 and an empty array, but not '0'.
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
