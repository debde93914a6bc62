import { ConflictError, ServiceUnavailableError, UnprocessableContentError } from '../../../core/http/errors.ts';
import type { HttpContext } from '../../../core/http/context.ts';
import type { HttpError } from '../../../core/http/errors.ts';
import type { SqlTable } from './sql-table.ts';

/** What a constraint found wrong, whichever database it stood in. */
export interface Refusal {
  readonly kind: 'unique' | 'missing' | 'referenced' | 'null' | 'check' | 'value' | 'busy';
  /** The columns concerned, as far as the database tells. */
  readonly columns: readonly string[];
  /** The name of the constraint, or its expression. */
  readonly constraint?: string | undefined;
}

/**
 * Returns the error that a client receives for a refusal: 409 for what is taken or in use, 422 with a pointer for what is
 * wrong. Fields that the client must not know of are not named.
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
    const what = fields.length > 0 ? `this ${fields.join(' and ')}` : 'these values';
    const errors = fields.map((field) => ({ pointer: pointerTo(field), detail: 'Is taken already', code: 'taken' }));
    return new ConflictError(`There is already an item of "${table.shape.resource}" with ${what}`, {
      ...options,
      type: '/problems/conflict',
      ...(errors.length > 0 ? { extensions: { errors } } : {}),
    });
  }
  if (kind === 'referenced')
    return new ConflictError('Other items still refer to this one', { ...options, type: '/problems/conflict' });
  const [code, told] = WRONG[kind];
  const pointers =
    fields.length === 0 ? [''] : kind === 'check' ? fields.slice(0, 1).map(pointerTo) : fields.map(pointerTo);
  const pointed = kind === 'check' && fields.length > 1 ? [''] : pointers;
  return new UnprocessableContentError(
    pointed.map((pointer) => ({ pointer, detail: told, code })),
    undefined,
    options,
  );
}

const WRONG = {
  missing: ['missing_link', 'Refers to an item that does not exist'],
  null: ['required', 'Is required'],
  check: ['check', 'Is not allowed by the database'],
  value: ['unstorable', 'Is no value that the database can store'],
} as const;

function fieldOf(column: string, table: SqlTable): string | undefined {
  for (const each of table.columns.values())
    if (each.bareName === column || each.folded?.bareName === column) return each.field;
  for (const [name, each] of table.hidden) if (each.bareName === column) return name;
  return undefined;
}

// A constraint is often named after its column, and SQLite names one without a name by its expression.
function columnsIn(constraint: string | undefined, table: SqlTable): string[] {
  if (constraint === undefined) return [];
  const words = new Set(constraint.toLowerCase().match(/[a-z0-9]+(?:_[a-z0-9]+)*/g));
  for (const word of [...words]) for (const part of word.split('_')) words.add(part);
  return table.all.map(({ bareName }) => bareName).filter((name) => words.has(name.toLowerCase()));
}

function pointerTo(field: string): string {
  return `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
