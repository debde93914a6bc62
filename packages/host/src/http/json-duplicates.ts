import { BadRequestError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';

/**
 * Rejects JSON text in which an object has a duplicate member. Parsers differ in which value they use (RFC 8259 §4), so
 * one program may validate a value that another does not read. `JSON.parse` silently uses the last one, so this function
 * scans the text again.
 *
 * @param text valid JSON
 * @throws {BadRequestError} 400, with name, line and column of the duplicate
 *
 * @example
 * ```ts
 * import { assertNoDuplicates } from './json-duplicates.ts';
 * assertNoDuplicates('{"a": 1, "a": 2}'); // THROWS Duplicate member "a"
 * ```
 */
export function assertNoDuplicates(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  for (const match of text.matchAll(PIECES)) {
    const [piece, string, colon] = match;
    if (string !== undefined) {
      if (colon === undefined) continue;
      const name = JSON.parse(string) as string;
      const names = open.at(-1)!;
      if (names.has(name)) throw duplicate(text, match.index, name);
      names.add(name);
    } else if (piece === '{') open.push(new Set());
    else if (piece === '[') open.push(undefined);
    else open.pop();
  }
}

// Strings are matched as a whole, with the colon that makes them names; otherwise only brackets matter.
const PIECES = /("[^"\\]*(?:\\.[^"\\]*)*")([ \t\n\r]*:)?|[{}[\]]/g;

function duplicate(text: string, position: number, name: string): BadRequestError {
  const line = text.slice(0, position).split('\n').length;
  const column = position - text.lastIndexOf('\n', position - 1);
  return new BadRequestError(
    message('json.duplicate-member', { name: JSON.stringify(name.slice(0, 100)), line, column }),
    {
      type: '/problems/duplicate-member',
      extensions: { line, column },
    },
  );
}
