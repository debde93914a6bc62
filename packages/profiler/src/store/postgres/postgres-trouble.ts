import { failureReason } from 'oriel-core/http';
import { URL } from 'oriel-core/builtins';

/** Returns the address of a server without user, password and options, for logs and pages. */
export function describeServer(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** Returns the log message for an error of the server. */
export function describeTrouble(url: string, error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  const fix = typeof code === 'string' ? FIXES[code] : undefined;
  const advice = fix === undefined ? '' : ` ${fix}.`;
  return `Profiles are not being stored: PostgreSQL at ${describeServer(url)}: ${failureReason(error)}.${advice} Requests are not affected; writing is retried automatically.`;
}

/** Returns whether an error was caused by a profile, which would fail again, and not by the server. */
export function isProfileError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  // Data exceptions and violated constraints.
  return typeof code === 'string' && /^2[23]/.test(code);
}

const FIXES: Readonly<Record<string, string>> = {
  '42501':
    'The role needs the privilege to create tables, because partitions are created each month: run "grant create, usage on schema public to <role>", or let the role own the tables',
  '3F000': 'Create the schema of the search path',
  '28P01': 'Check the user and the password in the URL',
  '3D000': 'Create the database, or check its name in the URL',
};
