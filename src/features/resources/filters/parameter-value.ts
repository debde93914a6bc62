import type { FilterScalar } from './filter-tree.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import type { FieldKind } from '../stores/resource-store.ts';

/** A value that a parameter cannot have; the message goes on after the parameter's name. */
export class ParameterValueError extends Error {}

/** What a filter has to know of the field at a path. */
export interface FilterField {
  readonly kind: FieldKind;
  /** For a link: the identifier behind an IRI or an identifier, undefined when it can be neither. */
  readonly toId?: ((text: string, origin: string) => FilterScalar | undefined) | undefined;
}

/**
 * Reads text as what the field holds.
 * @param origin of the request, which absolute IRIs begin with
 * @throws {ParameterValueError}
 */
export function parseScalar(text: string, { kind, toId }: FilterField, origin = ''): FilterScalar {
  if (toId) {
    const id = toId(text, origin);
    if (id === undefined) throw new ParameterValueError('must be the IRI or the identifier of an item');
    return id;
  }
  if (kind === 'boolean') return parseBoolean(text);
  if (kind === 'date') return parseDate(text);
  if (kind === 'integer' || kind === 'number') return parseNumber(text, kind);
  // A NUL byte is text to us, and an error to databases.
  if (text.includes('\0')) throw new ParameterValueError('must not have a NUL byte in it');
  return text;
}

/** Text as a number, in decimal digits alone. @throws {ParameterValueError} */
export function parseNumber(text: string, kind: 'integer' | 'number'): number {
  const value = (kind === 'integer' ? WHOLE : DECIMAL).test(text) ? Number(text) : NaN;
  if (kind === 'integer' ? !Number.isSafeInteger(value) : !Number.isFinite(value))
    throw new ParameterValueError(`must be ${kind === 'integer' ? 'a whole number' : 'a number'}, such as 12`);
  return value + 0; // -0 is 0
}

/** Text as true or false. @throws {ParameterValueError} */
export function parseBoolean(text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new ParameterValueError('must be "true" or "false"');
}

/** Text as a moment, in ISO 8601 as `Date` writes it. @throws {ParameterValueError} */
export function parseDate(value: string): string {
  // In a query a plus sign arrives as a space.
  const text = value.replace(/ (\d\d:?\d\d)$/, '+$1');
  const time = ISO_8601.test(text)
    ? Date.parse(/[Zz]|[+-]\d\d:?\d\d$/.test(text.slice(10)) || text.length === 10 ? text : `${text}Z`)
    : NaN;
  if (Number.isNaN(time)) throw new ParameterValueError('must be a date, such as 2026-01-31 or 2026-01-31T12:00:00Z');
  return new Date(time).toISOString();
}

/** What one value of a field looks like in a query, for documents. */
export function schemaOfKind(kind: FieldKind): JsonSchema {
  if (kind === 'date') return { type: 'string', pattern: ISO_8601.source };
  return kind === 'json' ? {} : { type: kind };
}

const WHOLE = /^[+-]?\d{1,16}$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
// A date, or a date and time with or without its offset; without one it is UTC.
const ISO_8601 = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
