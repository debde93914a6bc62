import { types } from 'node:util';
import { ownElements, tryRead } from '../../../core/errors/safe-read.ts';
import { hasProxy } from '../../../core/trace/has-proxy.ts';
import { MASK } from '../../../core/redaction/sensitivity.ts';
import { hasOauthParameter } from '../../../core/redaction/redact-url.ts';
import type { Sensitivity } from '../../../core/redaction/sensitivity.ts';
import { isBit, isCount } from '../../../core/redaction/secret-names.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';
import type { TextRedactor } from '../text/text-redactor.ts';
import { HREF_OF_URL, SIZE_OF_MAP, SIZE_OF_SET, isReadOfError } from './built-in-getters.ts';
import { sensitivityOfPair, sensitivityOfValues } from './plain-value.ts';
import { isValueKey } from '../text/named-values.ts';
import { Date } from '../../../core/builtins/globals.ts';

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

/**
 * Copies any value as plain data without its secrets. It redacts first and truncates afterwards. It never throws, runs in
 * bounded time, and neither changes the value nor touches a proxy.
 */
export function redactValue(value: unknown, names: SecretNames, texts: TextRedactor, bounds = VALUE_BOUNDS): unknown {
  return new ValueCopy(names, texts, bounds).copy(value, false);
}

class ValueCopy {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  readonly #bounds: ValueBounds;
  readonly #ancestors: object[] = [];
  #entries: number;
  #remainingText: number;

  constructor(names: SecretNames, texts: TextRedactor, bounds: ValueBounds) {
    this.#names = names;
    this.#texts = texts;
    this.#bounds = bounds;
    this.#entries = bounds.entries;
    this.#remainingText = bounds.total;
  }

  copy(value: unknown, secret: boolean): unknown {
    switch (typeof value) {
      case 'string':
        return secret ? (isBit(value) ? value : MASK) : this.#text(value);
      case 'number':
        if (secret) return MASK;
        if (!Number.isFinite(value)) return String(value);
        return value > MIN_CARD_NUMBER && this.#texts.redact(String(value)) === MASK ? MASK : value;
      case 'boolean':
        return value;
      case 'bigint':
        return secret ? MASK : this.#text(`${value}n`);
      case 'undefined':
        return undefined;
      case 'symbol':
        return secret ? MASK : this.#text(String(value));
      case 'function':
        return '[function]';
      default:
        return value === null ? null : this.#guarded(value as object, secret);
    }
  }

  #text(value: string): string {
    // Later text is not kept. The limit is above that of the copy, because a secret may extend beyond the cut.
    const redacted = this.#texts.redact(value.slice(0, MAX_READ_TEXT));
    const most = Math.min(this.#bounds.text, this.#remainingText);
    this.#remainingText -= Math.min(redacted.length, most);
    if (redacted.length <= most) return redacted;
    return `${redacted.slice(0, most).toWellFormed()}… (${value.length} characters)`;
  }

  #guarded(value: object, secret: boolean): unknown {
    if (types.isProxy(value)) return '[proxy]';
    if (this.#ancestors.includes(value)) return '[circular]';
    if (this.#ancestors.length >= this.#bounds.depth) return Array.isArray(value) ? '[array]' : '[object]';
    this.#ancestors.push(value);
    try {
      return this.#object(value, secret);
    } catch {
      return '[unreadable]';
    } finally {
      this.#ancestors.pop();
    }
  }

  #object(value: object, secret: boolean): unknown {
    if (Array.isArray(value))
      return this.#list(ownElements(value), value.length, secret, this.#sensitivityOfPair(value));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.#members(value, undefined, secret);
    const className = classOf(prototype);
    const hidden = types.isNativeError(value) ? ERROR_MEMBERS : NONE;
    if (hidden === ERROR_MEMBERS || hasProxy(prototype)) return this.#members(value, className, secret, hidden);
    if (types.isDate(value)) return secret ? MASK : dateText(value);
    if (types.isMap(value)) return this.#map(value, secret);
    if (types.isSet(value))
      return this.#list(Set.prototype.values.call(value), SIZE_OF_SET.call(value) as number, secret);
    if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `[${value.byteLength} bytes]`;
    if (types.isBoxedPrimitive(value)) return '[boxed]';
    if (types.isRegExp(value) || types.isPromise(value)) return `[${types.isRegExp(value) ? 'pattern' : 'promise'}]`;
    // The content of a URL is not in own properties. A class that extends URL may have other methods.
    if (value instanceof URL) return secret ? MASK : this.#text(HREF_OF_URL.call(value) as string);
    if (value instanceof URLSearchParams)
      return secret ? MASK : this.#text(URLSearchParams.prototype.toString.call(value));
    return this.#members(value, className, secret);
  }

  // A list in a list may be the pair of a name and a value.
  #sensitivityOfPair(list: readonly unknown[]): Sensitivity {
    return Array.isArray(this.#ancestors.at(-2)) ? sensitivityOfPair(list, this.#names) : 'harmless';
  }

  #list(values: Iterable<unknown>, size: number, secret: boolean, pair: Sensitivity = 'harmless'): unknown[] {
    const copies: unknown[] = [];
    for (const value of values) {
      if (copies.length >= this.#bounds.breadth || this.#entries-- <= 0) {
        copies.push(`… ${size - copies.length} more`);
        break;
      }
      const isNamed = copies.length === 1 && pair !== 'harmless' && !(pair === 'counted' && typeof value === 'number');
      copies.push(this.copy(value, secret || isNamed));
    }
    return copies;
  }

  #map(map: ReadonlyMap<unknown, unknown>, secret: boolean): unknown {
    const copies: Record<string, unknown> = {};
    let count = 0;
    for (const [key, value] of Map.prototype.entries.call(map) as Iterable<[unknown, unknown]>) {
      if (count++ >= this.#bounds.breadth || this.#entries-- <= 0) {
        put(copies, '…', `${(SIZE_OF_MAP.call(map) as number) - count + 1} more`);
        break;
      }
      const name = typeof key === 'object' || typeof key === 'function' ? `[${typeof key} ${count}]` : String(key);
      this.#member(copies, name, value, secret);
    }
    return copies;
  }

  #members(value: object, className: string | undefined, secret: boolean, hidden: readonly string[] = NONE): unknown {
    const copies: Record<string, unknown> = {};
    if (className !== undefined) copies['(class)'] = className;
    const keys = hidden === NONE ? Object.keys(value) : [...new Set([...hidden, ...Object.keys(value)])];
    let count = 0;
    const named = sensitivityOfValues(value, keys, this.#names);
    for (const key of keys) {
      if (count++ >= this.#bounds.breadth || this.#entries-- <= 0) {
        put(copies, '…', `${keys.length - count + 1} more`);
        break;
      }
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property === undefined) continue;
      // A getter is code of the application.
      if ('value' in property || (hidden !== NONE && isReadOfError(value, key, property)))
        this.#member(
          copies,
          key,
          'value' in property ? property.value : tryRead(() => Reflect.get(value, key) as unknown, '[getter]'),
          secret,
          isValueKey(key) ? named : key === 'code' && hasOauthParameter(keys) ? 'secret' : 'harmless',
        );
      else put(copies, key.length > MAX_NAME_LENGTH ? key.slice(0, MAX_NAME_LENGTH) : key, '[getter]');
    }
    return copies;
  }

  #member(
    copies: Record<string, unknown>,
    name: string,
    value: unknown,
    secret: boolean,
    named: Sensitivity = 'harmless',
  ): void {
    const own = secret ? 'secret' : this.#names.of(name);
    const verdict = own === 'harmless' ? named : own;
    const isCounted =
      verdict === 'counted' &&
      (typeof value === 'number' || (typeof value === 'string' && isCount(value)) || types.isDate(value));
    put(
      copies,
      name.length > MAX_NAME_LENGTH ? this.#text(name).slice(0, MAX_NAME_LENGTH) : name,
      this.copy(value, verdict !== 'harmless' && !isCounted),
    );
  }
}

const MIN_CARD_NUMBER = 1e12;
const MAX_READ_TEXT = 32_768;
const MAX_NAME_LENGTH = 200;
const NONE: readonly string[] = [];
const ERROR_MEMBERS = ['name', 'message', 'stack', 'cause', 'code', 'errors'];

// `__proto__` must become a member, not the prototype.
function put(copies: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(copies, name, { value, enumerable: true, configurable: true, writable: true });
  else copies[name] = value;
}

function dateText(date: Date): string {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? 'Invalid Date' : Date.prototype.toISOString.call(date);
}

// Undefined for objects without a class, such as Object.create({ … }).
function classOf(prototype: unknown): string | undefined {
  if (prototype === null || typeof prototype !== 'object' || types.isProxy(prototype)) return undefined;
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof constructor !== 'function' || types.isProxy(constructor)) return undefined;
  const name: unknown = Object.getOwnPropertyDescriptor(constructor, 'name')?.value;
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_LENGTH) : '[anonymous]';
}
