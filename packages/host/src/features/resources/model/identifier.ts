import { canonicalDecimal } from '../declare/filters/decimal.ts';
import { formatIdentifier, suffixPattern, unescapeIdentifier } from '../../../http/identifier.ts';
import type { Identity, StoreField } from '../declare/resource-store.ts';

/**
 * Formats and parses the identifier of a resource in paths: one key as it is (`/books/7`, `/pages/a%20b`), several as
 * `name=value` pairs (`/seats/row=4;place=12`). Slashes, dot segments and ends that look like the suffix of a format are escaped
 * twice, because URL parsers and the router would change them.
 */
export class Identifier {
  readonly keys: readonly string[];
  readonly #fields: readonly StoreField[];
  readonly #suffixes: RegExp | undefined;

  /** @param suffixes the format suffixes of paths, such as `json` */
  constructor(fields: readonly StoreField[], suffixes: readonly string[] = []) {
    this.#fields = fields;
    this.keys = fields.map(({ name }) => name);
    this.#suffixes = suffixes.length > 0 ? suffixPattern(suffixes) : undefined;
  }

  /** Returns the keys of an item to be created whose values no path can contain, such as an empty text. */
  invalidKeys(item: Readonly<Record<string, unknown>>): readonly string[] {
    return this.keys.filter((key) => {
      const value = item[key];
      return typeof value === 'string' && (value === '' || value.includes('\0'));
    });
  }

  /** Returns the keys of an identifier in a link: the value of a single key, or an object of several. */
  toKeys(id: unknown): Identity {
    return this.keys.length === 1 ? { [this.keys[0]!]: id } : (id as Identity);
  }

  /** The reverse of `toKeys`. */
  fromKeys(keys: Identity): unknown {
    return this.keys.length === 1 ? keys[this.keys[0]!] : keys;
  }

  /** Returns the percent-encoded path segment. @throws {TypeError} if the item has no key, or one with a lone surrogate */
  format(item: Readonly<Record<string, unknown>>): string {
    const { keys } = this;
    if (keys.length === 1) return formatIdentifier(getValue(item, keys[0]!), this.#suffixes);
    return keys.map((key) => `${key}=${formatIdentifier(getValue(item, key), this.#suffixes)}`).join(';');
  }

  /** Parses a decoded path segment. @returns the keys; undefined if it is not an identifier of the resource */
  parse(text: string): Identity | undefined {
    const values: Record<string, unknown> = {};
    const parts = this.#fields.length === 1 ? [unescapeIdentifier(text)] : getParts(text, this.keys);
    if (parts === undefined) return undefined;
    for (const [index, field] of this.#fields.entries()) {
      const value = parseKey(parts[index]!, field);
      if (value === undefined) return undefined;
      values[field.name] = value;
    }
    return values;
  }

  /** Returns the keys among the members of a body; undefined if one is missing or has another type than in the schema. */
  parseMembers(sent: Readonly<Record<string, unknown>>): Identity | undefined {
    const { keys } = this;
    if (!keys.every((key) => ['string', 'number', 'boolean'].includes(typeof sent[key]) && sent[key] !== ''))
      return undefined;
    const id = this.parse(decode(this.format(sent)));
    // 2 and "2" have the same text, but only one of them is an identifier of the schema.
    return id !== undefined && keys.every((key) => id[key] === sent[key]) ? id : undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function getValue(item: Readonly<Record<string, unknown>>, key: string): unknown {
  const value = item[key];
  if (value === null || value === undefined || value === '')
    throw new TypeError(
      `An item has no "${key}", which is part of its identifier; the store or function must always return it`,
    );
  return value;
}

function getParts(text: string, keys: readonly string[]): string[] | undefined {
  const pairs = new Map(
    text.split(';', keys.length + 1).map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, Math.max(equals, 0)), unescapeIdentifier(pair.slice(equals + 1))];
    }),
  );
  const values = keys.map((key) => pairs.get(key));
  return pairs.size === keys.length && values.every((value) => value !== undefined) ? values : undefined;
}

// A number has one valid spelling: 7, not 007, 7.0 or 7e0.
function parseKey(text: string, { kind }: StoreField): unknown {
  if (kind === 'decimal') return canonicalDecimal(text) === text ? text : undefined;
  if (kind === 'integer' || kind === 'number') {
    const value = Number(text);
    const isOne = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
    return isOne && String(value) === text ? value : undefined;
  }
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  return text === '' || text.includes('\0') ? undefined : text;
}
