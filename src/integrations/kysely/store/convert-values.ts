import { UnprocessableContentError } from '../../../core/http/errors.ts';
import type { StoreField } from '../../../features/resources/stores/resource-store.ts';

/** How a time is stored. */
export type DateStorage = 'text' | 'milliseconds' | 'seconds' | 'timestamp';

type Convert = (value: unknown) => unknown;

/** An item's value as it is stored. */
export function encoderOf({ name, kind, format }: StoreField, storage: DateStorage, type: string | undefined): Convert {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (kind === 'json') return (value) => storableJson(JSON.stringify(value), pointer);
  if (kind === 'boolean') return type === 'bool' ? (value) => value : (value) => (value === true ? 1 : 0);
  if (kind === 'string') return (value) => (typeof value === 'string' ? storable(value, pointer) : value);
  if (kind !== 'date') return (value) => value;
  const encode = timeEncoder(format, storage);
  return (value) => {
    const time = value instanceof Date ? value.getTime() : Date.parse(String(value));
    if (!(time >= FIRST && time <= LAST)) throw unstorable(pointer, 'Must be a date between the years 1 and 9999');
    return encode(time);
  };
}

/**
 * The stored value as an item has it.
 * @param type what PostgreSQL says the column is; undefined on SQLite
 */
export function decoderOf(
  { kind, format }: StoreField,
  storage: DateStorage,
  type: string | undefined,
): Convert | undefined {
  if (kind === 'boolean') return type === 'bool' ? undefined : Boolean;
  if (kind === 'json') return type === 'json' || type === 'jsonb' ? undefined : (value) => JSON.parse(value as string);
  // PostgreSQL's drivers give int8 and numeric as text, so that nothing is lost.
  if (kind === 'integer' || kind === 'number') return type === undefined ? undefined : Number;
  if (kind !== 'date' || storage === 'text') return undefined;
  const day = format === 'date';
  const scale = storage === 'seconds' ? 1000 : 1;
  return (value) => {
    if (day && type === 'date') return value;
    const time =
      value instanceof Date ? value : new Date(storage === 'timestamp' ? String(value) : Number(value) * scale);
    return day ? time.toISOString().slice(0, 10) : time.toISOString();
  };
}

/** A time in milliseconds as its column compares and stores it. */
export function timeEncoder(format: string | undefined, storage: DateStorage): (time: number) => unknown {
  if (storage === 'milliseconds') return (time) => time;
  if (storage === 'seconds') return (time) => time / 1000;
  const [before, after] = storage === 'text' ? ['', '~'] : ['-infinity', 'infinity'];
  return (time) => {
    // ISO 8601 writes years beyond four digits with a sign, which sorts wrongly; rows have none of them.
    if (time < FIRST || time > LAST) return time < FIRST ? before : after;
    const text = new Date(time).toISOString();
    // A day sorts right before the first of its moments.
    return format === 'date' && text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  };
}

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

// PostgreSQL refuses both with an error that names no field; SQLite would cut the text, or store what is no text.
function storable(text: string, pointer: string): string {
  if (text.includes('\0')) throw unstorable(pointer, 'Must not hold the character U+0000');
  if (!text.isWellFormed()) throw unstorable(pointer, 'Must not hold half a surrogate pair');
  return text;
}

function storableJson(text: string, pointer: string): string {
  if (UNSTORABLE_ESCAPE.test(text)) throw unstorable(pointer, 'Must not hold U+0000 or half a surrogate pair');
  return text;
}

// JSON.stringify writes these two, and only them, as such escapes; a backslash before one makes it plain text.
const UNSTORABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

function unstorable(pointer: string, detail: string): UnprocessableContentError {
  return new UnprocessableContentError([{ pointer, detail, code: 'unstorable' }]);
}
