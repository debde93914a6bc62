import { URL } from '../builtins/globals.ts';

/** The position that a line of a stack names. */
export interface StackFrame {
  /** The file as the stack has it: a path or a URL. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

/** Reads a line of a stack; undefined if it names no file, such as a frame of Node.js or of generated code. */
export function readStackLine(text: string): StackFrame | undefined {
  const [, source, line, column] = (text.endsWith(')') ? AFTER_NAME : WITHOUT_NAME).exec(text) ?? [];
  return source === undefined ? undefined : { source, line: Number(line), column: Number(column) };
}

/** Returns the path of a file in a stack. URLs are those of ES modules. */
export function pathOfSource(source: string): string {
  if (!source.startsWith('file://')) return source;
  try {
    return decodeURIComponent(new URL(source).pathname);
  } catch {
    // Generated code can have any URL.
    return source;
  }
}

// A path may contain parentheses, and the name of a function may begin with a slash. `), ` follows the place of an `eval`.
const AFTER_NAME = / \(((?:file:\/\/|\/|[A-Z]:)(?:(?!\), ).){1,1000}?):(\d{1,9}):(\d{1,9})\)$/;
const WITHOUT_NAME = /^\s*at (?:async )?((?:file:\/\/|\/|[A-Z]:).{1,1000}?):(\d{1,9}):(\d{1,9})$/;
