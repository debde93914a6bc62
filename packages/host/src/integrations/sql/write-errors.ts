import { ConflictError, ServiceUnavailableError, UnprocessableContentError } from 'oriel-core/http';
import type { HttpContext, HttpError } from 'oriel-core/http';
import type { SqlTable } from './sql-table.ts';
import { message } from 'oriel-core/messages';

/** A violated constraint, independent of the database. */
export interface Refusal {
  readonly kind: 'unique' | 'missing' | 'referenced' | 'null' | 'check' | 'value' | 'busy';
  /** The columns concerned, if the database reports them. */
  readonly columns: readonly string[];
  /** The name of the constraint, or its expression. */
  readonly constraint?: string | undefined;
}

/**
 * Returns the error that a client receives for a violated constraint: 409 for duplicates and rows in use, 422 with a pointer for invalid
 * values. Fields that the client must not know of are not named.
 */
export function refusalError(
  { kind, columns, constraint }: Refusal,
  table: SqlTable,
  context: HttpContext,
  cause: unknown,
): HttpError {
  const named = columns.length > 0 ? columns : columnsIn(constraint, table);
  const found = new Set(named.flatMap((column) => fieldOf(column, table) ?? []));
  const fields = [...found].filter((field) => table.shape.mayName?.(field, context) !== false);
  const options = { cause };
  if (kind === 'busy')
    return new ServiceUnavailableError('The database is busy', { ...options, headers: { 'Retry-After': '1' } });
  if (kind === 'unique') {
    const type = table.shape.resource;
    const detail =
      fields.length > 0
        ? message('item.conflict', { type, fields: fields.join(' and ') })
        : message('item.conflict-of-values', { type });
    const errors = fields.map((field) => ({
      pointer: pointerTo(field),
      detail: message('member.taken'),
      code: 'taken',
    }));
    return new ConflictError(detail, {
      ...options,
      type: '/problems/conflict',
      ...(errors.length > 0 ? { extensions: { errors } } : {}),
    });
  }
  if (kind === 'referenced')
    return new ConflictError(message('item.still-referenced'), { ...options, type: '/problems/conflict' });
  const [code, detail] = INVALID_VALUES[kind];
  // A check of several columns has no single field, and one of several values was refused.
  const isUnclear = found.size === 0 || ((kind === 'check' || kind === 'value') && found.size > 1);
  const pointed = isUnclear || fields.length === 0 ? [''] : fields.map(pointerTo);
  return new UnprocessableContentError(
    pointed.map((pointer) => ({ pointer, detail, code })),
    undefined,
    options,
  );
}

const INVALID_VALUES = {
  missing: ['missing_link', message('member.no-such-item')],
  null: ['required', message('member.required')],
  check: ['check', message('member.not-allowed-by-database')],
  value: ['unstorable', message('member.not-storable')],
} as const;

function fieldOf(column: string, table: SqlTable): string | undefined {
  for (const each of table.columns.values())
    if (each.bareName === column || each.folded?.bareName === column) return each.field;
  for (const [name, each] of table.hidden) if (each.bareName === column) return name;
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

function pointerTo(field: string): string {
  return `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
