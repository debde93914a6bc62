import { Date, URLSearchParams } from 'oriel-core/builtins';
import { types } from 'node:util';
import { ownElements, tryRead } from 'oriel-core/errors';
import { hasProxy } from 'oriel-core/trace';
import { HREF_OF_URL, SIZE_OF_MAP, SIZE_OF_SET, isReadOfError } from './built-in-getters.ts';

/** How much of a value is copied. */
export interface ValueBounds {
  readonly depth: number;
  /** Entries of one list or object. */
  readonly breadth: number;
  /** Entries of all lists and objects together. */
  readonly entries: number;
  /** Characters of one text, and of all. */
  readonly text: number;
  readonly total: number;
}

export const VALUE_BOUNDS: ValueBounds = { depth: 12, breadth: 200, entries: 5_000, text: 8_192, total: 65_536 };

/** Reads a member of an object without calling a getter. */
export type ReadMember = (key: string) => unknown;

/** Decides what is copied of values. `Context` is what a value inherits from the values around it. */
export interface CopyRules<Context> {
  text(text: string, context: Context): string;
  number(value: number | bigint, context: Context): string | number;
  /** A date, or another value that is copied as one text; undefined to copy it. */
  opaque(context: Context): string | undefined;
  /** Returns the context of each element of a list. `outer` is the list around it, if it is in a list. */
  list(
    list: readonly unknown[] | undefined,
    size: number,
    isInList: boolean,
    context: Context,
  ): (value: unknown) => Context;
  /** Returns the context of each member of an object. */
  object(keys: readonly string[], read: ReadMember, context: Context): (key: string, value: unknown) => Context;
  /** Returns the copy of a member, or undefined to copy it as usual. */
  member(key: string, value: unknown, read: ReadMember): unknown;
}

/**
 * Copies any value as plain data. It never throws, runs in bounded time, and neither changes the value nor touches a proxy or a getter.
 *
 * @param rules are applied to texts before they are truncated
 */
export function copyValue<Context>(
  value: unknown,
  context: Context,
  rules: CopyRules<Context>,
  bounds = VALUE_BOUNDS,
): unknown {
  return new ValueCopy(rules, bounds).copy(value, context);
}

class ValueCopy<Context> {
  readonly #rules: CopyRules<Context>;
  readonly #bounds: ValueBounds;
  readonly #ancestors: object[] = [];
  /** Whether the value is parsed JSON, which has no getters and is copied completely. */
  readonly #isParsed: boolean;
  #entries: number;
  #remainingText: number;

  constructor(rules: CopyRules<Context>, bounds: ValueBounds) {
    this.#rules = rules;
    this.#bounds = bounds;
    this.#isParsed = bounds.breadth === Infinity;
    this.#entries = bounds.entries;
    this.#remainingText = bounds.total;
  }

  copy(value: unknown, context: Context): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value, context);
      case 'number':
        return Number.isFinite(value) ? this.#rules.number(value, context) : String(value);
      case 'bigint': {
        const shown = this.#rules.number(value, context);
        return typeof shown === 'number' ? `${value}n` : shown;
      }
      case 'symbol':
        return this.#rules.opaque(context) ?? this.#text(String(value), context);
      case 'function':
        return '[function]';
      case 'object':
        return value === null ? null : this.#guarded(value, context);
      default:
        return value;
    }
  }

  #text(value: string, context: Context): string {
    // Later text is not kept. The limit is above that of the copy, because a secret may extend beyond the cut.
    const read = value.length > this.#bounds.text * 4 ? value.slice(0, this.#bounds.text * 4) : value;
    const redacted = this.#rules.text(read, context);
    const most = Math.min(this.#bounds.text, this.#remainingText);
    this.#remainingText -= Math.min(redacted.length, most);
    if (redacted.length <= most) return redacted;
    return `${redacted.slice(0, most).toWellFormed()}… (${value.length} characters)`;
  }

  #guarded(value: object, context: Context): unknown {
    if (types.isProxy(value)) return '[proxy]';
    if (this.#ancestors.includes(value)) return '[circular]';
    if (this.#ancestors.length >= this.#bounds.depth) return Array.isArray(value) ? '[array]' : '[object]';
    this.#ancestors.push(value);
    try {
      return this.#object(value, context);
    } catch {
      return '[unreadable]';
    } finally {
      this.#ancestors.pop();
    }
  }

  #object(value: object, context: Context): unknown {
    if (Array.isArray(value))
      return this.#list(this.#isParsed ? value : ownElements(value), value, value.length, context);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.#members(value, undefined, context);
    const className = readClassName(prototype);
    const isError = types.isNativeError(value);
    if (isError || hasProxy(prototype)) return this.#members(value, className, context, isError ? ERROR_MEMBERS : NONE);
    if (types.isDate(value)) return this.#rules.opaque(context) ?? formatDate(value);
    if (types.isMap(value)) return this.#map(value, context);
    if (types.isSet(value))
      return this.#list(Set.prototype.values.call(value), undefined, SIZE_OF_SET.call(value) as number, context);
    if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `[${value.byteLength} bytes]`;
    if (types.isBoxedPrimitive(value)) return '[boxed]';
    if (types.isRegExp(value) || types.isPromise(value)) return `[${types.isRegExp(value) ? 'pattern' : 'promise'}]`;
    // The content of a URL is not in its properties. A class that extends URL may have other methods.
    if (value instanceof URL) return this.copy(HREF_OF_URL.call(value), context);
    if (value instanceof URLSearchParams) return this.copy(URLSearchParams.prototype.toString.call(value), context);
    return this.#members(value, className, context);
  }

  #list(values: Iterable<unknown>, list: readonly unknown[] | undefined, size: number, context: Context): unknown[] {
    const enter = this.#rules.list(list, size, Array.isArray(this.#ancestors.at(-2)), context);
    const copies: unknown[] = [];
    for (const value of values) {
      if (copies.length >= this.#bounds.breadth || this.#entries-- <= 0) {
        copies.push(`… ${size - copies.length} more`);
        break;
      }
      copies.push(this.copy(value, enter(value)));
    }
    return copies;
  }

  #map(map: ReadonlyMap<unknown, unknown>, outer: Context): unknown {
    const copies: Record<string, unknown> = {};
    const enter = this.#rules.object([], () => undefined, outer);
    let count = 0;
    for (const [key, value] of Map.prototype.entries.call(map) as Iterable<[unknown, unknown]>) {
      if (count++ >= this.#bounds.breadth || this.#entries-- <= 0) {
        put(copies, '…', `${(SIZE_OF_MAP.call(map) as number) - count + 1} more`);
        break;
      }
      const name = typeof key === 'object' || typeof key === 'function' ? `[${typeof key} ${count}]` : String(key);
      const context = enter(name, value);
      put(copies, this.#name(name, outer), this.copy(value, context));
    }
    return copies;
  }

  #members(value: object, className: string | undefined, outer: Context, hidden: readonly string[] = NONE): unknown {
    const copies: Record<string, unknown> = {};
    if (className !== undefined) copies['(class)'] = className;
    const keys = hidden === NONE ? Object.keys(value) : [...new Set([...hidden, ...Object.keys(value)])];
    const read: ReadMember = this.#isParsed
      ? (key) => (value as Readonly<Record<string, unknown>>)[key]
      : (key) => Object.getOwnPropertyDescriptor(value, key)?.value as unknown;
    const enter = this.#rules.object(keys, read, outer);
    let count = 0;
    for (const key of keys) {
      if (count++ >= this.#bounds.breadth || this.#entries-- <= 0) {
        put(copies, '…', `${keys.length - count + 1} more`);
        break;
      }
      const name = key.length > MAX_NAME_LENGTH ? this.#name(key, outer) : key;
      const property = this.#isParsed ? undefined : Object.getOwnPropertyDescriptor(value, key);
      // A getter is code of the application.
      const isGetter = property !== undefined && (property.get !== undefined || property.set !== undefined);
      if (isGetter && (hidden === NONE || !isReadOfError(value, key, property))) put(copies, name, '[getter]');
      else if (property !== undefined || this.#isParsed) {
        const member: unknown = isGetter
          ? tryRead(() => Reflect.get(value, key) as unknown, '[getter]')
          : property === undefined
            ? (value as Readonly<Record<string, unknown>>)[key]
            : property.value;
        put(copies, name, this.#rules.member(key, member, read) ?? this.copy(member, enter(key, member)));
      }
    }
    return copies;
  }

  #name(name: string, context: Context): string {
    return name.length > MAX_NAME_LENGTH ? this.#text(name, context).slice(0, MAX_NAME_LENGTH) : name;
  }
}

const MAX_NAME_LENGTH = 200;
const NONE: readonly string[] = [];
const ERROR_MEMBERS = ['name', 'message', 'stack', 'cause', 'code', 'errors'];

// `__proto__` must become a member, not the prototype.
function put(copies: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(copies, name, { value, enumerable: true, configurable: true, writable: true });
  else copies[name] = value;
}

function formatDate(date: Date): string {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? 'Invalid Date' : Date.prototype.toISOString.call(date);
}

// Undefined for objects without a class, such as Object.create({ … }).
function readClassName(prototype: unknown): string | undefined {
  if (prototype === null || typeof prototype !== 'object' || types.isProxy(prototype)) return undefined;
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof constructor !== 'function' || types.isProxy(constructor)) return undefined;
  const name: unknown = Object.getOwnPropertyDescriptor(constructor, 'name')?.value;
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_LENGTH) : '[anonymous]';
}
