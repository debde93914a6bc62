import type { Refusal } from './write-errors.ts';

/** What SQLite refused, read from its extended result code and its message; undefined for everything else. */
export function sqliteRefusal(error: unknown, deleting: boolean): Refusal | undefined {
  const { errcode, message } = (error ?? {}) as { errcode?: unknown; message?: string };
  if (typeof errcode !== 'number' || typeof message !== 'string') return undefined;
  const told = message.slice(message.indexOf(': ') + 2);
  switch (errcode) {
    case CONSTRAINT.UNIQUE:
    case CONSTRAINT.PRIMARYKEY:
    case CONSTRAINT.ROWID:
      return told.startsWith('index ')
        ? { kind: 'unique', columns: [], constraint: told }
        : { kind: 'unique', columns: columnsOf(told) };
    case CONSTRAINT.FOREIGNKEY:
    case CONSTRAINT.TRIGGER:
      if (errcode === CONSTRAINT.TRIGGER && !/foreign key/i.test(message)) return { kind: 'check', columns: [] };
      return { kind: deleting ? 'referenced' : 'missing', columns: [] };
    case CONSTRAINT.NOTNULL:
      return { kind: 'null', columns: columnsOf(told) };
    case CONSTRAINT.CHECK:
      return { kind: 'check', columns: [], constraint: told };
    case CONSTRAINT.DATATYPE:
      return { kind: 'value', columns: columnsOf(told.replace(/^.* in \w+ column /, '')) };
    case MISMATCH:
    case TOO_BIG:
      return { kind: 'value', columns: [] };
    default:
      return (errcode & 0xff) === BUSY ? { kind: 'busy', columns: [] } : undefined;
  }
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
const BUSY = 5;
const TOO_BIG = 18;
const MISMATCH = 20;

// `cities.name, cities.country`
function columnsOf(told: string): string[] {
  return told.split(', ').map((each) => each.slice(each.lastIndexOf('.') + 1));
}
