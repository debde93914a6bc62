import { canonicalDecimal } from '../declare/filters/decimal.ts';
import type { FilterScalar } from '../declare/filters/filter-tree.ts';
import type { JsonSchema } from './json-schema.ts';
import type { FieldKind } from '../declare/resource-store.ts';
import { message } from 'oriel-core/messages';
import type { ClientText, Message } from 'oriel-core/messages';
import { didYouMean } from 'oriel-core/http';

/** An invalid value of a parameter. The message follows the name of the parameter in a sentence. */
export class ParameterValueError extends Error {
  readonly detail: ClientText;

  constructor(detail: ClientText) {
    super(String(detail));
    this.detail = detail;
  }
}

const UNKNOWN = {
  field: ['parameter.unknown-field', 'parameter.unknown-field-did-you-mean'],
  order: ['parameter.unknown-order', 'parameter.unknown-order-did-you-mean'],
  view: ['parameter.unknown-view', 'parameter.unknown-view-did-you-mean'],
} as const;

/** Describes an unknown name in a value: suggests the most similar known name, or lists all. @param type the type of the item */
export function describeUnknown(
  kind: keyof typeof UNKNOWN,
  unknown: string,
  known: readonly string[],
  type: string = '',
): Message {
  const [code, codeWithName] = UNKNOWN[kind] as (typeof UNKNOWN)['field'];
  const meant = didYouMean(unknown, known);
  const name = unknown.slice(0, 100).toWellFormed();
  return meant === undefined
    ? message(code, { name, type, names: known.join(', ') })
    : message(codeWithName, { name, type, meant });
}

export interface FilterField {
  readonly kind: FieldKind;
  /** The JSON Schema format of a string. */
  readonly format?: string | undefined;
  /** For a link: returns the identifier of an IRI or identifier; undefined for other text. */
  readonly toId?: ((text: string, origin: string) => FilterScalar | undefined) | undefined;
}

/** Parses the value of a field; absolute IRIs start with `origin`. @throws {ParameterValueError} if it is invalid */
export function parseScalar(text: string, { kind, toId }: FilterField, origin = ''): FilterScalar {
  if (toId) {
    const id = toId(text, origin);
    if (id === undefined) throw new ParameterValueError(message('parameter.not-an-item'));
    return id;
  }
  if (kind === 'boolean') return parseBoolean(text);
  if (kind === 'date') return parseDate(text);
  if (kind === 'integer' || kind === 'number') return parseNumber(text, kind);
  if (kind === 'decimal') {
    const value = canonicalDecimal(text);
    if (value === undefined) throw new ParameterValueError(message('parameter.not-a-number'));
    return value;
  }
  // PostgreSQL rejects NUL bytes in text.
  if (text.includes('\0')) throw new ParameterValueError(message('parameter.nul-character'));
  return text;
}

/** Parses a decimal number. @throws {ParameterValueError} */
export function parseNumber(text: string, kind: 'integer' | 'number'): number {
  const value = (kind === 'integer' ? WHOLE : DECIMAL).test(text) ? Number(text) : NaN;
  if (kind === 'integer' && value > Number.MAX_SAFE_INTEGER)
    throw new ParameterValueError(message('parameter.maximum', { most: Number.MAX_SAFE_INTEGER }));
  if (kind === 'integer' && value < Number.MIN_SAFE_INTEGER)
    throw new ParameterValueError(message('parameter.minimum', { least: Number.MIN_SAFE_INTEGER }));
  if (!Number.isFinite(value))
    throw new ParameterValueError(message(kind === 'integer' ? 'parameter.not-an-integer' : 'parameter.not-a-number'));
  return value + 0; // -0 is 0
}

/** Parses a boolean: true, false, 1 or 0. @throws {ParameterValueError} */
export function parseBoolean(text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new ParameterValueError(message('parameter.not-a-boolean'));
}

/** Parses an ISO 8601 date or time. @returns it as `Date.toISOString()` @throws {ParameterValueError} */
export function parseDate(value: string): string {
  // A plus sign in a query is decoded to a space.
  const text = value.replace(/ (\d\d:?\d\d)$/, '+$1');
  const time = ISO_8601.test(text)
    ? Date.parse(/[Zz]|[+-]\d\d:?\d\d$/.test(text.slice(10)) || text.length === 10 ? text : `${text}Z`)
    : NaN;
  if (Number.isNaN(time) || !isDay(text)) throw new ParameterValueError(message('parameter.not-a-date'));
  return new Date(time).toISOString();
}

// `Date.parse` reads 30 February as 2 March.
function isDay(text: string): boolean {
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}

/** Returns the JSON Schema of a value in a query, for OpenAPI documents. */
export function schemaOfKind({ kind, format }: FilterField): JsonSchema {
  // A fraction is compared with integers as well.
  if (kind === 'decimal') return { type: 'string', format };
  if (kind === 'date') return { type: 'string', pattern: ISO_8601.source };
  return kind === 'json' ? {} : { type: kind };
}

const WHOLE = /^[+-]?\d{1,100}$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
// A date, or a date and time with an optional offset. Without an offset it is UTC.
const ISO_8601 = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
