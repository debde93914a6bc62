import type { SqlExpression } from '../../features/resources/declare/computed-fields.ts';
import { canonicalDecimal } from '../../features/resources/declare/filters/decimal.ts';
import { foldCase, toOperand } from '../../features/resources/declare/filters/operand.ts';
import type { FieldKind, StoreField } from '../../features/resources/declare/resource-store.ts';
import { NUMBERS, asItIs, isNumber, postgresForms } from './postgres-forms.ts';
import type { ColumnForms } from './postgres-forms.ts';
import { quote } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { getDecoder, getEncoder, timeEncoder } from './convert-values.ts';
import type { DateStorage } from './convert-values.ts';

/** Options of the column of a field. */
export interface ColumnOptions {
  /**
   * The name of the column.
   * @default the name of the field
   */
  readonly column?: string;
  /**
   * How a time is stored: `'text'` in ISO 8601, `'milliseconds'` or `'seconds'` since 1970 as numbers, `'timestamp'` in
   * the type of the database, `'offset'` in ISO 8601 with `+00:00` in place of `Z`, as Prisma does on SQLite.
   * @default `'text'` on SQLite, `'timestamp'` on PostgreSQL
   */
  readonly as?: DateStorage;
  /**
   * A second column with the folded text, which the store writes. Text searches read it instead of folding every row, and
   * prefix searches use its index.
   * @default –
   */
  readonly folded?: string;
  /**
   * Folds the text of `folded`.
   * @default the text in lower case
   */
  readonly fold?: (text: string) => string;
  /**
   * Whether to order by the folded text, so that case is ignored.
   * @default false
   */
  readonly orderFolded?: boolean;
}

/** A column of a statement. */
export interface SelectedColumn {
  readonly field: string;
  /** The quoted name. */
  readonly name: string;
  /** Returns the selected expression of the column, which it receives with the alias of its table. */
  readonly select: (column: string) => string;
}

/** The column of a field. */
export interface SqlColumn extends SelectedColumn {
  readonly kind: FieldKind;
  readonly nullable: boolean;
  readonly bareName: string;
  readonly folded: FoldedColumn | undefined;
  /** Whether the column contains integers only, and their values are numbers. */
  readonly whole: boolean;
  /** Whether the column contains integers only, and their values are texts. */
  readonly isInt64: boolean;
  /** The cast of a parameter that is compared with the column; `?` is the parameter. */
  readonly cast: string;
  /** The cast of a parameter with the text of a stored value. */
  readonly storedCast: string;
  /** Returns the expression for equality. This function and those below receive the column with the alias of its table. */
  readonly exact: (column: string) => string;
  /** Returns the text expression that compares by code points. */
  readonly text: (column: string) => string;
  /** Returns the expression of an order. */
  readonly sort: (column: string) => string;
  /** Converts the value of a filter for comparison; undefined if the column can never contain it. */
  readonly operand: (value: unknown) => unknown;
  /** Returns the stored times that an item has as one value; undefined if a stored time is that of the item. */
  readonly times: ((value: unknown) => StoredTimes | undefined) | undefined;
  /** Whether it is compared as text. */
  readonly isText: boolean;
  /** Returns whether the column can equal this operand. */
  readonly fits: (operand: unknown) => boolean;
  /**
   * Converts the value of an item to the stored value. @throws {UnprocessableContentError} if no database can store it
   */
  readonly encode: (value: unknown) => unknown;
  /** Converts a stored value to the value of an item; undefined if they are equal. */
  readonly decode: ((value: unknown) => unknown) | undefined;
  /** The join table of a list of links. The name of the column is then that of the identifier. */
  readonly join?: SqlJoin | undefined;
  /** The expression of a computed field, whose column only subqueries have. */
  readonly expression?: SqlExpression | undefined;
}

/** The stored times between two values of a field, which is less precise than its column. */
export interface StoredTimes {
  /** The first stored time whose value is not less. */
  readonly from: unknown;
  /** The first stored time whose value is greater. */
  readonly until: unknown;
  /** Whether the field can have the value: whether a day is not a time of a day. */
  readonly isValue: boolean;
}

/** A join table with one row for each link. Names are quoted. */
export interface SqlJoin {
  readonly table: string;
  readonly from: string;
  /** The column with the identifiers of the linked items. */
  readonly to: SqlColumn;
}

/** A second column with the folded text of the first. */
export interface FoldedColumn extends SelectedColumn {
  readonly bareName: string;
  readonly fold: (text: string) => string;
  readonly order: boolean;
}

/**
 * Returns the column of a field.
 *
 * @param type the type of the column in PostgreSQL; undefined on SQLite, whose columns accept any type
 */
export function sqlColumn(
  declared: StoreField,
  options: ColumnOptions,
  dialect: SqlDialect,
  type: string | undefined,
): SqlColumn {
  const field = getField(declared, type);
  const { kind } = field;
  const bareName = options.column ?? field.name;
  const storage = options.as ?? getStorage(dialect, type);
  return {
    field: field.name,
    kind,
    nullable: field.nullable,
    name: quote(bareName),
    bareName,
    folded: getFolded(field.name, options),
    ...(dialect.name === 'sqlite' ? sqliteForms(field, dialect) : postgresForms(field, storage, type)),
    operand: operandMaker(field, storage, type),
    times: timesMaker(field, storage, type),
    encode: getEncoder(field, storage, type),
    decode: getDecoder(field, storage, type),
    expression: field.expression,
  };
}

// Exact numbers in text have no type of SQLite. Integers with 64 bits have.
function sqliteForms({ kind, format }: StoreField, { json = asItIs, number = asItIs }: SqlDialect): ColumnForms {
  const isInt64 = kind === 'decimal' && format === 'int64';
  const numeric = kind === 'integer' || kind === 'number' ? kind : isInt64 ? 'integer' : undefined;
  const exact = kind === 'decimal' && !isInt64 ? (column: string) => `oriel_decimal(${column})` : asItIs;
  return {
    whole: kind === 'integer',
    cast: '',
    storedCast: '',
    select: kind === 'json' ? json : numeric ? (column) => number(column, numeric) : asItIs,
    exact,
    text: asItIs,
    sort: exact,
    fits: isInt64 ? (operand) => isNumber(String(operand), 'int8') : () => true,
    isInt64,
    isText: kind === 'string',
  };
}

// A string in a column of times is a time.
function getField(field: StoreField, type: string | undefined): StoreField {
  if (field.kind !== 'string') return field;
  if (type === 'date') return { ...field, kind: 'date', format: 'date' };
  return type === 'timestamptz' || type === 'timestamp' ? { ...field, kind: 'date', format: 'date-time' } : field;
}

function getFolded(
  field: string,
  { folded, fold = foldCase, orderFolded = false }: ColumnOptions,
): SqlColumn['folded'] {
  if (folded === undefined) return undefined;
  return { field: `${field} folded`, name: quote(folded), bareName: folded, select: asItIs, fold, order: orderFolded };
}

// The type of the column determines how times are stored.
function getStorage({ name }: SqlDialect, type: string | undefined): DateStorage {
  if (name === 'sqlite' || type === 'text') return 'text';
  return type !== undefined && NUMBERS.has(type) ? 'milliseconds' : 'timestamp';
}

function operandMaker({ kind, format }: StoreField, storage: DateStorage, type?: string): SqlColumn['operand'] {
  if (type === 'float4' && kind === 'number') return (value) => float4(toOperand(value, kind));
  if (kind === 'decimal' && (type !== undefined || format === 'int64')) return canonicalDecimal;
  if (kind !== 'date') return (value) => toOperand(value, kind);
  const encode = timeEncoder(format, storage);
  return (value) => {
    const time = toOperand(value, 'date') as number | undefined;
    return time === undefined ? undefined : encode(time);
  };
}

// PostgreSQL rejects numbers that are out of the range of a float4.
function float4(value: string | number | undefined): number | undefined {
  return value === undefined ? undefined : Math.fround(Number(value));
}

// An item has times with milliseconds, or days. PostgreSQL stores microseconds.
function timesMaker({ kind, format }: StoreField, storage: DateStorage, type?: string): SqlColumn['times'] {
  if (kind !== 'date' || storage !== 'timestamp' || type === 'date') return undefined;
  const encode = timeEncoder(format, storage);
  const step = format === 'date' ? DAY : 1;
  return (value) => {
    const time = toOperand(value, 'date') as number | undefined;
    if (time === undefined) return undefined;
    const start = Math.floor(time / step) * step;
    return { from: encode(Math.ceil(time / step) * step), until: encode(start + step), isValue: start === time };
  };
}

const DAY = 86_400_000;
