import type { FieldKind } from '../../features/resources/stores/resource-store.ts';
import type { DateStorage } from './convert-values.ts';
import { quote } from './sql-dialect.ts';
import type { SqlColumn } from './sql-column.ts';

type Forms = Pick<SqlColumn, 'whole' | 'cast' | 'storedCast' | 'select' | 'exact' | 'text' | 'sort' | 'fits'>;

/**
 * Returns how PostgreSQL selects and compares a column. Comparisons use the type of the column, so that its index is
 * used.
 */
export function postgresForms(kind: FieldKind, storage: DateStorage, type = ''): Forms {
  const plain: Forms = {
    whole: kind === 'integer' || WHOLE.has(type),
    cast: castOf(kind, storage, type),
    storedCast: type === '' ? '' : `?::text::${quote(type)}`,
    select: asItIs,
    exact: asItIs,
    text: byCodePoint,
    sort: asItIs,
    fits: () => true,
  };
  if (kind === 'date') return { ...plain, select: selectionOf(type) };
  if (kind !== 'string') return plain;
  if (type === 'text' || type === '') return { ...plain, sort: byCodePoint };
  const text = (at: string): string => byCodePoint(`${at}::text`);
  // The bytes of a UUID sort like its text.
  if (type === 'uuid') return { ...plain, text, fits: isUuid };
  return { ...plain, exact: (at) => `${at}::text`, text, sort: text };
}

/** Numeric types. */
export const NUMBERS: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']);

const WHOLE: ReadonlySet<string> = new Set(['int2', 'int4', 'int8']);

const asItIs = (at: string): string => at;
const byCodePoint = (at: string): string => `${at} collate "C"`;

function castOf(kind: FieldKind, storage: DateStorage, type: string): string {
  if (WHOLE.has(type) && kind !== 'date') return '?::int8';
  if (type === 'numeric') return '?::numeric';
  if (type === 'float4') return '?::float4';
  if (NUMBERS.has(type)) return '?::float8';
  if (type === 'uuid') return '?::uuid';
  if (kind === 'boolean') return '?::boolean';
  if (kind !== 'date' || storage !== 'timestamp') return '';
  // Days and times without a zone are UTC, whatever the time zone of the server.
  return type === 'timestamptz' ? '?::timestamptz' : "(?::timestamptz at time zone 'UTC')";
}

// As text, because a Date has no microseconds, infinity or zone of its own. There is no format of infinity.
function selectionOf(type: string): SqlColumn['select'] {
  if (type === 'date') return (at) => `${at}::text`;
  if (type === 'timestamptz') return (at) => `coalesce(to_char(${at} at time zone 'UTC', ${FORMAT}), ${at}::text)`;
  return type === 'timestamp' ? (at) => `coalesce(to_char(${at}, ${FORMAT}), ${at}::text)` : asItIs;
}

const FORMAT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z" AD'`;

function isUuid(operand: unknown): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(operand));
}
