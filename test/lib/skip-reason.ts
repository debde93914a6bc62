/**
 * Returns why tests that need a server are skipped: none listens on this machine, and the variable with its URL is not set.
 *
 * @param error the error of the attempt to connect
 * @throws the error if it has any other cause, such as a time limit, a missing database or a failed statement, so that a test that
 *   does not run is noticed
 */
export function skipReason(server: string, variable: string, error: unknown): string {
  if (process.env[variable] !== undefined || !isRefused(error)) throw error;
  return `${server} does not run on this machine; set ${variable} to use another one`;
}

function isRefused(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isRefused);
  const { code, cause } = Object(error) as { readonly code?: unknown; readonly cause?: unknown };
  return code === 'ECONNREFUSED' || code === 'ENOENT' || (cause !== undefined && isRefused(cause));
}
