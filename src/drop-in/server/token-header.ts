import type { ServerResponse } from 'node:http';

type Headers = Readonly<Record<string, unknown>> | readonly unknown[];

/**
 * Adds header lines to the arguments of `writeHead`. The application's own lines keep their order and spelling.
 *
 * @returns the new arguments
 */
export function withHeaders(
  response: ServerResponse,
  args: readonly unknown[],
  lines: readonly (readonly [name: string, value: string])[],
): unknown[] {
  const at = typeof args[1] === 'string' || args.length > 2 ? 2 : 1;
  const headers = args[at] as Headers | null | undefined;
  if (headers === undefined || headers === null) {
    for (const [name, value] of lines) response.setHeader(name, value);
    return [...args];
  }
  const result = [...args];
  try {
    result[at] = addLines(headers, lines);
  } catch {
    // A getter or a proxy of the application throws. Node.js reads it as well, and throws the error to the application.
  }
  return result;
}

function addLines(headers: Headers, lines: readonly (readonly [string, string])[]): Headers {
  if (!Array.isArray(headers)) {
    const result: Record<string, unknown> = { ...headers };
    for (const [name, value] of lines) result[name] = value;
    return result;
  }
  if (Array.isArray(headers[0])) return [...headers, ...lines];
  // Node.js names a list with a missing value in its error.
  return headers.length % 2 === 0 ? [...headers, ...lines.flat()] : headers;
}
