import type { ServerResponse } from 'node:http';

type Headers = Readonly<Record<string, unknown>> | readonly unknown[];

/**
 * Adds header lines to the arguments of `writeHead`. The application's own lines keep their order and spelling, except those of the same
 * name: a gateway passes the lines of another recorded server on.
 *
 * @returns the new arguments
 */
export function withHeaders(
  response: ServerResponse,
  args: readonly unknown[],
  lines: readonly (readonly [name: string, value: string])[],
): unknown[] {
  const index = typeof args[1] === 'string' || args.length > 2 ? 2 : 1;
  const headers = args[index] as Headers | null | undefined;
  if (headers === undefined || headers === null) {
    for (const [name, value] of lines) response.setHeader(name, value);
    return [...args];
  }
  const result = [...args];
  try {
    result[index] = replaceLines(headers, lines);
  } catch {
    // A getter or a proxy of the application throws. Node.js reads it as well, and throws the error to the application.
  }
  return result;
}

/**
 * Replaces lines of a head by name, whatever its case.
 *
 * @param headers an object, a list of pairs, or a list of names and values
 */
export function replaceLines(headers: Headers, lines: readonly (readonly [string, string])[]): Headers {
  const names = lines.map(([name]) => name.toLowerCase());
  const isReplaced = (name: unknown): boolean => typeof name === 'string' && names.includes(name.toLowerCase());
  if (!Array.isArray(headers)) {
    const result: Record<string | symbol, unknown> = { ...headers };
    for (const name of Object.keys(result)) if (isReplaced(name)) delete result[name];
    for (const [name, value] of lines) result[name] = value;
    return result;
  }
  if (Array.isArray(headers[0]))
    return [...headers.filter((line) => !isReplaced((line as readonly unknown[])[0])), ...lines];
  // Node.js names a list with a missing value in its error.
  if (headers.length % 2 !== 0) return headers;
  return [...headers.filter((_, index) => !isReplaced(headers[index & ~1])), ...lines.flat()];
}
