import type { Refusal } from './write-errors.ts';

/**
 * Returns the constraint that SQLite reported, from its extended result code and message; undefined for other errors.
 */
export function sqliteRefusal(error: unknown, deleting: boolean): Refusal | undefined {
  const { message } = (error ?? {}) as { message?: string };
  const errcode = resultCode(error);
  if (errcode === undefined || typeof message !== 'string') return undefined;
  const detail = message.slice(message.indexOf(': ') + 2);
  switch (errcode) {
    case CONSTRAINT.UNIQUE:
    case CONSTRAINT.PRIMARYKEY:
    case CONSTRAINT.ROWID:
      return detail.startsWith('index ')
        ? { kind: 'unique', columns: [], constraint: detail }
        : { kind: 'unique', columns: getColumns(detail) };
    case CONSTRAINT.FOREIGNKEY:
    case CONSTRAINT.TRIGGER:
      if (errcode === CONSTRAINT.TRIGGER && !/foreign key/i.test(message)) return { kind: 'check', columns: [] };
      return { kind: deleting ? 'referenced' : 'missing', columns: [] };
    case CONSTRAINT.NOTNULL:
      return { kind: 'null', columns: getColumns(detail) };
    case CONSTRAINT.CHECK:
      return { kind: 'check', columns: [], constraint: detail };
    case CONSTRAINT.DATATYPE:
      return { kind: 'value', columns: getColumns(detail.replace(/^.* in \w+ column /, '')) };
    case MISMATCH:
    case TOO_BIG:
      return { kind: 'value', columns: [] };
    default:
      return undefined;
  }
}

/** Whether SQLite refused a value of another type than that of the primary key. */
export function isMismatch(error: unknown): boolean {
  return resultCode(error) === MISMATCH;
}

// https://sqlite.org/rescode.html
const CONSTRAINT = {
  CHECK: 275,
  FOREIGNKEY: 787,
  NOTNULL: 1299,
  PRIMARYKEY: 1555,
  TRIGGER: 1811,
  UNIQUE: 2067,
  ROWID: 2579,
  DATATYPE: 3091,
} as const;
const TOO_BIG = 18;
const MISMATCH = 20;
const NAMED: Readonly<Record<string, number>> = {
  SQLITE_TOOBIG: TOO_BIG,
  SQLITE_MISMATCH: MISMATCH,
  ...Object.fromEntries(Object.entries(CONSTRAINT).map(([name, code]) => [`SQLITE_CONSTRAINT_${name}`, code])),
};

/** Returns the extended result code of an error of `node:sqlite`, or of better-sqlite3, which has names of codes. */
function resultCode(error: unknown): number | undefined {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return errcode;
  return typeof code === 'string' ? NAMED[code] : undefined;
}

// For example: `cities.name, cities.country`
function getColumns(detail: string): string[] {
  return detail.split(', ').map((part) => part.slice(part.lastIndexOf('.') + 1));
}
