import { HttpError } from 'oriel-core/http';

/**
 * Returns whether a database has rolled a transaction back because of another one, so that repeating it may succeed: a serialization
 * failure or a deadlock of PostgreSQL, or a locked database of SQLite.
 */
export function isTransactionConflict(error: unknown): boolean {
  // A store reports it as 503, and a bulk request adds the index of the item.
  let found: unknown = error;
  while (found instanceof HttpError) found = found.cause;
  if (typeof found !== 'object' || found === null) return false;
  const { code, errcode } = found as { readonly code?: unknown; readonly errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR') return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
  return typeof code === 'string' && (POSTGRES_CONFLICTS.has(code) || NAMED_BUSY.test(code));
}

// https://sqlite.org/rescode.html#busy, and its name in errors of better-sqlite3
const SQLITE_BUSY = 5;
const NAMED_BUSY = /^SQLITE_BUSY/;

// https://www.postgresql.org/docs/current/errcodes-appendix.html: serialization_failure and deadlock_detected
const POSTGRES_CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
