import { BadRequestError } from './errors.ts';
import { assertBounds } from './json-bounds.ts';
import { findJsonSyntaxError } from './json-syntax-error.ts';

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
    return new BadRequestError('The body is empty; JSON was expected', { type: '/problems/malformed-json', cause });
  const at = findJsonSyntaxError(text);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const found = at >= text.length ? 'the end of the text' : JSON.stringify(String.fromCodePoint(text.codePointAt(at)!));
  return new BadRequestError(`Malformed JSON at line ${line}, column ${column}: unexpected ${found}`, {
    type: '/problems/malformed-json',
    extensions: { line, column },
    cause,
  });
}
