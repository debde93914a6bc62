import type { FieldKind } from '../../../features/resources/stores/resource-store.ts';
import type { DateStorage } from './convert-values.ts';
import type { SqlColumn } from './sql-column.ts';

type Forms = Pick<SqlColumn, 'whole' | 'cast' | 'select' | 'exact' | 'text' | 'sort' | 'fits'>;

/** How PostgreSQL reads and compares a column: always in its own type, so that its index serves. */
export function postgresForms(kind: FieldKind, storage: DateStorage, type = ''): Forms {
  const plain: Forms = {
    whole: kind === 'integer' || WHOLE.has(type),
    cast: castOf(kind, storage, type),
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
  // Its bytes sort as its text does.
  if (type === 'uuid') return { ...plain, text, fits: isUuid };
  return { ...plain, exact: (at) => `${at}::text`, text, sort: text };
}

/** Types that hold numbers. */
export const NUMBERS: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']);

const WHOLE: ReadonlySet<string> = new Set(['int2', 'int4', 'int8']);

const asItIs = (at: string): string => at;
const byCodePoint = (at: string): string => `${at} collate "C"`;

function castOf(kind: FieldKind, storage: DateStorage, type: string): string {
  if (WHOLE.has(type) && kind !== 'date') return '?::int8';
  if (type === 'numeric') return '?::numeric';
  if (NUMBERS.has(type)) return '?::float8';
  if (type === 'uuid') return '?::uuid';
  if (kind === 'boolean') return '?::boolean';
  if (kind !== 'date' || storage !== 'timestamp') return '';
  // A day or a time without a zone is one of UTC, wherever the server is.
  return type === 'timestamptz' ? '?::timestamptz' : "(?::timestamptz at time zone 'UTC')";
}

// A driver makes a Date of a day or a time without a zone by the zone of its own machine.
function selectionOf(type: string): SqlColumn['select'] {
  if (type === 'date') return (at) => `${at}::text`;
  return type === 'timestamp' ? (at) => `(${at} at time zone 'UTC')` : asItIs;
}

function isUuid(operand: unknown): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(operand));
}
