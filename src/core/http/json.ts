import { BadRequestError } from './errors.ts';
import { assertBounds } from './json-bounds.ts';
import { findJsonSyntaxError } from './json-syntax-error.ts';
import { message } from '../messages/message.ts';

/**
 * Parses JSON (RFC 8259) from a client.
 *
 * @throws {BadRequestError} with line and column of a syntax error, or the pointer of a value that is too deep or too large
 *
 * @example
 * ```ts
 * import { parseJson } from './json.ts';
 * parseJson('{"a": 1}'); // => { a: 1 }
 * ```
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed(text, cause);
  }
  assertBounds(value, text);
  return value;
}

function malformed(text: string, cause: unknown): BadRequestError {
  if (text.trim() === '')
    return new BadRequestError(message('body.empty'), { type: '/problems/malformed-json', cause });
  const at = findJsonSyntaxError(text);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const detail =
    at >= text.length
      ? message('json.unexpected-end', { line, column })
      : message('json.unexpected', {
          line,
          column,
          found: JSON.stringify(String.fromCodePoint(text.codePointAt(at)!)),
        });
  return new BadRequestError(detail, {
    type: '/problems/malformed-json',
    extensions: { line, column },
    cause,
  });
}

/**
 * Returns the unescaped parts of a JSON pointer (RFC 6901); undefined if it is invalid.
 *
 * @example
 * ```ts
 * import { parsePointer } from './json.ts';
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
