/**
 * Returns the unescaped parts of a JSON pointer (RFC 6901); undefined if it is invalid.
 *
 * @example
 * ```ts
 * import { parsePointer } from './json-pointer.ts';
 * parsePointer('/a~1b/0'); // => ['a/b', '0']
 * parsePointer('a'); // => undefined
 * ```
 */
export function parsePointer(text: string): string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
