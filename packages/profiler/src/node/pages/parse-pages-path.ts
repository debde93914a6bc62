import { JSON } from 'oriel-core/builtins';

/**
 * Validates the path of the embedded pages.
 *
 * @returns the path without a slash at its end
 * @throws {TypeError} if it is not a path of letters, digits and `-._~` that begins with a slash, or is that of the whole application
 */
export function parsePagesPath(path: unknown): string {
  const trimmed = typeof path === 'string' ? path.replace(/\/$/, '') : '';
  // Clients resolve segments of dots.
  if (/^(?:\/[\w.~-]+)+$/.test(trimmed) && !/\/\.{1,2}(?:\/|$)/.test(trimmed)) return trimmed;
  throw new TypeError(
    `profiler() has the path ${JSON.stringify(path)}; expected a path of letters, digits and -._~, such as "/debug/profiler"`,
  );
}
