import { canonicalDecimal } from '../../features/resources/declare/filters/decimal.ts';
import { foldCase } from '../../features/resources/declare/filters/operand.ts';
import type { FilterScalar, FilterTree, SqlLeaf } from '../../features/resources/declare/filters/filter-tree.ts';
import type { FilterCondition } from '../../features/resources/declare/filters/where.ts';
import { BadRequestError } from 'oriel-core/http';
import type { SearchIndex } from './search-index.ts';
import type { SqlColumn, SqlJoin } from './sql-column.ts';
import type { SqlTable } from './sql-table.ts';
import { writeSearch } from './write-search.ts';
import type { SqlText } from './sql-text.ts';
import { message } from 'oriel-core/messages';

/** The keys of the linked rows that meet a condition, as text, and the cast to their type. */
export interface LinkedKeys {
  readonly values: readonly string[];
  readonly cast: string;
}

/** The table that a filter applies to, and its alias in the statement. */
export interface Source {
  readonly table: SqlTable;
  readonly alias: string;
  /** Writes the table, or a subquery of it with its computed columns, at its position in the statement. */
  from(out: SqlText): string;
  /** Returns the linked table, and a function that writes the conditions that its rows must meet. @throws {TypeError} */
  link(field: string, out: SqlText): { readonly source: Source; readonly key: string; readonly scope: () => string };
  /** Writes a condition of the application. It refers to the table by its name, so that is the alias as well. */
  custom(leaf: SqlLeaf, out: SqlText): string;
  /** What the store searches in; undefined for the text of the rows. */
  readonly search: SearchIndex | undefined;
  /** The keys of linked rows that were read before, by the condition that these rows meet. */
  readonly linkedKeys?: ReadonlyMap<FilterTree, LinkedKeys> | undefined;
}

/**
 * Writes a filter as an SQL condition that is true for the same rows as `matchFilter`. Comparisons with null are null
 * in SQL. `and` and `or` keep that, `where` treats it as false, and `not` is written as `is not true`.
 */
export function writeFilter(out: SqlText, tree: FilterTree, source: Source, depth = 0): string {
  if (depth > MAX_DEPTH) throw new BadRequestError(message('list.filter-too-deep', { count: MAX_DEPTH }));
  if (tree.op === 'not') return `(${writeFilter(out, tree.of, source, depth + 1)}) is not true`;
  if (tree.op === 'some') return writeSome(out, tree, source, depth + 1);
  if ('of' in tree) {
    const parts = tree.of.map((part) => writeFilter(out, part, source, depth + 1));
    if (parts.length === 0) return tree.op === 'and' ? TRUE : FALSE;
    return joined(parts, ` ${tree.op} `);
  }
  if (tree.op === 'sql') return `(${source.custom(tree, out)})`;
  if (tree.op === 'search') return writeSearch(out, tree, source);
  return writeLeaf(out, tree, source);
}

/** Joins conditions. A long list is split into halves, because SQLite limits the depth of expressions. */
export function joined(parts: readonly string[], by: string): string {
  if (parts.length === 1) return parts[0]!;
  if (parts.length <= 16) return `(${parts.join(by)})`;
  const middle = parts.length >> 1;
  return `(${joined(parts.slice(0, middle), by)}${by}${joined(parts.slice(middle), by)})`;
}

const MAX_DEPTH = 100;
const TRUE = '1 = 1';
const FALSE = '1 = 0';

function writeLeaf(out: SqlText, leaf: FilterCondition, source: Source): string {
  const point = leaf.field.indexOf('.');
  if (point !== -1) return writeLinked(out, leaf, source, leaf.field.slice(0, point), leaf.field.slice(point + 1));
  const column = findColumn(source, leaf.field);
  if (column.join) return writeJoined(out, leaf, column.join, `${source.alias}.${column.name}`);
  const reference = `${source.alias}.${column.name}`;
  switch (leaf.op) {
    case 'exists':
      return `${reference} is ${leaf.value ? 'not ' : ''}null`;
    case 'in':
      return writeIn(out, leaf.values, column, reference);
    case 'contains':
    case 'starts':
    case 'ends':
    case 'word':
      return writeText(out, leaf, column, source.alias);
    default:
      return writeComparison(out, leaf, column, reference);
  }
}

// Selects the identifiers of all matching linked rows in a subquery that the database evaluates once.
function writeLinked(out: SqlText, leaf: FilterCondition, source: Source, field: string, rest: string): string {
  // A missing linked row has no values.
  if (leaf.op === 'exists' && !leaf.value)
    return `(${writeLinked(out, { ...leaf, value: true }, source, field, rest)}) is not true`;
  const keys = source.linkedKeys?.get(leaf);
  return writeInLinked(out, source, field, (other) => writeLeaf(out, { ...leaf, field: rest }, other), keys);
}

function writeInLinked(
  out: SqlText,
  source: Source,
  field: string,
  condition: (other: Source) => string,
  keys?: LinkedKeys,
): string {
  const column = findColumn(source, field);
  const { join } = column;
  if ((column.kind === 'json' && join === undefined) || keys?.values.length === 0) return FALSE;
  const linked = keys === undefined ? writeSelection(out, source, field, condition) : writeKeys(out, keys);
  const reference = `${source.alias}.${column.name}`;
  if (join === undefined) return `${reference} in (${linked})`;
  return `${reference} in (select ${join.from} from ${join.table} where ${join.to.name} in (${linked}))`;
}

function writeKeys(out: SqlText, { values, cast }: LinkedKeys): string {
  return values.map((value) => out.bind(value, cast)).join(', ');
}

function writeSelection(out: SqlText, source: Source, field: string, condition: (other: Source) => string): string {
  const { key, from, where } = writeLinkedRows(out, source, field, condition);
  return `select ${key} ${from} where ${where}`;
}

/** Writes the linked rows that meet a condition, and returns their key. */
export function writeLinkedRows(
  out: SqlText,
  source: Source,
  field: string,
  condition: (other: Source) => string,
): { readonly key: string; readonly from: string; readonly where: string } {
  const { source: other, key, scope: writeScope } = source.link(field, out);
  const from = `from ${other.from(out)} as ${other.alias}`;
  const scope = writeScope();
  const wanted = condition(other);
  return { key: `${other.alias}.${key}`, from, where: scope === '' ? wanted : `${scope} and ${wanted}` };
}

// The list has a link that meets the condition.
function writeJoined(out: SqlText, leaf: FilterCondition, { table, from, to }: SqlJoin, reference: string): string {
  if (leaf.op === 'exists')
    return `${reference} ${leaf.value ? '' : 'not '}in (select ${from} from ${table} where ${from} is not null)`;
  const alias = out.alias();
  const inner = `${alias}.${to.name}`;
  const condition =
    leaf.op === 'eq'
      ? writeComparison(out, leaf, to, inner)
      : leaf.op === 'in'
        ? writeIn(out, leaf.values, to, inner)
        : FALSE;
  return `${reference} in (select ${alias}.${from} from ${table} as ${alias} where ${condition})`;
}

function writeSome(
  out: SqlText,
  { field, of }: Extract<FilterTree, { op: 'some' }>,
  source: Source,
  depth: number,
): string {
  const point = field.indexOf('.');
  if (point !== -1) {
    const rest: FilterTree = { op: 'some', field: field.slice(point + 1), of };
    return writeInLinked(out, source, field.slice(0, point), (other) => writeSome(out, rest, other, depth));
  }
  return writeInLinked(out, source, field, (other) => writeFilter(out, of, other, depth));
}

const OPERATORS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function writeComparison(
  out: SqlText,
  { op, value }: Extract<FilterCondition, { op: keyof typeof OPERATORS }>,
  column: SqlColumn,
  reference: string,
): string {
  if (column.times !== undefined) return writeTimes(out, op, value, column, reference);
  const wanted = column.operand(value);
  if (wanted === undefined) return FALSE;
  if (column.isInt64 || (column.whole && typeof wanted === 'number'))
    return writeInteger(out, op, String(wanted), column, reference);
  if (op === 'eq') return column.fits(wanted) ? `${column.exact(reference)} = ${out.bind(wanted, column.cast)}` : FALSE;
  if (column.isText) return `${column.text(reference)} ${OPERATORS[op]} ${out.bind(wanted)}`;
  if (!column.fits(wanted)) return FALSE;
  return `${column.sort(reference)} ${OPERATORS[op]} ${out.bind(wanted, column.cast)}`;
}

// Bounds become integers that every integer column can be compared with, so that its index is used.
function writeInteger(
  out: SqlText,
  op: keyof typeof OPERATORS,
  wanted: string,
  { cast, isInt64 }: SqlColumn,
  reference: string,
): string {
  const [, sign = '', digits, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(canonicalDecimal(wanted) ?? '') ?? [];
  if (digits === undefined || (op === 'eq' && fraction !== undefined)) return FALSE;
  const floor = BigInt(sign + digits) - (fraction !== undefined && sign === '-' ? 1n : 0n);
  if (floor >= 2n ** 63n || floor < -(2n ** 63n) || (!isInt64 && floor === -(2n ** 63n))) {
    const all = op !== 'eq' && (op === 'lt' || op === 'lte') === floor > 0n;
    return all ? `${reference} is not null` : FALSE;
  }
  // x > 5.5 and x >= 5.5 are x > 5; x < 5.5 and x <= 5.5 are x <= 5.
  const operator = fraction === undefined ? OPERATORS[op] : op === 'gt' || op === 'gte' ? '>' : '<=';
  // Drivers of PostgreSQL write integers as text.
  const parameter = isInt64 ? (out.dialect.name === 'sqlite' ? floor : String(floor)) : Number(floor);
  return `${reference} ${operator} ${out.bind(parameter, cast)}`;
}

// A range of the column itself, so that its index is used.
function writeTimes(
  out: SqlText,
  op: keyof typeof OPERATORS,
  value: unknown,
  column: SqlColumn,
  reference: string,
): string {
  const times = column.times?.(value);
  if (times === undefined) return FALSE;
  const { from, until, isValue } = times;
  if (op === 'eq' && !isValue) return FALSE;
  const start = () => `${reference} ${op === 'lt' ? '<' : '>='} ${out.bind(op === 'gt' ? until : from, column.cast)}`;
  const end = () => `${reference} < ${out.bind(until, column.cast)}`;
  return op === 'eq' ? `(${start()} and ${end()})` : op === 'lte' ? end() : start();
}

/** Returns whether the value is an integer in the range of databases. */
export function isWhole(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63;
}

function writeIn(out: SqlText, values: readonly FilterScalar[], column: SqlColumn, reference: string): string {
  if (column.times !== undefined && values.length > 0)
    return joined(
      values.map((value) => writeTimes(out, 'eq', value, column, reference)),
      ' or ',
    );
  const wanted = [...new Set(values.map(column.operand))].filter((value) => value !== undefined);
  const fitting = wanted.filter((value) => (column.whole ? isWhole(value as number) : column.fits(value)));
  if (fitting.length === 0) return FALSE;
  if (fitting.length === 1) return `${column.exact(reference)} = ${out.bind(fitting[0], column.cast)}`;
  const listed = column.kind === 'string' || column.kind === 'integer';
  if (listed && fitting.length > MAX_LISTED_VALUES && out.dialect.name === 'sqlite')
    return `${reference} in (select value from json_each(${out.bind(JSON.stringify(fitting))}))`;
  return `${column.exact(reference)} in (${fitting.map((value) => out.bind(value, column.cast)).join(', ')})`;
}

// A longer list is passed as one parameter, so that the statement stays the same.
const MAX_LISTED_VALUES = 8;

function writeText(
  out: SqlText,
  { op, value }: Extract<FilterCondition, { op: 'contains' | 'starts' | 'ends' | 'word' }>,
  column: SqlColumn,
  alias: string,
): string {
  const wanted = foldedOperand(value, column);
  if (column.kind !== 'string' || wanted === undefined) return FALSE;
  const reference = `${alias}.${column.name}`;
  if (wanted === '') return `${reference} is not null`;
  const { dialect } = out;
  const { folded } = column;
  const text = folded ? dialect.byCodePoint(`${alias}.${folded.name}`) : dialect.fold(column.text(reference));
  if (op === 'contains') return `${dialect.find(text, out.bind(wanted))} > 0`;
  if (op === 'word') return `${dialect.find(`(' ' || ${text})`, out.bind(` ${wanted}`))} > 0`;
  if (op === 'ends') return `${dialect.tail(text, [...wanted].length)} = ${out.bind(wanted)}`;
  return folded ? writeBeginning(out, text, wanted) : `${dialect.find(text, out.bind(wanted))} = 1`;
}

// A range uses the index of the folded column, while a search would read every row.
function writeBeginning(out: SqlText, text: string, wanted: string): string {
  const from = `${text} >= ${out.bind(wanted)}`;
  const end = afterAll(wanted);
  return end === undefined ? from : `(${from} and ${text} < ${out.bind(end)})`;
}

function foldedOperand(value: string, { operand, folded }: SqlColumn): string | undefined {
  const wanted = operand(value) as string | undefined;
  return wanted === undefined ? undefined : (folded?.fold ?? foldCase)(wanted);
}

/**
 * Returns the first text, by code points, that is greater than every text with this prefix; undefined if there is none.
 */
export function afterAll(beginning: string): string | undefined {
  let rest = beginning;
  while (rest.endsWith('\u{10FFFF}')) rest = rest.slice(0, -2);
  if (rest === '') return undefined;
  const last = rest.codePointAt(rest.length - (/[\uDC00-\uDFFF]$/.test(rest) ? 2 : 1))!;
  const next = last === 0xd7ff ? AFTER_SURROGATES : last + 1;
  return rest.slice(0, last > 0xffff ? -2 : -1) + String.fromCodePoint(next);
}

const AFTER_SURROGATES = 0xe000;

function findColumn({ table: { bareName, columns, shape } }: Source, field: string): SqlColumn {
  const column = columns.get(field);
  if (column !== undefined) return column;
  throw new TypeError(
    `"${field}" of "${shape.resource}" cannot be used in a query: the table "${bareName}" has no column for it`,
  );
}

/** Writes the equality of a column with a value of the application. */
export function writeEquality(out: SqlText, alias: string, column: SqlColumn | string, value: unknown): string {
  if (typeof column === 'string')
    return value === null ? `${alias}.${column} is null` : `${alias}.${column} = ${out.bind(value)}`;
  const reference = `${alias}.${column.name}`;
  if (value === null || value === undefined) return `${reference} is null`;
  if (column.times !== undefined) return writeTimes(out, 'eq', value, column, reference);
  const wanted = column.operand(value) ?? column.operand(typed(value, column));
  if (wanted === undefined || !column.fits(wanted) || (column.whole && !isWhole(wanted as number))) return FALSE;
  return `${column.exact(reference)} = ${out.bind(wanted, column.cast)}`;
}

/** Converts a path variable, which is a string, to the type of the column. */
export function typed(value: unknown, { kind }: SqlColumn): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'integer' || kind === 'number') return value.trim() === '' ? undefined : Number(value);
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  return value;
}
