import { UnprocessableContentError } from '../../core/http/errors.ts';
import type { StoreField } from '../../features/resources/stores/resource-store.ts';
import { message } from '../../core/messages/message.ts';
import type { Message } from '../../core/messages/message.ts';

/** How a time is stored. */
export type DateStorage = 'text' | 'milliseconds' | 'seconds' | 'timestamp' | 'offset';

type Convert = (value: unknown) => unknown;

/** Returns a function that converts the value of an item to the stored value. */
export function encoderOf({ name, kind, format }: StoreField, storage: DateStorage, type: string | undefined): Convert {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (kind === 'json') return (value) => storableJson(JSON.stringify(value), pointer);
  if (kind === 'boolean') return type === 'bool' ? (value) => value : (value) => (value === true ? 1 : 0);
  if (kind === 'string') return (value) => (typeof value === 'string' ? storable(value, pointer) : value);
  if (kind !== 'date') return (value) => value;
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
export function decoderOf(
  { kind, format }: StoreField,
  storage: DateStorage,
  type: string | undefined,
): Convert | undefined {
  if (kind === 'boolean') return type === 'bool' ? undefined : Boolean;
  if (kind === 'json') return type === 'json' || type === 'jsonb' ? undefined : (value) => JSON.parse(value as string);
  // PostgreSQL drivers return int8 and numeric as strings, so that no digits are lost.
  if (kind === 'integer' || kind === 'number') return type === undefined ? undefined : Number;
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
