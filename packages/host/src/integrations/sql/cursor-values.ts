import { canonicalDecimal } from '../../features/resources/declare/filters/decimal.ts';
import { toOperand } from '../../features/resources/declare/filters/operand.ts';
import type { CursorValue } from '../../features/resources/declare/list-request.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { SqlText } from './sql-text.ts';
import { isWhole } from './write-filter.ts';

/** The value of a sort key that rows are compared with. */
export interface Place {
  readonly value: unknown;
  /** Whether the value is a stored one, and not that of an item. */
  readonly isStored: boolean;
  /** Writes the query of the stored value in the row with the identifier of the cursor. */
  readonly row?: ((out: SqlText) => string) | undefined;
}

/**
 * Returns the value of a sort key for a cursor: that of the item if the database stores the same, otherwise the stored one as text
 * after U+0000, which no database stores. Times have microseconds, numbers have more digits than those of JavaScript, and some are infinite.
 *
 * @param stored the selected value of the column
 */
export function cursorValue(stored: unknown, { kind, decode, operand }: SqlColumn): CursorValue {
  if (stored === null || stored === undefined || kind === 'json') return null;
  if (typeof stored === 'boolean') return stored;
  const value = decode === undefined ? stored : decode(stored);
  if (kind === 'decimal' && operand(value) !== undefined) return String(value);
  const isExact = kind === 'string' ? typeof value === 'string' : operand(value) === stored;
  if (isExact) return value as string | number;
  return MARK + (ArrayBuffer.isView(stored) ? `x'${toHex(stored)}'` : String(stored));
}

/** Returns the value that rows are compared with. One that the column cannot contain sorts like null. */
export function findPath(value: CursorValue | undefined, column: SqlColumn, dialect: SqlDialect): Place {
  const { kind, operand, fits, folded, isInt64 } = column;
  if (typeof value === 'string' && value.startsWith(MARK)) {
    const text = value.slice(MARK.length);
    return { value: dialect.name === 'sqlite' ? sqliteValue(text) : text, isStored: true };
  }
  const createPlace = (found: unknown): Place => ({ value: found, isStored: false });
  if (value === null || value === undefined || toOperand(value, kind) === undefined) return createPlace(null);
  const wanted = operand(value);
  if (folded?.order) return createPlace(folded.fold(wanted as string));
  return createPlace(fits(wanted) ? wanted : isInt64 ? (canonicalDecimal(wanted) ?? null) : null);
}

/** Adds the value as a parameter and returns its placeholder. */
export function bindPlace(out: SqlText, { value, isStored, row }: Place, column: SqlColumn): string {
  if (isStored) return out.bind(value, column.storedCast);
  if (row !== undefined) return `coalesce((${row(out)}), ${out.bind(value, column.cast)})`;
  // A cursor may lie between two integers, or outside of their range.
  const isNumber = column.whole && typeof value === 'number' && !isWhole(value);
  const between = isNumber || (column.isInt64 && !column.fits(value));
  return out.bind(value, between && out.dialect.name === 'postgres' ? '?::numeric' : column.cast);
}

const MARK = '\0';

function toHex({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}

// A column of SQLite may contain values of any type.
function sqliteValue(text: string): string | number | bigint | Buffer {
  const [, bytes] = /^x'([\da-f]*)'$/.exec(text) ?? [];
  if (bytes !== undefined) return Buffer.from(bytes, 'hex');
  const number = text === '' ? NaN : Number(text);
  if (Number.isNaN(number)) return text;
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}
