import type { FieldKind } from '../../features/resources/declare/resource-store.ts';

/** Returns the type of the elements of an array, such as `int8` of `int8[]`; undefined for other types. */
export function elementType(type: string | undefined): string | undefined {
  return type?.endsWith('[]') === true ? type.slice(0, -2) : undefined;
}

/**
 * Returns the selected expression of an array, which is a JSON list. Drivers parse the arrays of some types only. Numbers are
 * text, so that no digits are lost.
 */
export function arraySelection(elements: FieldKind | undefined): (column: string) => string {
  const isText = TEXTS.has(elements);
  return (column) => `to_jsonb(${column}${isText ? '::text[]' : ''})`;
}

const TEXTS: ReadonlySet<FieldKind | undefined> = new Set(['integer', 'number', 'decimal', 'string']);

/**
 * Returns a function that converts the elements of a selected array.
 *
 * @param type the type of the elements
 * @param decode converts one element
 */
export function arrayDecoder(
  elements: FieldKind | undefined,
  type: string,
  decode: ((value: unknown) => unknown) | undefined,
): (value: unknown) => unknown {
  const convert =
    elements === 'date' ? (value: unknown) => toTime(value, type) : elements === 'json' ? undefined : decode;
  return (value) => {
    if (!Array.isArray(value) || convert === undefined) return value;
    return value.map((element: unknown) => (element === null ? null : convert(element)));
  };
}

/** Writes the text of an array. @param type the type of its elements */
export function arrayText(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((element: unknown) => elementText(element, type)).join(',')}}`;
}

function elementText(value: unknown, type: string): string {
  if (value === null || value === undefined) return 'null';
  if (type === 'json' || type === 'jsonb') return quoted(JSON.stringify(value));
  if (Array.isArray(value)) return arrayText(value, type)!;
  return quoted(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function toTime(value: unknown, type: string): string | null {
  const text = String(value);
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? text : null;
  const time = new Date(type === 'timestamp' ? `${text}Z` : text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
