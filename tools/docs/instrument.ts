import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';

/** A comment with an assertion that cannot be checked. */
export class UncheckableError extends SyntaxError {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'UncheckableError';
    this.offset = offset;
  }
}

/**
 * Replaces the assertions in the comments of a code block with checks: `expression; // => value` with a comparison,
 * `statement; // THROWS` with an expected error. A comment on its own line applies to the statement above. Line numbers do
 * not change.
 *
 * @param firstLine the line on which the block begins, for messages
 * @returns the code, and the lines of the assertions
 * @throws {UncheckableError} if a comment does not follow a complete statement
 */
export function instrument(code: string, firstLine: number): { code: string; assertions: number[] } {
  const assertions: number[] = [];
  const lines: Lines = code.split('\n');
  for (const [index, line] of lines.entries()) {
    const assertion = /^(.*?)\s*\/\/ (=>|THROWS)(.*)$/.exec(line ?? '');
    if (!assertion) continue;
    const [, before, kind, expected] = assertion;
    const last = before!.trim() === '' ? index - 1 : index;
    lines[index] = before!;
    const wrap = kind === '=>' ? wrapExpression : wrapStatement;
    assertions.push(wrap(lines, last, expected!.trim(), firstLine));
  }
  return { code: lines.filter((line) => line !== undefined).join('\n'), assertions };
}

// Replaced lines become undefined, because the replacement in the first line contains as many line breaks.
type Lines = (string | undefined)[];

function wrapExpression(lines: Lines, last: number, expected: string, firstLine: number): number {
  for (let start = last; start >= 0; start--) {
    const text = toText(lines, start, last).replace(/;\s*$/, '');
    const declared = /^\s*(?:const|let) (\w+)\b[^=]*=[^=>]/.exec(text);
    if (declared && parses(`async () => {${text}}`)) {
      lines[last] += ` ${check(declared[1]!, expected, firstLine + last)}`;
      return firstLine + last;
    }
    const printed = /^\s*console\.log\(([\s\S]*)\)$/.exec(text);
    const value = printed?.[1] ?? text;
    if (!parses(`async () => (${value})`)) continue;
    replace(lines, start, last, check(value, expected, firstLine + start));
    return firstLine + start;
  }
  throw new UncheckableError('"// =>" must follow a whole expression', last);
}

function wrapStatement(lines: Lines, last: number, message: string, firstLine: number): number {
  for (let start = last; start >= 0; start--) {
    const text = toText(lines, start, last);
    if (!parses(`async () => {${text}}`)) continue;
    replace(
      lines,
      start,
      last,
      `await __throws(async () => {${text}}, ${JSON.stringify(message)}, ${firstLine + start});`,
    );
    return firstLine + start;
  }
  throw new UncheckableError('"// THROWS" must follow a whole statement', last);
}

function check(value: string, expected: string, line: number): string {
  const comparison = parses(`async () => (${expected})`) ? `() => (${expected})` : 'undefined';
  return `__is(await (${value}), ${comparison}, ${JSON.stringify(expected)}, ${line});`;
}

function toText(lines: Lines, start: number, last: number): string {
  return lines.slice(start, last + 1).join('\n');
}

function replace(lines: Lines, start: number, last: number, text: string): void {
  lines.fill(undefined, start, last + 1);
  lines[start] = text;
}

function parses(code: string): boolean {
  try {
    return new Script(stripTypeScriptTypes(`void (${code})`)) instanceof Script;
  } catch {
    return false;
  }
}
