import { stripTypeScriptTypes } from 'node:module';
import { Script } from 'node:vm';

/** A promise in a code block that nobody can check, told like a syntax error. */
export class UncheckableError extends SyntaxError {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'UncheckableError';
    this.offset = offset;
  }
}

/**
 * Turns the promises of a code block into checks: `expression; // => value` into a comparison, `statement; // THROWS`
 * into an expectation. A comment on a line of its own speaks of the statement above. Line numbers stay as they are.
 *
 * @param firstLine the line on which the block begins, for messages
 * @returns the code, and the lines that promise something
 * @throws {UncheckableError} when a comment does not follow a whole statement
 */
export function instrument(code: string, firstLine: number): { code: string; promises: number[] } {
  const promises: number[] = [];
  const lines: Lines = code.split('\n');
  for (const [index, line] of lines.entries()) {
    const promise = /^(.*?)\s*\/\/ (=>|THROWS)(.*)$/.exec(line ?? '');
    if (!promise) continue;
    const [, before, sort, told] = promise;
    const last = before!.trim() === '' ? index - 1 : index;
    lines[index] = before!;
    const wrap = sort === '=>' ? wrapExpression : wrapStatement;
    promises.push(wrap(lines, last, told!.trim(), firstLine));
  }
  return { code: lines.filter((line) => line !== undefined).join('\n'), promises };
}

// Replaced lines become undefined: the text that took their place has as many of its own.
type Lines = (string | undefined)[];

function wrapExpression(lines: Lines, last: number, expected: string, firstLine: number): number {
  for (let start = last; start >= 0; start--) {
    const text = textOf(lines, start, last).replace(/;\s*$/, '');
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

function wrapStatement(lines: Lines, last: number, told: string, firstLine: number): number {
  for (let start = last; start >= 0; start--) {
    const text = textOf(lines, start, last);
    if (!parses(`async () => {${text}}`)) continue;
    replace(
      lines,
      start,
      last,
      `await __throws(async () => {${text}}, ${JSON.stringify(told)}, ${firstLine + start});`,
    );
    return firstLine + start;
  }
  throw new UncheckableError('"// THROWS" must follow a whole statement', last);
}

function check(value: string, expected: string, line: number): string {
  const wanted = parses(`async () => (${expected})`) ? `() => (${expected})` : 'undefined';
  return `__is(await (${value}), ${wanted}, ${JSON.stringify(expected)}, ${line});`;
}

function textOf(lines: Lines, start: number, last: number): string {
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
