import { foldCase } from '../../../features/resources/filters/operand.ts';
import type { FilterScalar, FilterTree } from '../../../features/resources/filters/filter-tree.ts';
import { BadRequestError } from '../../../core/http/errors.ts';
import type { SqlColumn } from './sql-column.ts';
import type { SqlTable } from './sql-table.ts';
import type { SqlText } from './sql-text.ts';

/** Where a filter looks: a table under a name in the statement. */
export interface Source {
  readonly table: SqlTable;
  readonly alias: string;
  /** The table at the other end of a link, and what its rows must meet beside the filter. @throws {TypeError} */
  link(field: string, out: SqlText): { readonly source: Source; readonly key: string; readonly scope: string };
}

/**
 * A filter tree as an SQL condition, true for the same rows as `matchFilter`. A comparison with null is null in SQL; `and`
 * and `or` keep that, `where` takes it for false, and `not` is written as `is not true`, so nothing else need know of it.
 */
export function writeFilter(out: SqlText, tree: FilterTree, source: Source, depth = 0): string {
  if (depth > DEEPEST) throw new BadRequestError(`A filter may be ${DEEPEST} levels deep; this one is deeper`);
  if (tree.op === 'not') return `(${writeFilter(out, tree.of, source, depth + 1)}) is not true`;
  if ('of' in tree) {
    const parts = tree.of.map((each) => writeFilter(out, each, source, depth + 1));
    if (parts.length === 0) return tree.op === 'and' ? TRUE : FALSE;
    return joined(parts, ` ${tree.op} `);
  }
  return writeLeaf(out, tree, source);
}

/** Conditions side by side. Halves in brackets keep a long list from being a deep tree, which SQLite refuses. */
export function joined(parts: readonly string[], by: string): string {
  if (parts.length === 1) return parts[0]!;
  if (parts.length <= 16) return `(${parts.join(by)})`;
  const middle = parts.length >> 1;
  return `(${joined(parts.slice(0, middle), by)}${by}${joined(parts.slice(middle), by)})`;
}

type Leaf = Exclude<FilterTree, { of: unknown }>;

const DEEPEST = 100;
const TRUE = '1 = 1';
const FALSE = '1 = 0';

function writeLeaf(out: SqlText, leaf: Leaf, source: Source): string {
  const point = leaf.field.indexOf('.');
  if (point !== -1) return writeLinked(out, leaf, source, leaf.field.slice(0, point), leaf.field.slice(point + 1));
  const column = source.table.columns.get(leaf.field);
  if (column === undefined) throw noColumn(leaf.field, source.table);
  const at = `${source.alias}.${column.name}`;
  switch (leaf.op) {
    case 'exists':
      return `${at} is ${leaf.value ? 'not ' : ''}null`;
    case 'in':
      return writeOneOf(out, leaf.values, column, at);
    case 'contains':
    case 'starts':
    case 'ends':
    case 'word':
      return writeText(out, leaf, column, source.alias);
    default:
      return writeComparison(out, leaf, column, at);
  }
}

// The identifiers of all that match at the other end, in one list that the database makes once.
function writeLinked(out: SqlText, leaf: Leaf, source: Source, field: string, rest: string): string {
  const column = source.table.columns.get(field);
  if (column === undefined) throw noColumn(field, source.table);
  // Nothing is at the other end of what is missing.
  if (leaf.op === 'exists' && !leaf.value)
    return `(${writeLinked(out, { ...leaf, value: true }, source, field, rest)}) is not true`;
  if (column.kind === 'json') return FALSE;
  const { source: other, key, scope } = source.link(field, out);
  const condition = writeLeaf(out, { ...leaf, field: rest }, other);
  const where = scope === '' ? condition : `${scope} and ${condition}`;
  return `${source.alias}.${column.name} in (select ${other.alias}.${key} from ${other.table.name} as ${other.alias} where ${where})`;
}

const OPERATORS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function writeComparison(
  out: SqlText,
  { op, value }: Extract<Leaf, { op: keyof typeof OPERATORS }>,
  column: SqlColumn,
  at: string,
): string {
  const wanted = column.operand(value);
  if (wanted === undefined) return FALSE;
  if (column.whole && typeof wanted === 'number') return writeWholeNumbers(out, op, wanted, column, at);
  if (op === 'eq') return column.fits(wanted) ? `${column.exact(at)} = ${out.bind(wanted, column.cast)}` : FALSE;
  if (column.kind === 'string') return `${column.text(at)} ${OPERATORS[op]} ${out.bind(wanted)}`;
  return `${at} ${OPERATORS[op]} ${out.bind(wanted, column.cast)}`;
}

// Bounds become whole numbers that every integer column can be compared with, so that its index serves.
function writeWholeNumbers(
  out: SqlText,
  op: keyof typeof OPERATORS,
  wanted: number,
  { cast }: SqlColumn,
  at: string,
): string {
  if (op === 'eq' && !isWhole(wanted)) return FALSE;
  if (Math.abs(wanted) >= 2 ** 63) {
    const all = op !== 'eq' && (op === 'lt' || op === 'lte') === wanted > 0;
    return all ? `${at} is not null` : FALSE;
  }
  // x > 5.5 and x >= 5.5 are x > 5; x < 5.5 and x <= 5.5 are x <= 5.
  const operator = Number.isInteger(wanted) ? OPERATORS[op] : op === 'gt' || op === 'gte' ? '>' : '<=';
  return `${at} ${operator} ${out.bind(Math.floor(wanted), cast)}`;
}

/** Is it a whole number that databases count to? */
export function isWhole(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}

function writeOneOf(out: SqlText, values: readonly FilterScalar[], column: SqlColumn, at: string): string {
  const wanted = [...new Set(values.map(column.operand))].filter((value) => value !== undefined);
  const fitting = wanted.filter((value) => (column.whole ? isWhole(value as number) : column.fits(value)));
  if (fitting.length === 0) return FALSE;
  if (fitting.length === 1) return `${column.exact(at)} = ${out.bind(fitting[0], column.cast)}`;
  const listed = column.kind === 'string' || column.kind === 'integer';
  if (listed && fitting.length > FEW && out.dialect.name === 'sqlite')
    return out.dialect.oneOf(at, out.bind(JSON.stringify(fitting)));
  return `${column.exact(at)} in (${fitting.map((value) => out.bind(value, column.cast)).join(', ')})`;
}

// Beyond so many, the list is one parameter, so that the statement stays the same one.
const FEW = 8;

function writeText(
  out: SqlText,
  { op, value }: Extract<Leaf, { op: 'contains' | 'starts' | 'ends' | 'word' }>,
  column: SqlColumn,
  alias: string,
): string {
  const wanted = foldedOperand(value, column);
  if (column.kind !== 'string' || wanted === undefined) return FALSE;
  const at = `${alias}.${column.name}`;
  if (wanted === '') return `${at} is not null`;
  const { dialect } = out;
  const { folded } = column;
  const text = folded ? dialect.byCodePoint(`${alias}.${folded.name}`) : dialect.fold(column.text(at));
  if (op === 'contains') return `${dialect.find(text, out.bind(wanted))} > 0`;
  if (op === 'word') return `${dialect.find(`(' ' || ${text})`, out.bind(` ${wanted}`))} > 0`;
  if (op === 'ends') return `${dialect.tail(text, [...wanted].length)} = ${out.bind(wanted)}`;
  return folded ? writeBeginning(out, text, wanted) : `${dialect.find(text, out.bind(wanted))} = 1`;
}

// A range uses the index of the folded column; a search would read every row.
function writeBeginning(out: SqlText, text: string, wanted: string): string {
  const from = `${text} >= ${out.bind(wanted)}`;
  const end = afterAll(wanted);
  return end === undefined ? from : `(${from} and ${text} < ${out.bind(end)})`;
}

function foldedOperand(value: string, { operand, folded }: SqlColumn): string | undefined {
  const wanted = operand(value) as string | undefined;
  return wanted === undefined ? undefined : (folded?.fold ?? foldCase)(wanted);
}

/** The first text, by code points, behind everything that begins with this one; undefined when there is none. */
export function afterAll(beginning: string): string | undefined {
  let rest = beginning;
  while (rest.endsWith('\u{10FFFF}')) rest = rest.slice(0, -2);
  if (rest === '') return undefined;
  const last = rest.codePointAt(rest.length - (/[\uDC00-\uDFFF]$/.test(rest) ? 2 : 1))!;
  const next = last === 0xd7ff ? AFTER_SURROGATES : last + 1;
  return rest.slice(0, last > 0xffff ? -2 : -1) + String.fromCodePoint(next);
}

const AFTER_SURROGATES = 0xe000;

function noColumn(field: string, { bareName, shape }: SqlTable): TypeError {
  return new TypeError(
    `"${field}" of "${shape.resource}" cannot be asked for: the table "${bareName}" has no column for it`,
  );
}

/** The equality of a column with a value of the application's own. */
export function writeEquality(out: SqlText, alias: string, column: SqlColumn | string, value: unknown): string {
  if (typeof column === 'string')
    return value === null ? `${alias}.${column} is null` : `${alias}.${column} = ${out.bind(value)}`;
  const at = `${alias}.${column.name}`;
  if (value === null || value === undefined) return `${at} is null`;
  const wanted = column.operand(value) ?? column.operand(typed(value, column));
  if (wanted === undefined || !column.fits(wanted) || (column.whole && !isWhole(wanted as number))) return FALSE;
  return `${column.exact(at)} = ${out.bind(wanted, column.cast)}`;
}

/** A variable of a path is text; what the column holds may be a number. */
export function typed(value: unknown, { kind }: SqlColumn): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'integer' || kind === 'number') return value.trim() === '' ? undefined : Number(value);
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  return value;
}
