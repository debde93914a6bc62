import type { FieldKind, StoreField } from '../../features/resources/declare/resource-store.ts';
import type { DateStorage } from './convert-values.ts';
import { arraySelection, elementType } from './postgres-arrays.ts';
import { quote } from './sql-dialect.ts';
import type { SqlColumn } from './sql-column.ts';

/** How a database selects and compares a column. */
export type ColumnForms = Pick<
  SqlColumn,
  'whole' | 'isInt64' | 'cast' | 'storedCast' | 'select' | 'exact' | 'text' | 'sort' | 'fits' | 'isText'
>;

/**
 * Returns how PostgreSQL selects and compares a column. Comparisons use the type of the column, so that its index is
 * used.
 */
export function postgresForms({ kind, elements }: StoreField, storage: DateStorage, type = ''): ColumnForms {
  const plain: ColumnForms = {
    whole: kind !== 'string' && kind !== 'decimal' && (kind === 'integer' || WHOLE.has(type)),
    isInt64: (kind === 'string' || kind === 'decimal') && WHOLE.has(type),
    cast: getCast(kind, storage, type),
    storedCast: type === '' ? '' : `?::text::${quote(type)}`,
    select: asItIs,
    exact: asItIs,
    text: byCodePoint,
    sort: asItIs,
    fits: () => true,
    isText: kind === 'string',
  };
  if (kind === 'date') return { ...plain, select: getSelection(type) };
  if (kind === 'json' && elementType(type) !== undefined) return { ...plain, select: arraySelection(elements) };
  if (kind !== 'string' && kind !== 'decimal') return plain;
  if (type === 'text' || type === '') return { ...plain, sort: byCodePoint };
  const select = (column: string): string => toText(column, type);
  const text = (column: string): string => byCodePoint(select(column));
  // Exact numbers, which are compared and sorted as numbers.
  if (NUMBERS.has(type))
    return { ...plain, select, text, fits: (value) => isNumber(String(value), type), isText: false };
  // A month has 30 days and a day 24 hours, as PostgreSQL compares them.
  if (type === 'interval') return { ...plain, select, text, fits: isInterval, isText: false };
  // The bytes of a UUID sort like its text.
  if (type === 'uuid') return { ...plain, text, fits: isUuid };
  return { ...plain, select, exact: select, text, sort: text };
}

/** Numeric types. */
export const NUMBERS: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']);

const WHOLE: ReadonlySet<string> = new Set(['int2', 'int4', 'int8']);

export const asItIs = (column: string): string => column;
const byCodePoint = (column: string): string => `${column} collate "C"`;

function getCast(kind: FieldKind, storage: DateStorage, type: string): string {
  if (WHOLE.has(type) && kind !== 'date') return '?::int8';
  if (type === 'numeric') return '?::numeric';
  if (type === 'float4') return '?::float4';
  if (NUMBERS.has(type)) return '?::float8';
  if (type === 'uuid') return '?::uuid';
  if (type === 'interval') return '?::interval';
  if (kind === 'boolean') return '?::boolean';
  if (kind !== 'date' || storage !== 'timestamp') return '';
  // Days and times without a zone are UTC, whatever the time zone of the server.
  return type === 'timestamptz' ? '?::timestamptz' : "(?::timestamptz at time zone 'UTC')";
}

// As text, because a Date has no microseconds, infinity or zone of its own. There is no format of infinity.
function getSelection(type: string): SqlColumn['select'] {
  if (type === 'date') return (column) => `${column}::text`;
  if (type === 'timestamptz')
    return (column) => `coalesce(to_char(${column} at time zone 'UTC', ${FORMAT}), ${column}::text)`;
  return type === 'timestamp' ? (column) => `coalesce(to_char(${column}, ${FORMAT}), ${column}::text)` : asItIs;
}

const FORMAT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z" AD'`;

// As PostgreSQL writes intervals, or as ISO 8601 does.
function isInterval(operand: unknown): boolean {
  return INTERVAL.test(String(operand)) || ISO_INTERVAL.test(String(operand));
}

const INTERVAL =
  /^(?=[-+\d])(?:[-+]?\d{1,9} years? ?)?(?:[-+]?\d{1,9} mons? ?)?(?:[-+]?\d{1,9} days? ?)?(?:[-+]?\d{1,9}:\d\d(?::\d\d(?:\.\d{1,6})?)?)?$/;
const ISO_INTERVAL =
  /^P(?=[-\dT])(?:-?\d{1,6}Y)?(?:-?\d{1,6}M)?(?:-?\d{1,6}W)?(?:-?\d{1,6}D)?(?:T(?=[-\d])(?:-?\d{1,8}H)?(?:-?\d{1,8}M)?(?:-?\d{1,8}(?:\.\d{1,6})?S)?)?$/;

function isUuid(operand: unknown): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(operand));
}

// The cast of an address appends the length of its mask.
function toText(column: string, type: string): string {
  return type === 'inet' ? `nullif(format('%s', ${column}), '')` : `${column}::text`;
}

/** Returns whether a column of this type can have a number with this text. */
export function isNumber(text: string, type: string): boolean {
  if (!WHOLE.has(type)) return DECIMAL.test(text) || NOT_FINITE.test(text);
  const bits = BigInt(type.slice(3)) * 8n - 1n;
  return INTEGER.test(text) && BigInt(text) >= -(2n ** bits) && BigInt(text) < 2n ** bits;
}

// One text for each integer, because it may be an identifier. The longest one has 20 characters.
const INTEGER = /^(?:0|-?[1-9]\d{0,18})$/;
const DECIMAL = /^-?\d{1,1000}(?:\.\d{1,1000})?(?:e[+-]?\d{1,3})?$/;
const NOT_FINITE = /^(?:NaN|-?Infinity)$/;
