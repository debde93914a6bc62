import { BadRequestError } from './errors.ts';

/**
 * Refuses a text of JSON in which an object has a member twice. Parsers disagree about which one counts (RFC 8259 §4), so
 * what one program has checked another may not see. `JSON.parse` takes the last and tells nobody: this looks at the text
 * once more.
 *
 * @param text valid JSON
 * @throws {BadRequestError} 400, with name, line and column of the second one
 *
 * @example
 * ```ts
 * import { assertNoDuplicates } from './json-duplicates.ts';
 * assertNoDuplicates('{"a": 1, "a": 2}'); // THROWS Member "a" is there twice
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

// Strings as a whole, with what makes them names; beyond them only brackets matter. Nothing can be taken in two ways.
const PIECES = /("[^"\\]*(?:\\.[^"\\]*)*")([ \t\n\r]*:)?|[{}[\]]/g;

function duplicate(text: string, at: number, name: string): BadRequestError {
  const line = text.slice(0, at).split('\n').length;
  const column = at - text.lastIndexOf('\n', at - 1);
  return new BadRequestError(
    `Member ${JSON.stringify(name.slice(0, 100))} is there twice, at line ${line}, column ${column}`,
    {
      type: '/problems/duplicate-member',
      extensions: { line, column },
    },
  );
}
