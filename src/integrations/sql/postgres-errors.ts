import type { Refusal } from './write-errors.ts';

/** Returns the constraint that PostgreSQL reported, from its SQLSTATE and columns; undefined for other errors. */
export function postgresRefusal(error: unknown): Refusal | undefined {
  const { code, column, constraint, detail = '' } = (error ?? {}) as Record<string, string | undefined>;
  if (typeof code !== 'string' || code.length !== 5) return undefined;
  const columns = column === undefined ? columnsOf(detail) : [column];
  switch (code) {
    case '23505':
    // An exclusion constraint: a unique constraint with other operators than equality.
    case '23P01':
      return { kind: 'unique', columns, constraint };
    case '23503':
      // Both sides of a link have the same code; only the detail differs.
      return /is still referenced/.test(detail)
        ? { kind: 'referenced', columns: [] }
        : { kind: 'missing', columns, constraint };
    case '23001':
      return { kind: 'referenced', columns: [] };
    case '23502':
      return { kind: 'null', columns };
    case '23514':
      return { kind: 'check', columns: [], constraint };
    case '40001':
    case '40P01':
    case '55P03':
      return { kind: 'busy', columns: [] };
    default:
      return code.startsWith('22') ? { kind: 'value', columns: [], constraint } : undefined;
  }
}

// For example: `Key (name, country)=(Berlin, DE) already exists.` An index of expressions has `Key (lower(name::text))=(berlin)`.
function columnsOf(detail: string): string[] {
  const key = /^Key \((.*?)\)=\(/.exec(detail)?.[1] ?? '';
  return [...key.replaceAll(CAST, '').matchAll(IDENTIFIER)].map(([, quoted, bare]) => quoted ?? bare!);
}

const CAST = /::(?:"[^"]*"|[\w .]+)(?:\[\])?/g;
const IDENTIFIER = /"([^"]+)"|([\p{L}_][\p{L}\p{N}_$]*)(?![\p{L}\p{N}_$(])/gu;
