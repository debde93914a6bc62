import { readFileSync } from 'oriel-core/builtins';
import { fileURLToPath } from 'node:url';

/**
 * Puts the line of source that threw an error before its stack, as Node.js does when it prints an uncaught error. For an error
 * that the recorder has thrown again, Node.js prints none.
 */
export function addSourceLine(error: unknown): void {
  try {
    const { stack } = error as Error;
    const [, called, line, column, closing] = INITIAL_FRAME.exec(stack ?? '') ?? [];
    // The name of the function is before the place, which may contain parentheses, too.
    const file = closing === ')' ? called!.slice(called!.indexOf(' (') + 2) : called!;
    const source = readSource(file).split('\n')[Number(line) - 1]!;
    let before = source.slice(0, Number(column) - 1);
    // The frame has the position of `new Error`, and Node.js points at the statement.
    if (before.endsWith('throw ')) before = before.slice(0, -'throw '.length);
    (error as Error).stack = `${file}:${line}\n${source}\n${before.replace(/[^\t]/g, ' ')}^\n\n${stack}`;
  } catch {
    // The error is frozen, or its source is not available.
  }
}

const INITIAL_FRAME = /^ {4}at (.+):(\d+):(\d+)(\)?)$/m;

function readSource(file: string): string {
  if (file.startsWith('node:')) return sourcesOfNode()[file.slice('node:'.length)]!;
  return readFileSync(file.startsWith('file:') ? fileURLToPath(file) : file, 'utf8');
}

function sourcesOfNode(): Readonly<Record<string, string>> {
  return (process as unknown as { binding(name: 'natives'): Record<string, string> }).binding('natives');
}
