import { HttpError, ServiceUnavailableError } from 'oriel-core/http';

/**
 * The error for a query that failed because its database is busy, full or cannot be reached: 503 with Retry-After, with the
 * error of the driver as its cause. Every other error is returned as it is.
 * @param kinds `away` excludes conflicts with other queries, which applications may retry
 */
export function asUnavailable(error: unknown, kinds: 'all' | 'away' = 'all'): unknown {
  if (error instanceof HttpError || typeof error !== 'object' || error === null) return error;
  const found = getKind(error);
  if (found === undefined || (kinds === 'away' && found === 'busy')) return error;
  const message = found === 'busy' ? 'The database is busy' : 'The database is not available';
  return new ServiceUnavailableError(message, {
    cause: error,
    headers: { 'Retry-After': found === 'busy' ? '1' : '5' },
  });
}

/** Runs queries of a store; @throws {ServiceUnavailableError} if the database is busy, full or cannot be reached. */
export async function queryDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error);
  }
}

interface DriverError {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly errcode?: unknown;
}

function getKind({ code, errcode, message }: DriverError): 'busy' | 'away' | undefined {
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') {
    const primary = errcode & 0xff;
    return SQLITE_BUSY.includes(primary) ? 'busy' : SQLITE_AWAY.includes(primary) ? 'away' : undefined;
  }
  if (typeof code === 'string') {
    if (POSTGRES_BUSY.has(code) || NAMED_BUSY.test(code)) return 'busy';
    if (POSTGRES_AWAY.test(code) || NETWORK.test(code) || NAMED_AWAY.test(code)) return 'away';
  }
  // The package pg has no codes for these.
  return typeof message === 'string' && PG_MESSAGES.test(message) ? 'away' : undefined;
}

// https://sqlite.org/rescode.html: BUSY and LOCKED; NOMEM, READONLY, IOERR, FULL, CANTOPEN and PROTOCOL
const SQLITE_BUSY: readonly number[] = [5, 6];
const SQLITE_AWAY: readonly number[] = [7, 8, 10, 13, 14, 15];

// The names of the same codes in errors of better-sqlite3.
const NAMED_BUSY = /^SQLITE_(?:BUSY|LOCKED)/;
const NAMED_AWAY = /^SQLITE_(?:NOMEM|READONLY|IOERR|FULL|CANTOPEN|PROTOCOL)/;

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const POSTGRES_BUSY: ReadonlySet<string> = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
]);
// Connection exceptions, insufficient resources, queries cancelled by statement_timeout, start and shutdown of the
// server, transaction timeouts, a server that became a read-only standby, I/O errors.
const POSTGRES_AWAY = /^(?:08\w{3}|53\w{3}|57014|57P0[1-5]|25P0[34]|25006|58030)$/;
const NETWORK =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const PG_MESSAGES =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Postgres connection has been discarded)/;
