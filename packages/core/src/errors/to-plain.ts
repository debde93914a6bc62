import { types } from 'node:util';
import { tryRead, isError, ownElements, ownValue, readProperty } from './safe-read.ts';
import { printable } from './printable.ts';
import { MASK, isSecretName } from '../redaction/sensitivity.ts';
import { Date, JSON } from '../builtins/globals.ts';

/** A JSON value. */
export type PlainValue =
  string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

/**
 * Converts any value to JSON data, bounded in depth, width and length, without cycles and secrets. Getters and `toJSON` are not
 * called, because they are foreign code.
 *
 * @example
 * ```ts
 * import { toPlain } from './to-plain.ts';
 * toPlain(new Map([['at', new Date(0)]])); // => { at: '1970-01-01T00:00:00.000Z' }
 * ```
 */
export function toPlain(value: unknown): PlainValue {
  return tryRead(() => plain(value, { left: MAX_ENTRIES, characters: MAX_CHARACTERS, above: [] }), '[unreadable]');
}

/**
 * Converts any value to JSON text on one line, truncated after `most` characters.
 *
 * @example
 * ```ts
 * import { toJsonText } from './to-plain.ts';
 * toJsonText({ id: 10n, password: 'x' }); // => '{"id":"10n","password":"•••"}'
 * ```
 */
export function toJsonText(value: unknown, most = 2_000): string {
  return printable(JSON.stringify(toPlain(value)), most);
}

interface Budget {
  /** Entries that may still be read. */
  left: number;
  /** Characters that may still be copied. */
  characters: number;
  readonly above: object[];
}

const MAX_ENTRIES = 300;
const MAX_CHARACTERS = 8_000;
const MAX_PER_OBJECT = 50;
const DEEPEST = 5;
const LONGEST = 1_000;

function plain(value: unknown, budget: Budget): PlainValue {
  switch (typeof value) {
    case 'string':
      return text(value, LONGEST, budget);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'bigint':
      return `${value}n`;
    case 'undefined':
      return '[undefined]';
    case 'object':
      return value === null ? null : plainObject(value, budget);
    default:
      return `[${typeof value}]`;
  }
}

function text(value: string, most: number, budget: Budget): string {
  const shortened = printable(value, Math.min(most, budget.characters));
  budget.characters = Math.max(0, budget.characters - shortened.length);
  return shortened;
}

function plainObject(value: object, budget: Budget): PlainValue {
  if (types.isProxy(value)) return '[proxy]';
  if (budget.above.includes(value)) return '[circular]';
  if (budget.above.length >= DEEPEST) return Array.isArray(value) ? '[array]' : '[object]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  budget.above.push(value);
  try {
    if (isError(value)) return `${ownText(value, 'name') ?? 'Error'}: ${ownText(value, 'message') ?? ''}`;
    // Uses the methods of the prototypes, because those of the value are foreign code.
    if (types.isDate(value)) return Date.prototype.toISOString.call(value);
    if (types.isMap(value)) return record(Map.prototype.entries.call(value), budget);
    if (types.isSet(value)) return list(Set.prototype.values.call(value), budget);
    return Array.isArray(value) ? list(ownElements(value), budget) : record(ownEntries(value), budget);
  } catch {
    return '[unreadable]';
  } finally {
    budget.above.pop();
  }
}

function list(values: Iterable<unknown>, budget: Budget): PlainValue {
  const result: PlainValue[] = [];
  for (const value of values) {
    if (result.length >= MAX_PER_OBJECT || budget.left-- <= 0) return [...result, '…'];
    result.push(plain(value, budget));
  }
  return result;
}

function record(entries: Iterable<readonly [unknown, unknown]>, budget: Budget): PlainValue {
  const result: [string, PlainValue][] = [];
  for (const [key, value] of entries) {
    if (result.length >= MAX_PER_OBJECT || budget.left-- <= 0) {
      result.push(['…', '…']);
      break;
    }
    const name = text(typeof key === 'string' ? key : `[${typeof key}]`, 200, budget);
    result.push([name, typeof key === 'string' && isSecretName(key) ? MASK : plain(value, budget)]);
  }
  // A key such as `__proto__` must stay a key.
  return Object.fromEntries(result) as PlainValue;
}

function* ownEntries(value: object): Generator<[string, unknown]> {
  for (const key of Object.keys(value)) yield [key, ownValue(value, key)];
}

function ownText(value: object, key: string): string | undefined {
  const found = readProperty(value, key);
  return typeof found === 'string' ? printable(found, LONGEST) : undefined;
}
