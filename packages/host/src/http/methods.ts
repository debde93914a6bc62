/** The methods that read a representation. HEAD and QUERY read the same data as GET. */
export const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

/** Every safe method of the IANA registry except PRI, which never reaches a route. */
const SAFE_METHODS: ReadonlySet<string> = new Set([
  ...READ_METHODS,
  'OPTIONS',
  'PROPFIND',
  'REPORT',
  'SEARCH',
  'TRACE',
]);

/**
 * Returns the methods that a rule about `methods` applies to, in capitals. A rule for GET or QUERY applies to every safe
 * method, because a route that accepts another one returns the same data.
 *
 * @param methods as configured, in any case
 */
export function expandSafeMethods(methods: readonly string[]): ReadonlySet<string> {
  const names = methods.map((method) => method.toUpperCase());
  // HEAD returns no rows, so a rule for HEAD alone does not apply to GET.
  return new Set(names.includes('GET') || names.includes('QUERY') ? [...names, ...SAFE_METHODS] : names);
}
