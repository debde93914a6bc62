import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Writes to the standard output, and gives the exit code of a command that had nothing to complain about. */
export function print(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The same for machines. */
export function printJson(value: unknown): 0 {
  return print(JSON.stringify(value, undefined, 2));
}

/** Complaints go to the standard error, so that they never end up in a pipe. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Styles text where the terminal shows it (no-color.org is obeyed). */
export function style(format: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(format, text, { stream });
}

// `oriel routes | head` closes the pipe early; that is no accident.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
