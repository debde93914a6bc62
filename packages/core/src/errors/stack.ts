import { fileURLToPath } from 'node:url';
import type { CallSite as Position } from '../trace/call-site.ts';
import { tryRead } from './safe-read.ts';

/** A call site in a stack trace of V8. The file is an absolute path, a `node:` name, or ''. Lines and columns are 0 if unknown. */
export interface CallSite extends Position {
  /** With `async` and `new`; '' for code outside of functions. */
  readonly function: string;
}

/**
 * Parses a stack trace of V8. The text may be anything, because errors can change it; at most 64 KB and 50 frames are parsed.
 *
 * @param stack the `stack` of an error
 * @param message the message of the error, which precedes the trace and may look like one
 *
 * @example
 * ```ts
 * import { parseStack } from './stack.ts';
 * parseStack('Error: no\n    at async load (file:///app/src/load.ts:12:7)', 'no');
 * // => [{ function: 'async load', file: '/app/src/load.ts', line: 12, column: 7 }]
 * ```
 */
export function parseStack(stack: string, message: string): CallSite[] {
  const sites: CallSite[] = [];
  for (const line of getTrace(stack, message).split('\n')) {
    const text = line.trim();
    if (!text.startsWith('at ') || text.length > MAX_LINE_LENGTH) continue;
    sites.push(parseLine(text.slice(3)));
    if (sites.length === MAX_FRAMES) break;
  }
  return sites;
}

const MAX_CHARACTERS = 65_536;
const MAX_FRAMES = 50;
const MAX_LINE_LENGTH = 2_000;

/** Returns the trace without its header, which repeats the name and the message. */
function getTrace(stack: string, message: string): string {
  const position = message === '' ? -1 : stack.slice(0, MAX_LINE_LENGTH + message.length).indexOf(message);
  const from = position < 0 ? 0 : position + message.length;
  return stack.slice(from, from + MAX_CHARACTERS);
}

function parseLine(text: string): CallSite {
  const open = text.endsWith(')') ? text.indexOf(' (') : -1;
  const name = open < 0 ? '' : text.slice(0, open);
  const location = open < 0 ? text : text.slice(open + 2, -1);
  if (location.startsWith('eval at ')) return { ...parseEval(location), function: name };
  if (open < 0 && location.startsWith('async ')) return { ...parseLocation(location.slice(6)), function: 'async' };
  return { ...parseLocation(location), function: name === 'Object.<anonymous>' ? '' : name };
}

/** `eval at make (/app/x.ts:3:9), <anonymous>:1:1`: only the caller of `eval` has a file. */
function parseEval(location: string): Position {
  const innermost = location.lastIndexOf('(');
  return parseLocation(location.slice(innermost + 1, location.indexOf(')', innermost)));
}

function parseLocation(location: string): Position {
  const [, file, line, column] = POSITION.exec(location) ?? [];
  if (file === undefined || file === '<anonymous>') return { file: '', line: 0, column: 0 };
  const path = file.startsWith('file:') ? tryRead(() => fileURLToPath(file), '') : file;
  return { file: path, line: Number(line), column: Number(column) };
}

const POSITION = /^(.+):(\d{1,9}):(\d{1,9})$/s;
