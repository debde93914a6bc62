import { formatIdentifier, suffixPattern, unescapeIdentifier } from '../../../core/http/identifier.ts';
import type { Identity, StoreField } from '../stores/resource-store.ts';

/**
 * The identifier of a resource and its text in a path: one key as it is (`/books/7`, `/pages/a%20b`), several as
 * `name=value` pairs (`/seats/row=4;place=12`). What would be lost on the way is escaped once more: a slash, a dot
 * segment, and an end that reads like the suffix of a format.
 */
export class Identifier {
  readonly keys: readonly string[];
  readonly #fields: readonly StoreField[];
  readonly #suffixes: RegExp | undefined;

  /** @param suffixes that choose a format at the end of a path: `json` */
  constructor(fields: readonly StoreField[], suffixes: readonly string[] = []) {
    this.#fields = fields;
    this.keys = fields.map(({ name }) => name);
    this.#suffixes = suffixes.length > 0 ? suffixPattern(suffixes) : undefined;
  }

  /** The text for a path, percent-encoded. @throws {TypeError} when the item lacks a key, or has one that no URL can hold */
  format(item: Readonly<Record<string, unknown>>): string {
    const { keys } = this;
    if (keys.length === 1) return formatIdentifier(valueOf(item, keys[0]!), this.#suffixes);
    return keys.map((key) => `${key}=${formatIdentifier(valueOf(item, key), this.#suffixes)}`).join(';');
  }

  /** The values of the keys; undefined when the text, decoded once, cannot be an identifier of this resource. */
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
}

function valueOf(item: Readonly<Record<string, unknown>>, key: string): unknown {
  const value = item[key];
  if (value === null || value === undefined || value === '')
    throw new TypeError(`An item has no "${key}", which identifies it; its provider must always give it`);
  return value;
}

function partsOf(text: string, keys: readonly string[]): string[] | undefined {
  const pairs = new Map(
    text.split(';', keys.length + 1).map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, Math.max(equals, 0)), unescapeIdentifier(pair.slice(equals + 1))];
    }),
  );
  const values = keys.map((key) => pairs.get(key));
  return pairs.size === keys.length && values.every((value) => value !== undefined) ? values : undefined;
}

// Only one spelling of a number names an item: 7, never 007, 7.0 or 7e0.
function parseKey(text: string, { kind }: StoreField): unknown {
  if (kind === 'integer' || kind === 'number') {
    const value = Number(text);
    const isOne = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
    return isOne && String(value) === text ? value : undefined;
  }
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return text === '' || text.includes('\0') ? undefined : text;
}
