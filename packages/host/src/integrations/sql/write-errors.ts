import { ConflictError, UnprocessableContentError } from 'oriel-core/http';
import type { HttpContext, HttpError } from 'oriel-core/http';
import { createPointer } from '../../http/json.ts';
import type { SqlTable } from './sql-table.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import { constraintError } from './constraint-problems.ts';
import type { DefaultProblem } from './constraint-problems.ts';

/** A violated constraint, independent of the database. */
export interface Refusal {
  readonly kind: 'unique' | 'exclusion' | 'missing' | 'referenced' | 'null' | 'check' | 'value';
  /** The columns concerned, if the database reports them. */
  readonly columns: readonly string[];
  /** The name of the constraint, or its expression. */
  readonly constraint?: string | undefined;
}

/** The write that was refused. */
export interface RefusedWrite {
  readonly context: HttpContext;
  /** The fields and columns whose values are those of the request and not of its body: the tenant and the scope. */
  readonly scope: Iterable<string>;
}

/**
 * Returns the error that a client receives for a violated constraint: that of the application, by default 409 for duplicates and
 * rows in use, 422 with a pointer for invalid values. Fields that the client must not know of are not named.
 */
export function refusalError(refusal: Refusal, table: SqlTable, write: RefusedWrite, cause: unknown): HttpError {
  const { kind, columns, constraint } = refusal;
  const declared = constraint === undefined ? undefined : table.constraints.get(constraint);
  // The constraint of a row in use is that of another table.
  const named = columns.length > 0 || kind === 'referenced' ? columns : columnsIn(constraint, table);
  const found = declared?.fields ?? [...new Set(named.flatMap((column) => getField(column, table) ?? []))];
  const fields = declared?.fields === undefined ? withoutScope(found, table, write) : found;
  const visible = fields.filter((field) => table.shape.mayName?.(field, write.context) !== false);
  // A check of several columns has no single field, and one of several values was refused.
  const isUnclear = declared?.fields === undefined && (kind === 'check' || kind === 'value') && fields.length > 1;
  const byDefault = defaultProblem(kind, isUnclear ? [] : visible, table.shape.resource);
  return declared === undefined ? defaultError(byDefault, cause) : constraintError(declared, byDefault, cause);
}

function defaultProblem(kind: Refusal['kind'], fields: readonly string[], type: string): DefaultProblem {
  const [code, detail] = MEMBERS[kind];
  const errors = fields.map((field) => ({ pointer: createPointer(field), detail, code }));
  const conflict = (text: Message): DefaultProblem => ({
    status: 409,
    type: '/problems/conflict',
    detail: text,
    errors,
  });
  if (kind === 'referenced') return conflict(message('item.still-referenced'));
  if (kind === 'exclusion') return conflict(message('item.excluded', { type }));
  if (kind === 'unique' && fields.length === 0) return conflict(message('item.conflict-of-values', { type }));
  if (kind === 'unique') return conflict(message('item.conflict', { type, fields: fields.join(' and ') }));
  return {
    status: 422,
    type: '/problems/validation',
    title: message('title.validation-failed'),
    detail,
    errors: errors.length > 0 ? errors : [{ pointer: '', detail, code }],
  };
}

function defaultError({ status, type, detail, errors }: DefaultProblem, cause: unknown): HttpError {
  if (status === 422) return new UnprocessableContentError(errors, undefined, { cause });
  return new ConflictError(detail, { cause, type, ...(errors.length > 0 ? { extensions: { errors } } : {}) });
}

const MEMBERS = {
  unique: ['taken', message('member.taken')],
  exclusion: ['conflict', message('member.excluded')],
  referenced: ['referenced', message('item.still-referenced')],
  missing: ['missing_link', message('member.no-such-item')],
  null: ['required', message('member.required')],
  check: ['check', message('member.not-allowed-by-database')],
  value: ['unstorable', message('member.not-storable')],
} as const;

// The client has not sent them, such as the tenant in a composite key.
function withoutScope(fields: readonly string[], table: SqlTable, { scope }: RefusedWrite): string[] {
  const names = new Set(scope);
  return fields.filter((field) => !names.has(field) && !names.has(table.writable(field)?.bareName ?? field));
}

function getField(column: string, table: SqlTable): string | undefined {
  for (const other of table.columns.values())
    if (other.bareName === column || other.folded?.bareName === column) return other.field;
  for (const [name, value] of table.hidden) if (value.bareName === column) return name;
  return undefined;
}

// Constraints are often named after their table and column, and SQLite reports the expression of an unnamed one.
function columnsIn(constraint: string | undefined, table: SqlTable): string[] {
  if (constraint === undefined) return [];
  const words = splitWords(constraint);
  const tableWords = splitWords(table.bareName);
  if (startsWithWords(words, 0, tableWords)) words.splice(0, tableWords.length);
  // The longest name first, so that `ends_at` does not also name a column `ends`.
  const columns = table.all.map(({ bareName }) => bareName).toSorted((a, b) => b.length - a.length);
  return columns.filter((name) => {
    const wanted = splitWords(name);
    const index = words.findIndex((_word, start) => startsWithWords(words, start, wanted));
    if (index !== -1) words.splice(index, wanted.length, '');
    return index !== -1;
  });
}

function splitWords(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function startsWithWords(words: readonly string[], start: number, wanted: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((word, index) => words[start + index] === word);
}
