import { tryRead } from 'oriel-core/errors';
import { isObject } from 'oriel-core/http';
import type { StepBudget } from './edit-script.ts';

/** Returns whether a JSON value is an array or an object. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns a member of an object; undefined for other values. */
export function getMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * Returns something that is equal, by `===`, for equal values: the value, or its JSON. Objects with another order of their members
 * are different then, and so are values that are nested too deep. The text uses a part of the budget, because the values of nested
 * lists are read once for each level.
 */
export function identifyValue(value: unknown, budget: StepBudget): unknown {
  budget.left--;
  if (typeof value === 'string') return `"${value}`;
  if (!isContainer(value) || budget.left <= 0) return value;
  const text = stringify(value);
  budget.left -= text === undefined ? TOO_DEEP_STEPS : text.length / CHARACTERS_PER_STEP;
  return text ?? value;
}

const CHARACTERS_PER_STEP = 8;
const TOO_DEEP_STEPS = 1_000;

/** Returns the JSON of a value; undefined if it is nested too deep. */
function stringify(value: unknown): string | undefined {
  return tryRead<string | undefined>(() => JSON.stringify(value), undefined);
}

/** Returns the JSON of a value, or its type if it is nested too deep; undefined if the value is. */
export function previewValue(value: unknown): string | undefined {
  return value === undefined ? undefined : (stringify(value) ?? `a nested ${describeType(value)}`);
}

/** Returns the name of the type of a JSON value; an empty text for a value that is absent. */
export function describeType(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Returns the member that identifies each row of both lists. */
export function findKey(before: readonly unknown[], after: readonly unknown[], budget: StepBudget): string | undefined {
  if (before.length === 0 || after.length === 0) return undefined;
  return KEYS.find((key) => [before, after].every((rows) => isUnique(rows, key, budget)));
}

const KEYS = ['@id', 'id', 'uuid', '_id', 'key'];

function isUnique(rows: readonly unknown[], key: string, budget: StepBudget): boolean {
  const ids = new Set<unknown>();
  for (const row of rows) {
    budget.left--;
    const id = getMember(row, key);
    if (typeof id !== 'string' && typeof id !== 'number') return false;
    ids.add(id);
  }
  return ids.size === rows.length;
}

/** Returns whether rows have at least half of their members in common. */
export function isSimilar(before: unknown, after: unknown, budget: StepBudget): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  const names = Object.keys(before);
  const identify = (row: object, name: string): unknown => identifyValue(getMember(row, name), budget);
  const equal = names.filter((name) => identify(before, name) === identify(after, name)).length;
  return equal > 0 && equal * 2 >= Math.max(names.length, Object.keys(after).length);
}
