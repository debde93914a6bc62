import { ConflictError, ServiceUnavailableError, UnprocessableContentError } from '../../core/http/errors.ts';
import type { HttpContext } from '../../core/http/context.ts';
import type { HttpError } from '../../core/http/errors.ts';
import type { SqlTable } from './sql-table.ts';
import { message } from '../../core/messages/message.ts';

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
  const fields = named
    .flatMap((column) => fieldOf(column, table) ?? [])
    .filter((field) => table.shape.mayName?.(field, context) !== false);
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
  const pointers =
    fields.length === 0 ? [''] : kind === 'check' ? fields.slice(0, 1).map(pointerTo) : fields.map(pointerTo);
  const pointed = kind === 'check' && fields.length > 1 ? [''] : pointers;
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

// Constraints are often named after their column, and SQLite reports the expression of an unnamed one.
function columnsIn(constraint: string | undefined, table: SqlTable): string[] {
  if (constraint === undefined) return [];
  const words = new Set(constraint.toLowerCase().match(/[a-z0-9]+(?:_[a-z0-9]+)*/g));
  for (const word of [...words]) for (const part of word.split('_')) words.add(part);
  return table.all.map(({ bareName }) => bareName).filter((name) => words.has(name.toLowerCase()));
}

function pointerTo(field: string): string {
  return `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
