import { fstatSync, writeSync } from 'oriel-core/builtins';

/**
 * Prints a line for the developer. It never fails and never waits: standard error may be closed, full or broken, and the application may
 * have replaced `process.stderr` or destroyed it.
 */
export function print(line: string): void {
  try {
    // The application may have closed it, and a connection or a file may have its number.
    if (identify(STANDARD_ERROR) === opened) writeSync(STANDARD_ERROR, `oriel: ${line.replace(LINE_BREAKS, ' ')}\n`);
  } catch {
    // No one can read the line.
  }
}

const STANDARD_ERROR = 2;
const LINE_BREAKS = /[\r\n]\s*/g;
const opened = identify(STANDARD_ERROR);

function identify(descriptor: number): string | undefined {
  try {
    const { dev, ino } = fstatSync(descriptor);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
