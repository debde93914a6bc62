import { quote } from '../sql/sql-dialect.ts';
import type { ConstraintColumns } from '../sql/postgres-constraints.ts';

/**
 * Returns the error of the driver inside of an error of Prisma, with the properties that drivers give it. Other errors are returned as
 * they are.
 *
 * @param constraints the columns of the constraints of the table, which the error does not have
 */
export function driverError(error: unknown, constraints?: ConstraintColumns): unknown {
  const { code, meta } = (error ?? {}) as { readonly code?: unknown; readonly meta?: Meta };
  const found = meta?.driverAdapterError?.cause;
  if (found === undefined) {
    const known = typeof code === 'string' && PRISMA_CODES[code];
    return known ? withCode(known, (error as Error).message, error) : error;
  }
  const { originalCode, originalMessage = found.message ?? String(found.kind), kind = '' } = found;
  if (originalCode === undefined) {
    const known = NETWORK_KINDS[kind];
    return known ? withCode(known, originalMessage, error) : error;
  }
  return Object.assign(
    withCode(originalCode, originalMessage, error),
    postgresParts(found, originalMessage, constraints),
  );
}

/** The cause of an error with the code P2010, as adapters write it. */
interface DriverCause {
  readonly originalCode?: string;
  readonly originalMessage?: string;
  readonly kind?: string;
  readonly message?: string;
  readonly detail?: string;
  readonly column?: string;
  readonly constraint?: { readonly index?: string; readonly fields?: readonly string[] };
}

interface Meta {
  readonly driverAdapterError?: { readonly cause?: DriverCause };
}

// The adapter omits the column and most details, which the message of PostgreSQL has in English.
function postgresParts(
  { detail, column, constraint }: DriverCause,
  message: string,
  constraints: ConstraintColumns | undefined,
): object {
  const name = constraint?.index ?? /constraint "([^"]+)"/.exec(message)?.[1];
  const isReferenced = message.startsWith('update or delete on table');
  const columns = constraints?.get(name ?? '');
  return {
    constraint: name,
    column: column ?? /^null value in column "([^"]+)"/.exec(message)?.[1],
    detail: isReferenced ? 'is still referenced' : columns ? `Key (${columns.map(quote).join(', ')})=(…)` : detail,
  };
}

function withCode(code: string, message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code });
}

// Errors of connections, whose code the adapters of Prisma remove.
const NETWORK_KINDS: Readonly<Record<string, string>> = {
  DatabaseNotReachable: 'ECONNREFUSED',
  ConnectionClosed: 'ECONNRESET',
  SocketTimeout: 'ETIMEDOUT',
};

// https://www.prisma.io/docs/orm/reference/error-reference: errors of connections and of the start of a transaction.
const PRISMA_CODES: Readonly<Record<string, string>> = {
  P1001: 'ECONNREFUSED',
  P1002: 'ETIMEDOUT',
  P1008: 'ETIMEDOUT',
  P1017: 'ECONNRESET',
  P2024: '53300',
  P2028: '25P04',
  P2034: '40001',
};
