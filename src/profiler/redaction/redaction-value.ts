import { types } from 'node:util';
import { MASK } from '../../core/http/sensitive.ts';
import { hasOauthParameter } from '../../core/http/redact-query.ts';
import type { Sensitivity } from '../../core/http/sensitive.ts';
import { isNameKey, isValueKey, sensitivityOfGivenName } from './redaction-name-value.ts';
import { isBit, isCount } from '../../core/redaction/secret-names.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';
import type { TextRedactor } from './redaction-text.ts';

/** How much of a value is taken over. */
export interface ValueBounds {
  readonly depth: number;
  /** Entries of one list or object. */
  readonly breadth: number;
  /** Entries in all. */
  readonly entries: number;
  /** Characters of one text, and of all. */
  readonly text: number;
  readonly total: number;
}

export const VALUE_BOUNDS: ValueBounds = { depth: 12, breadth: 200, entries: 5_000, text: 8_192, total: 65_536 };

/**
 * Copies any value as plain data without its secrets: first redacted, then pruned. Whatever it is, it ends, it does not
 * throw, and it changes nothing; a proxy is not even touched.
 */
export function redactValue(value: unknown, names: SecretNames, texts: TextRedactor, bounds = VALUE_BOUNDS): unknown {
  return new ValueCopy(names, texts, bounds).copy(value, false);
}

class ValueCopy {
  readonly #names: SecretNames;
  readonly #texts: TextRedactor;
  readonly #bounds: ValueBounds;
  readonly #above: object[] = [];
  #entries: number;
  #room: number;

  constructor(names: SecretNames, texts: TextRedactor, bounds: ValueBounds) {
    this.#names = names;
    this.#texts = texts;
    this.#bounds = bounds;
    this.#entries = bounds.entries;
    this.#room = bounds.total;
  }

  copy(value: unknown, secret: boolean): unknown {
    switch (typeof value) {
      case 'string':
        return secret ? (isBit(value) ? value : MASK) : this.#text(value);
      case 'number':
        if (secret) return MASK;
        if (!Number.isFinite(value)) return String(value);
        return value > SMALLEST_CARD && this.#texts.redact(String(value)) === MASK ? MASK : value;
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
    // Beyond this nothing is kept, so there is nothing to redact but what may begin before and end behind the cut.
    const whole = value.length > LONGEST_LOOKED_AT ? value.slice(0, LONGEST_LOOKED_AT) : value;
    const redacted = this.#texts.redact(whole);
    const most = Math.min(this.#bounds.text, this.#room);
    this.#room -= Math.min(redacted.length, most);
    if (redacted.length <= most) return redacted;
    return `${redacted.slice(0, most).toWellFormed()}… (${value.length} characters)`;
  }

  #guarded(value: object, secret: boolean): unknown {
    if (types.isProxy(value)) return '[proxy]';
    if (this.#above.includes(value)) return '[circular]';
    if (this.#above.length >= this.#bounds.depth) return Array.isArray(value) ? '[array]' : '[object]';
    this.#above.push(value);
    try {
      return this.#object(value, secret);
    } catch {
      return '[unreadable]';
    } finally {
      this.#above.pop();
    }
  }

  #object(value: object, secret: boolean): unknown {
    if (Array.isArray(value)) return this.#list(Array.prototype.values.call(value), value.length, secret);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return this.#members(value, undefined, secret);
    if (types.isDate(value)) return secret ? MASK : dateText(value);
    if (types.isMap(value)) return this.#map(value, secret);
    if (types.isSet(value)) return this.#list(Set.prototype.values.call(value), value.size, secret);
    if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return `[${value.byteLength} bytes]`;
    if (types.isBoxedPrimitive(value)) return '[boxed]';
    if (types.isRegExp(value) || types.isPromise(value)) return `[${types.isRegExp(value) ? 'pattern' : 'promise'}]`;
    // What a URL holds is in no property of its own.
    if (value instanceof URL || value instanceof URLSearchParams) return secret ? MASK : this.#text(String(value));
    return this.#members(value, classOf(prototype), secret, types.isNativeError(value) ? OF_ERRORS : undefined);
  }

  #list(values: Iterable<unknown>, size: number, secret: boolean): unknown[] {
    const copies: unknown[] = [];
    for (const value of values) {
      if (copies.length >= this.#bounds.breadth || this.#entries-- <= 0) {
        copies.push(`… ${size - copies.length} more`);
        break;
      }
      copies.push(this.copy(value, secret));
    }
    return copies;
  }

  #map(map: ReadonlyMap<unknown, unknown>, secret: boolean): unknown {
    const copies: Record<string, unknown> = {};
    let count = 0;
    for (const [key, value] of Map.prototype.entries.call(map) as Iterable<[unknown, unknown]>) {
      if (count++ >= this.#bounds.breadth || this.#entries-- <= 0) {
        put(copies, '…', `${map.size - count + 1} more`);
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
    const named = verdictOnValues(value, keys, this.#names);
    for (const key of keys) {
      if (count++ >= this.#bounds.breadth || this.#entries-- <= 0) {
        put(copies, '…', `${keys.length - count + 1} more`);
        break;
      }
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property === undefined) continue;
      // A getter is code of whoever made the value; it may do anything.
      // The stack of an error is one too, but V8's own.
      if ('value' in property || hidden !== NONE)
        this.#member(
          copies,
          key,
          'value' in property ? property.value : Reflect.get(value, key),
          secret,
          isValueKey(key) ? named : key === 'code' && hasOauthParameter(keys) ? 'secret' : 'harmless',
        );
      else put(copies, key.length > LONGEST_NAME ? key.slice(0, LONGEST_NAME) : key, '[getter]');
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
    const spared =
      verdict === 'counted' &&
      (typeof value === 'number' || (typeof value === 'string' && isCount(value)) || types.isDate(value));
    put(
      copies,
      name.length > LONGEST_NAME ? this.#text(name).slice(0, LONGEST_NAME) : name,
      this.copy(value, verdict !== 'harmless' && !spared),
    );
  }
}

/** What a member such as `name: 'password'` says of the member `value` beside it. */
export function verdictOnValues(value: object, keys: readonly string[], names: SecretNames): Sensitivity {
  if (!keys.some(isValueKey)) return 'harmless';
  for (const key of keys) {
    if (!isNameKey(key)) continue;
    const name: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
    const verdict = typeof name === 'string' ? sensitivityOfGivenName(name, names) : 'harmless';
    if (verdict !== 'harmless') return verdict;
  }
  return 'harmless';
}

const SMALLEST_CARD = 1e12;
const LONGEST_LOOKED_AT = 32_768;
const LONGEST_NAME = 200;
const NONE: readonly string[] = [];
const OF_ERRORS = ['name', 'message', 'stack', 'cause', 'code', 'errors'];

// `__proto__` must stay a name.
function put(copies: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(copies, name, { value, enumerable: true, configurable: true, writable: true });
  else copies[name] = value;
}

function dateText(date: Date): string {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? 'Invalid Date' : Date.prototype.toISOString.call(date);
}

// Undefined for objects without a class, such as Object.create({ … }): they have nothing to be named after.
function classOf(prototype: unknown): string | undefined {
  if (prototype === null || typeof prototype !== 'object' || types.isProxy(prototype)) return undefined;
  const maker: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof maker !== 'function' || types.isProxy(maker)) return undefined;
  const name: unknown = Object.getOwnPropertyDescriptor(maker, 'name')?.value;
  return typeof name === 'string' && name !== '' ? name.slice(0, LONGEST_NAME) : '[anonymous]';
}
