import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Writes a line to standard output and returns the exit code 0. */
export function print(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** Writes a value as indented JSON to standard output and returns the exit code 0. */
export function printJson(value: unknown): 0 {
  return print(JSON.stringify(value, undefined, 2));
}

/** Writes a line to standard error. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Styles text if the stream is a terminal with colours; respects `NO_COLOR` (no-color.org). */
export function style(format: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(format, text, { stream });
}

// `oriel-host routes | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** Returns a number with its noun: `1 route`, `12 routes`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
