import { JSON } from 'oriel-core/builtins';

/** Spans or log records of OTLP as JSON, separated by commas. */
export interface JsonEntries {
  readonly text: string;
  readonly count: number;
}

/**
 * Returns the attributes of an object as OTLP in JSON, which is written without an object for each attribute: a request has some 60.
 * Members that are undefined are omitted, objects are written as JSON, long texts are truncated, and only the first 64 attributes
 * are kept.
 */
export function attributesToJson(values: Readonly<Record<string, unknown>>): string {
  let text = '';
  let count = 0;
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (value === undefined || value === null) continue;
    if (count === MAX_ATTRIBUTES) break;
    text += `${count++ === 0 ? '' : ','}${keyToJson(key)}${valueToJson(value)}}`;
  }
  return `[${text}]`;
}

// Few different names are used, so their texts are kept.
function keyToJson(key: string): string {
  const known = KEYS.get(key);
  if (known !== undefined) return known;
  const text = ['{"key":', quote(key.slice(0, MAX_NAME_LENGTH)), ',"value":'].join('');
  if (KEYS.size >= MAX_KEYS) KEYS.clear();
  if (key.length <= MAX_NAME_LENGTH) KEYS.set(key, text);
  return text;
}

// OTLP as JSON writes integers of 64 bits as texts.
function valueToJson(value: unknown): string {
  if (typeof value === 'string') return `{"stringValue":${quote(value)}}`;
  if (typeof value === 'boolean') return `{"boolValue":${value}}`;
  if (typeof value !== 'number') return `{"stringValue":${quote(JSON.stringify(value) ?? '')}}`;
  if (Number.isSafeInteger(value)) return `{"intValue":"${value}"}`;
  return Number.isFinite(value) ? `{"doubleValue":${value}}` : `{"stringValue":"${value}"}`;
}

/**
 * Returns a text as JSON, truncated if it is too long for an attribute. Halves of surrogate pairs are replaced, because they cannot
 * be encoded.
 */
export function quote(text: string): string {
  return JSON.stringify((text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`).toWellFormed());
}

/**
 * Returns a time in nanoseconds since the epoch, which a number cannot represent.
 *
 * @param origin milliseconds since the epoch
 * @param offset milliseconds since then
 */
export function toNanoseconds(origin: number, offset: number): string {
  const nanoseconds = offset > 0 ? Math.round(Math.min(offset, MAX_OFFSET) * 1_000_000) : 0;
  const milliseconds = Math.round(origin) + Math.floor(nanoseconds / 1_000_000);
  const rest = (milliseconds % 1_000) * 1_000_000 + (nanoseconds % 1_000_000);
  return `${Math.floor(milliseconds / 1_000)}${String(rest).padStart(9, '0')}`;
}

const KEYS = new Map<string, string>();
const MAX_KEYS = 1_000;
const MAX_ATTRIBUTES = 64;
const MAX_NAME_LENGTH = 200;
const MAX_TEXT_LENGTH = 4_096;
// A hundred days. An invalid time would make the collector refuse the whole batch.
const MAX_OFFSET = 8_640_000_000;
