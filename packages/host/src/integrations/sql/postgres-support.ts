import type { FieldKind, StoreField } from '../../features/resources/declare/resource-store.ts';
import { elementType } from './postgres-arrays.ts';
import { NUMBERS } from './postgres-forms.ts';

/**
 * Throws if the values of a field cannot be stored in a column of PostgreSQL.
 *
 * @param column the type of the column, and the digits of a `numeric` that limits them
 * @throws {TypeError} with the field, the column, its type and the schemas that the column supports
 */
export function assertSupported(
  { name, kind, elements }: StoreField,
  { type, digits = Infinity }: { readonly type: string; readonly digits?: number | undefined },
  column: string,
  table: string,
  resource: string,
): void {
  const isInexact =
    (elementType(type) ?? type) === 'numeric' && (elements ?? kind) === 'number' && digits > MAX_EXACT_DIGITS;
  if (isInexact)
    throw new TypeError(
      `The field "${name}" of "${resource}" is a number, which has 15 exact digits, but its column "${column}" of "${table}" is numeric with more; declare the field as field.decimal(z) or z.string(), or the column as numeric(15, 2) or double precision`,
    );
  if (isSupported(kind, type)) return;
  throw new TypeError(
    `The field "${name}" of "${resource}" is ${KINDS[kind]}, but its column "${column}" of "${table}" is ${type}; declare the field as ${describeSchemas(type)}`,
  );
}

// Each decimal number with so many digits is that of another double (IEEE 754).
const MAX_EXACT_DIGITS = 15;

function isSupported(kind: FieldKind, type: string): boolean {
  switch (kind) {
    case 'string':
      return true; // the text of any type
    case 'integer':
    case 'number':
      return NUMBERS.has(type);
    case 'decimal':
      return EXACT.has(type);
    case 'boolean':
      return type === 'bool' || NUMBERS.has(type);
    case 'date':
      return type === 'text' || TIMES.has(type) || NUMBERS.has(type);
    case 'json':
      return elementType(type) !== undefined || !(SCALARS.has(type) || TIMES.has(type) || NUMBERS.has(type));
  }
}

const EXACT: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'numeric']);

const TIMES: ReadonlySet<string> = new Set(['timestamptz', 'timestamp', 'date']);

// Types of extensions may have the text of JSON.
const SCALARS: ReadonlySet<string> = new Set(
  `bool bytea uuid xml money bit varbit tsvector time timetz interval inet cidr macaddr macaddr8 point line lseg box
  path polygon circle int4range int8range numrange tsrange tstzrange daterange`.split(/\s+/),
);

const KINDS = {
  integer: 'an integer',
  number: 'a number',
  decimal: 'a decimal number',
  boolean: 'a boolean',
  string: 'a string',
  date: 'a date',
  json: 'a list or object',
} as const;

function describeSchemas(type: string): string {
  if (elementType(type) !== undefined) return 'z.array() or z.string()';
  if (TIMES.has(type)) return type === 'date' ? 'z.iso.date()' : 'z.iso.datetime()';
  if (NUMBERS.has(type)) return 'z.int(), z.number() or z.string()';
  if (type === 'bool') return 'z.boolean()';
  return type === 'json' || type === 'jsonb' ? 'a list, an object or z.unknown()' : 'z.string()';
}
