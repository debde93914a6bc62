/**
 * The value of one cookie in a `Cookie` header, the first if it stands there twice; undefined when it is not there.
 *
 * @example
 * ```ts
 * import { cookieValue } from './cookie-value.ts';
 * cookieValue('a=1; lang=fr', 'lang'); // => 'fr'
 * ```
 */
export function cookieValue(header: string, name: string): string | undefined {
  for (let start = 0; start < header.length;) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon < 0 ? header.length : semicolon;
    const equals = header.indexOf('=', start);
    if (equals >= 0 && equals < end && header.slice(start, equals).trim() === name) {
      const value = header.slice(equals + 1, end).trim();
      return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
    }
    start = end + 1;
  }
  return undefined;
}
