import { types } from 'node:util';
import { Date, URLSearchParams } from 'oriel-core/builtins';
import { ownElements, tryRead } from 'oriel-core/errors';
import { isMasked, MASK } from 'oriel-core/redaction';
import type { SecretNames } from 'oriel-core/redaction';
import { hasProxy } from 'oriel-core/trace';
import type { PlainRules } from '../is-plain-json.ts';
import { HREF_OF_URL, SIZE_OF_MAP, SIZE_OF_SET, isReadOfError, readClassName } from './built-in-getters.ts';
import { NO_CONTEXT, enterMember, enterObject, isSecretDocument } from './name-context.ts';
import type { Context, ReadMember } from './name-context.ts';

/** What redacts the values of names, the texts in a value, and the parameters of SQL statements. */
export interface ValueRules extends PlainRules {
  readonly names: SecretNames;
  readonly text: (text: string) => string;
  readonly sqlParameters: (sql: string, parameters: readonly unknown[]) => unknown;
}

/** How much of a value is copied. */
interface ValueBounds {
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

const WITHOUT_BOUNDS: ValueBounds = {
  depth: 500,
  breadth: Infinity,
  entries: Infinity,
  text: Infinity,
  total: Infinity,
};

/**
 * Copies any value as plain data without its secrets. It never throws, runs in bounded time, and neither changes the value nor touches
 * a proxy or a getter. Texts are redacted before they are truncated.
 */
export function redactValue(value: unknown, rules: ValueRules, bounds = VALUE_BOUNDS): unknown {
  return new RedactedCopy(rules, bounds).copy(value, NO_CONTEXT);
}

/**
 * Returns a copy of parsed JSON with all of its members, or undefined if nothing in it is a secret.
 *
 * @param masksTexts whether the value is a part of a document of references with a secret name
 */
export function redactParsed(value: unknown, rules: ValueRules, masksTexts = false): { copy: unknown } | undefined {
  const redacted = new RedactedCopy(rules, WITHOUT_BOUNDS);
  const copy = redacted.copy(value, { ...NO_CONTEXT, masksTexts });
  return redacted.isChanged ? { copy } : undefined;
}

/** Masks the secrets in a value while it is copied. A context is what a value inherits from the values around it. */
class RedactedCopy {
  isChanged = false;
  readonly #rules: ValueRules;
  readonly #bounds: ValueBounds;
  readonly #ancestors: object[] = [];
  /** Whether the value is parsed JSON, which has no getters and is copied completely. */
  readonly #isParsed: boolean;
  #entries: number;
  #remainingText: number;

  constructor(rules: ValueRules, bounds: ValueBounds) {
    this.#rules = rules;
    this.#bounds = bounds;
    this.#isParsed = bounds === WITHOUT_BOUNDS;
    this.#entries = bounds.entries;
    this.#remainingText = bounds.total;
  }

  copy(value: unknown, context: Context): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value, context);
      case 'number':
        return Number.isFinite(value) ? this.#number(value, context) : String(value);
      case 'bigint':
        return this.#number(value, context) === MASK ? MASK : `${value}n`;
      case 'symbol':
        return context.inherited === 'secret' ? MASK : this.#text(String(value), context);
      case 'function':
        return '[function]';
      case 'object':
        return value === null ? null : this.#guarded(value, context);
      default:
        return value;
    }
  }

  #text(value: string, { inherited, masksTexts }: Context): string {
    // Later text is not kept. The limit is above that of the copy, because a secret may extend beyond the cut.
    const read = value.length > this.#bounds.text * 4 ? value.slice(0, this.#bounds.text * 4) : value;
    const redacted = isMasked(masksTexts ? 'secret' : inherited, read) ? MASK : this.#rules.text(read);
    if (redacted !== read) this.isChanged = true;
    const most = Math.min(this.#bounds.text, this.#remainingText);
    this.#remainingText -= Math.min(redacted.length, most);
    if (redacted.length <= most) return redacted;
    return `${redacted.slice(0, most).toWellFormed()}… (${value.length} characters)`;
  }

  #number(value: number | bigint, { inherited }: Context): string | number | bigint {
    const isSecret =
      isMasked(inherited, value) || (value > MIN_CARD_NUMBER && this.#rules.text(String(value)) !== String(value));
    if (isSecret) this.isChanged = true;
    return isSecret ? MASK : value;
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
    if (types.isDate(value)) return context.inherited === 'secret' ? MASK : formatDate(value);
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

  #list(values: Iterable<unknown>, list: readonly unknown[] | undefined, size: number, outer: Context): unknown[] {
    const masksTexts =
      outer.masksTexts || (this.#isParsed && list !== undefined && isSecretDocument(list, this.#rules.names));
    const context = masksTexts === outer.masksTexts ? outer : { ...outer, masksTexts };
    const isPair = size === 2 && Array.isArray(this.#ancestors.at(-2));
    const copies: unknown[] = [];
    let name = '';
    for (const value of values) {
      if (copies.length >= this.#bounds.breadth || this.#entries-- <= 0) {
        copies.push(`… ${size - copies.length} more`);
        break;
      }
      if (typeof value === 'string') {
        copies.push(this.#text(value, this.#contextOfText(value, name, isPair, context)));
        name = value.length < MAX_NAME_LENGTH ? value : '';
      } else copies.push(this.copy(value, context));
    }
    return copies;
  }

  /** @param name the text before it in the list */
  #contextOfText(text: string, name: string, isPair: boolean, context: Context): Context {
    // Messages about a field are lists of sentences.
    if (context.inherited !== 'harmless')
      return SENTENCE.test(text) ? { ...NO_CONTEXT, masksTexts: context.masksTexts } : context;
    // In a list, only a value that looks random follows a name.
    const sensitivity = name === '' ? 'harmless' : this.#rules.names.classify(name);
    return sensitivity === 'harmless' ? context : { ...context, inherited: isPair ? sensitivity : 'likely' };
  }

  #map(map: ReadonlyMap<unknown, unknown>, outer: Context): unknown {
    const copies: Record<string, unknown> = {};
    const context = enterObject(outer, NONE, () => undefined, this.#rules.names, this.#isParsed);
    let count = 0;
    for (const [key, value] of Map.prototype.entries.call(map) as Iterable<[unknown, unknown]>) {
      if (count++ >= this.#bounds.breadth || this.#entries-- <= 0) {
        put(copies, '…', `${(SIZE_OF_MAP.call(map) as number) - count + 1} more`);
        break;
      }
      const name = typeof key === 'object' || typeof key === 'function' ? `[${typeof key} ${count}]` : String(key);
      const inner = enterMember(context, name, value, this.#rules.names);
      put(copies, this.#name(name, outer), this.copy(value, inner));
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
    const context = enterObject(outer, keys, read, this.#rules.names, this.#isParsed);
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
        const copy =
          this.#parametersOfStatement(key, member, read) ??
          this.copy(member, enterMember(context, key, member, this.#rules.names));
        put(copies, name, copy);
      }
    }
    return copies;
  }

  // ORMs and drivers put the statement and its parameters into their errors and log records.
  #parametersOfStatement(key: string, value: unknown, read: ReadMember): unknown {
    if (!PARAMETERS.has(key) || !Array.isArray(value) || types.isProxy(value)) return undefined;
    const sql = STATEMENTS.map(read).find((text) => typeof text === 'string' && STATEMENT.test(text));
    if (typeof sql !== 'string') return undefined;
    this.isChanged = true;
    return this.#rules.sqlParameters(sql, Array.from(ownElements(value)).slice(0, MAX_PARAMETERS));
  }

  #name(name: string, context: Context): string {
    return name.length > MAX_NAME_LENGTH ? this.#text(name, context).slice(0, MAX_NAME_LENGTH) : name;
  }
}

const NONE: readonly string[] = [];
const ERROR_MEMBERS = ['name', 'message', 'stack', 'cause', 'code', 'errors'];
const PARAMETERS: ReadonlySet<string> = new Set(['parameters', 'params', 'bindings', 'values']);
const STATEMENTS = ['sql', 'query', 'statement', 'text'];
const STATEMENT = /^\s*(?:select|insert|update|delete|with|replace|merge|create|alter)\s/i;
const MAX_PARAMETERS = 500;
/** Smaller numbers are no numbers of cards. */
export const MIN_CARD_NUMBER = 1e12;
const MAX_NAME_LENGTH = 200;
const SENTENCE = /^[A-Z][\w'-]* [^\n ]+ [^\n]*[.!]$/;

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
