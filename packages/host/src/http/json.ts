import { BadRequestError } from 'oriel-core/http';
import { assertBounds } from './json-bounds.ts';
import { findJsonSyntaxError } from './json-syntax-error.ts';
import { message } from 'oriel-core/messages';

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
  const value = parseUnbounded(text, 1);
  assertBounds(value, text);
  return value;
}

/**
 * Parses lines of JSON from a client, such as NDJSON. Empty lines are skipped.
 *
 * @throws {BadRequestError} as `parseJson` does: the line is that of the text, and the pointer of a value in one of several
 * lines begins with the index of its item
 *
 * @example
 * ```ts
 * import { parseJsonLines } from './json.ts';
 * parseJsonLines('{"a": 1}\n\n{"a": 2}\n'); // => [{ a: 1 }, { a: 2 }]
 * parseJsonLines('{"a": 1}\n{"a"}\n'); // THROWS Malformed JSON at line 2, column 5
 * ```
 */
export function parseJsonLines(text: string): unknown[] {
  const values: unknown[] = [];
  for (const [index, line] of text.split('\n').entries())
    if (line.trim() !== '') values.push(parseUnbounded(line, index + 1));
  assertBounds(values.length === 1 ? values[0] : values, text);
  return values;
}

function parseUnbounded(text: string, firstLine: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed(text, firstLine, cause);
  }
}

function malformed(text: string, firstLine: number, cause: unknown): BadRequestError {
  if (text.trim() === '')
    return new BadRequestError(message('body.empty'), { type: '/problems/malformed-json', cause });
  const position = findJsonSyntaxError(text);
  const before = text.slice(0, position);
  const line = firstLine + before.split('\n').length - 1;
  const column = position - before.lastIndexOf('\n');
  const detail =
    position >= text.length
      ? message('json.unexpected-end', { line, column })
      : message('json.unexpected', {
          line,
          column,
          found: JSON.stringify(String.fromCodePoint(text.codePointAt(position)!)),
        });
  return new BadRequestError(detail, {
    type: '/problems/malformed-json',
    extensions: { line, column },
    cause,
  });
}

/** Returns the JSON pointer (RFC 6901) of a member; a name of a client is shortened. */
export function createPointer(name: string, parent = ''): string {
  return `${parent}/${name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
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
