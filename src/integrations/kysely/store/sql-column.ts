import { foldCase, toOperand } from '../../../features/resources/filters/operand.ts';
import type { FieldKind, StoreField } from '../../../features/resources/stores/resource-store.ts';
import { NUMBERS, postgresForms } from './postgres-forms.ts';
import { quote } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { decoderOf, encoderOf, timeEncoder } from './convert-values.ts';
import type { DateStorage } from './convert-values.ts';

/** What is special about the column of a field. */
export interface ColumnOptions {
  /** Its name in the table; the field's own when left out. */
  readonly column?: string;
  /**
   * How a time is stored: `text` in ISO 8601 (default on SQLite), `milliseconds` or `seconds` since 1970 as numbers,
   * `timestamp` in the database's own type (default on PostgreSQL).
   */
  readonly as?: DateStorage;
  /**
   * A second column with the same text, folded; the store writes it. Text searches read it instead of folding every row, and
   * a search for beginnings uses its index.
   */
  readonly folded?: string;
  /** How `folded` is made. Default: the text in small letters. */
  readonly fold?: (text: string) => string;
  /** Order by the folded text, so that case does not count. Default false. */
  readonly orderFolded?: boolean;
}

/** A field as its table keeps it. */
export interface SqlColumn {
  readonly field: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** Its name, quoted. */
  readonly name: string;
  readonly bareName: string;
  readonly folded: FoldedColumn | undefined;
  /** Does the column hold whole numbers only? */
  readonly whole: boolean;
  /** What a parameter compared with it is cast to; has a `?` where it goes. */
  readonly cast: string;
  /** The column, given with its table's name before it, as it is selected, */
  readonly select: (at: string) => string;
  /** as it equals a value, */
  readonly exact: (at: string) => string;
  /** as text that compares by code points, */
  readonly text: (at: string) => string;
  /** and as it is ordered by. */
  readonly sort: (at: string) => string;
  /** A filter's value as it is compared with the column; undefined when the field can never hold it. */
  readonly operand: (value: unknown) => unknown;
  /** Can the column equal this operand at all? */
  readonly fits: (operand: unknown) => boolean;
  /** An item's value as it is stored. @throws {UnprocessableContentError} when no database could store it */
  readonly encode: (value: unknown) => unknown;
  /** The stored value as the item has it; undefined when it is the same. */
  readonly decode: ((value: unknown) => unknown) | undefined;
}

/** A second column with the text of the first, folded. */
export interface FoldedColumn {
  readonly name: string;
  readonly bareName: string;
  readonly fold: (text: string) => string;
  readonly order: boolean;
}

/**
 * Works out how a field is kept.
 * @param type what PostgreSQL says the column is; undefined on SQLite, whose columns hold anything
 */
export function sqlColumn(
  field: StoreField,
  options: ColumnOptions,
  dialect: SqlDialect,
  type: string | undefined,
): SqlColumn {
  const { kind } = field;
  const bareName = options.column ?? field.name;
  const storage = options.as ?? storageOf(dialect, type);
  return {
    field: field.name,
    kind,
    nullable: field.nullable,
    name: quote(bareName),
    bareName,
    folded: foldedOf(options),
    ...(dialect.name === 'sqlite' ? sqliteForms(kind) : postgresForms(kind, storage, type)),
    operand: operandMaker(field, storage),
    encode: encoderOf(field, storage, type),
    decode: decoderOf(field, storage, type),
  };
}

type Forms = Pick<SqlColumn, 'whole' | 'cast' | 'select' | 'exact' | 'text' | 'sort' | 'fits'>;

const asItIs = (at: string): string => at;
const always = (): boolean => true;

function sqliteForms(kind: FieldKind): Forms {
  const whole = kind === 'integer';
  return { whole, cast: '', select: asItIs, exact: asItIs, text: asItIs, sort: asItIs, fits: always };
}

function foldedOf({ folded, fold = foldCase, orderFolded = false }: ColumnOptions): SqlColumn['folded'] {
  return folded === undefined ? undefined : { name: quote(folded), bareName: folded, fold, order: orderFolded };
}

// Times of every kind are kept in the way that their column has room for.
function storageOf({ name }: SqlDialect, type: string | undefined): DateStorage {
  if (name === 'sqlite' || type === 'text') return 'text';
  return type !== undefined && NUMBERS.has(type) ? 'milliseconds' : 'timestamp';
}

function operandMaker({ kind, format }: StoreField, storage: DateStorage): SqlColumn['operand'] {
  if (kind !== 'date') return (value) => toOperand(value, kind);
  const encode = timeEncoder(format, storage);
  return (value) => {
    const time = toOperand(value, 'date') as number | undefined;
    return time === undefined ? undefined : encode(time);
  };
}
