import { canonicalDecimal } from '../../features/resources/declare/filters/decimal.ts';
import { UnprocessableContentError } from 'oriel-core/http';
import { createPointer } from '../../http/json.ts';
import type { StoreField } from '../../features/resources/declare/resource-store.ts';
import { message } from 'oriel-core/messages';
import { arrayDecoder, arrayText, elementType } from './postgres-arrays.ts';
import { NUMBERS, isNumber } from './postgres-forms.ts';
import type { Message } from 'oriel-core/messages';

/** How a time is stored. */
export type DateStorage = 'text' | 'milliseconds' | 'seconds' | 'timestamp' | 'offset';

type Convert = (value: unknown) => unknown;

/** Returns a function that converts the value of an item to the stored value. */
export function getEncoder(
  { name, kind, format }: StoreField,
  storage: DateStorage,
  type: string | undefined,
): Convert {
  const pointer = createPointer(name);
  const element = elementType(type);
  if (kind === 'json')
    return (value) => {
      const json = storableJson(JSON.stringify(value), pointer);
      if (element !== undefined && NUMBERS.has(element) && !areNumbers(value, element))
        throw unstorable(pointer, message('member.not-storable'));
      return element === undefined ? json : arrayText(value, element);
    };
  if (kind === 'boolean') return type === 'bool' ? (value) => value : (value) => (value === true ? 1 : 0);
  if (kind === 'decimal' && type === undefined)
    return (value) => {
      const found = format === 'int64' ? toInt64(value) : canonicalDecimal(value) && String(value);
      if (found === undefined && value !== null) throw unstorable(pointer, message('member.not-storable'));
      return found;
    };
  if (kind === 'string' || kind === 'decimal')
    return (value) => {
      if (typeof value !== 'string') return value;
      if (type !== undefined && NUMBERS.has(type) && !isNumber(value, type))
        throw unstorable(pointer, message('member.not-storable'));
      return storable(value, pointer);
    };
  if (kind !== 'date') {
    const isStorable = NUMBER_RANGES[type ?? ''] ?? (kind === 'integer' ? Number.isSafeInteger : Number.isFinite);
    return (value) => {
      if (typeof value === 'number' && !isStorable(value)) throw unstorable(pointer, message('member.not-storable'));
      return value;
    };
  }
  const encode = timeEncoder(format, storage);
  return (value) => {
    const time = value instanceof Date ? value.getTime() : Date.parse(String(value));
    if (!(time >= FIRST && time <= LAST)) throw unstorable(pointer, message('member.not-a-date'));
    return encode(time);
  };
}

/**
 * Returns a function that converts a stored value to the value of an item; undefined if they are equal.
 *
 * @param type the type of the column in PostgreSQL; undefined on SQLite
 */
export function getDecoder(
  { kind, format, elements }: StoreField,
  storage: DateStorage,
  type: string | undefined,
): Convert | undefined {
  const element = elementType(type);
  if (kind === 'json' && element !== undefined) {
    const convert = elements === 'integer' ? integer : elements === 'number' ? number : undefined;
    return arrayDecoder(elements, element, convert);
  }
  if (kind === 'boolean') return type === 'bool' ? undefined : Boolean;
  if (kind === 'json') return type === 'json' || type === 'jsonb' ? undefined : parsedJson;
  if (kind === 'integer') return integer;
  if (kind === 'number') return number;
  // Columns of SQLite may contain values of any type.
  if (kind === 'string' || kind === 'decimal') return type === undefined ? text : undefined;
  if (kind !== 'date' || storage === 'text') return undefined;
  const day = format === 'date';
  if (storage === 'timestamp') return (value) => postgresTime(String(value), day);
  const scale = storage === 'seconds' ? 1000 : 1;
  return (value) => {
    const time = new Date(storage === 'offset' ? String(value) : Math.round(Number(value) * scale));
    if (Number.isNaN(time.getTime())) return null;
    return day ? time.toISOString().slice(0, 10) : time.toISOString();
  };
}

const NUMBER_RANGES: Readonly<Record<string, (value: number) => boolean>> = {
  int2: (value) => Number.isInteger(value) && value >= -(2 ** 15) && value < 2 ** 15,
  int4: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  int8: Number.isSafeInteger,
  float4: (value) => Number.isFinite(Math.fround(value)),
};

function areNumbers(value: unknown, type: string): boolean {
  if (Array.isArray(value)) return value.every((element) => areNumbers(element, type));
  return value === null || isNumber(String(value), type);
}

// Drivers return int8 and numeric as text, so that no digits are lost. It stays text if a number would lose some.
function integer(value: unknown): number | string | null {
  const found = number(value);
  if (!Number.isInteger(found) || Number.isSafeInteger(found)) return found;
  // better-sqlite3 returns rounded numbers.
  const digits = String(typeof value === 'number' ? BigInt(value) : value);
  return INTEGER.test(digits) ? digits : null;
}

const INTEGER = /^-?\d+$/;

/** Returns an integer with 64 bits; undefined for other values. */
export function toInt64(value: unknown): bigint | undefined {
  const text = canonicalDecimal(value);
  return text !== undefined && isNumber(text, 'int8') ? BigInt(text) : undefined;
}

// JSON has neither NaN nor infinity. A numeric column of SQLite may contain any text, and bytes.
function number(value: unknown): number | string | null {
  const found = Number(value);
  if (value === '' || (typeof value === 'string' && value !== 'NaN' && Number.isNaN(found))) return value;
  if (!Number.isFinite(found) || ArrayBuffer.isView(value)) return null;
  return typeof value !== 'string' || isExact(value, found) ? found : value;
}

// 15 digits are always exact. A double contains some larger integers exactly, and writes them with other digits.
function isExact(text: string, found: number): boolean {
  if (text.length <= 15 || canonicalDecimal(text) === canonicalDecimal(found)) return true;
  return INTEGER.test(text) && Number.isInteger(found) && BigInt(text) === BigInt(found);
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
}

function parsedJson(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return null;
  }
}

// ISO 8601 has no infinity, so it is null. Years that do not have four digits have a sign and six digits.
function postgresTime(text: string, day: boolean): string | null {
  const [, digits, date, time = '00:00:00.000', era] = POSTGRES_TIME.exec(text) ?? [];
  if (digits === undefined) return null;
  const year = era === 'BC' ? 1 - Number(digits) : Number(digits);
  const isPlain = year >= 0 && year <= 9999;
  const start = isPlain
    ? String(year).padStart(4, '0')
    : (year < 0 ? '-' : '+') + String(Math.abs(year)).padStart(6, '0');
  return day ? start + date : `${start}${date}T${time}Z`;
}

const POSTGRES_TIME = /^(\d{4,7})(-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d\.\d{3})\d{3}Z)?(?: (AD|BC))?$/;

/** Returns a function that converts a time in milliseconds to the value that its column stores and compares. */
export function timeEncoder(format: string | undefined, storage: DateStorage): (time: number) => unknown {
  if (storage === 'milliseconds') return (time) => time;
  if (storage === 'seconds') return (time) => time / 1000;
  const [before, after] = storage === 'text' || storage === 'offset' ? ['', '~'] : ['-infinity', 'infinity'];
  return (time) => {
    // ISO 8601 writes years with more than four digits with a sign, which sorts incorrectly. Rows have no such years.
    if (time < FIRST || time > LAST + 1) return time < FIRST ? before : after;
    // The end of the last millisecond. PostgreSQL has no sign before a year.
    if (time > LAST) return storage === 'timestamp' ? '10000-01-01T00:00:00Z' : after;
    const text = new Date(time).toISOString();
    if (storage === 'offset') return text.replace('Z', '+00:00');
    // A day sorts directly before its first millisecond. PostgreSQL would read it in the time zone of the session.
    const isDay = format === 'date' && storage === 'text' && text.endsWith('T00:00:00.000Z');
    return isDay ? text.slice(0, 10) : text;
  };
}

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

// PostgreSQL rejects both with an error that names no field. SQLite would truncate the text or store invalid UTF-8.
function storable(text: string, pointer: string): string {
  if (text.includes('\0')) throw unstorable(pointer, message('member.nul-character'));
  if (!text.isWellFormed()) throw unstorable(pointer, message('member.surrogate'));
  return text;
}

function storableJson(text: string, pointer: string): string {
  if (UNSTORABLE_ESCAPE.test(text)) throw unstorable(pointer, message('member.nul-character-or-surrogate'));
  return text;
}

// JSON.stringify writes only these characters as such escapes. After an escaped backslash it is plain text.
const UNSTORABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

function unstorable(pointer: string, detail: Message): UnprocessableContentError {
  return new UnprocessableContentError([{ pointer, detail, code: 'unstorable' }]);
}
