import { formatIdentifier, unescapeIdentifier } from '../http/index.ts';
import type { Identity, StoreField } from './resource-store.ts';

/**
 * The identifier of a resource and its text in a path: one key as it is (`/books/7`, `/pages/a%20b`), several as
 * `name=value` pairs (`/seats/row=4;place=12`).
 */
export class Identifier {
  readonly keys: readonly string[];
  readonly #fields: readonly StoreField[];

  constructor(fields: readonly StoreField[]) {
    this.#fields = fields;
    this.keys = fields.map(({ name }) => name);
  }

  /** The text for a path, percent-encoded. @throws {TypeError} when the item lacks a key */
  format(item: Readonly<Record<string, unknown>>): string {
    const { keys } = this;
    if (keys.length === 1) return formatIdentifier(this.#value(item, keys[0]!));
    return formatIdentifier(Object.fromEntries(keys.map((key) => [key, this.#value(item, key)])));
  }

  /** The values of the keys; undefined when the text cannot be an identifier of this resource. */
  parse(text: string): Identity | undefined {
    const values: Record<string, unknown> = {};
    const parts = this.#fields.length === 1 ? [unescapeIdentifier(text)] : partsOf(text, this.keys);
    if (parts === undefined) return undefined;
    for (const [index, field] of this.#fields.entries()) {
      const value = parseKey(parts[index]!, field);
      if (value === undefined) return undefined;
      values[field.name] = value;
    }
    return values;
  }

  #value(item: Readonly<Record<string, unknown>>, key: string): unknown {
    const value = item[key];
    if (value === null || value === undefined || value === '')
      throw new TypeError(`An item has no "${key}", which identifies it; its provider must always give it`);
    return value;
  }
}

function partsOf(text: string, keys: readonly string[]): string[] | undefined {
  const pairs = new Map(
    text.split(';').map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, Math.max(equals, 0)), unescapeIdentifier(pair.slice(equals + 1))];
    }),
  );
  const values = keys.map((key) => pairs.get(key));
  return pairs.size === keys.length && values.every((value) => value !== undefined) ? values : undefined;
}

// Only one spelling of a number names an item: 7, never 007, 7.0 or 7e0.
function parseKey(text: string, { kind }: StoreField): unknown {
  if (kind === 'integer') {
    const value = Number(text);
    return Number.isSafeInteger(value) && String(value) === text ? value : undefined;
  }
  if (kind === 'number') {
    const value = Number(text);
    return Number.isFinite(value) && String(value) === text ? value : undefined;
  }
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return text === '' || text.includes('\0') ? undefined : text;
}
