import { stripVTControlCharacters } from 'node:util';
import { isError, ownValue } from 'oriel-core/errors';
import { hasProxy } from 'oriel-core/trace';

/**
 * Returns the error among logged values, for the exception of a request that failed: an error, an object with a stack such as loggers
 * write it, also as a member, or a text with a stack. Calls no code of the application.
 *
 * @returns undefined if there is none
 */
export function findLoggedError(values: readonly unknown[]): unknown {
  const list = values.slice(0, MAX_VALUES);
  return list.find(isError) ?? getFirst(list, readObject) ?? getFirst(list, parseStackText);
}

const MAX_VALUES = 10;
// The names under which loggers and applications log errors. An object may have too many members to read all.
const MEMBERS = ['err', 'error', 'exception', 'e', 'ex', 'cause', 'reason'];
const MAX_TEXT_LENGTH = 20_000;

function getFirst(values: readonly unknown[], read: (value: unknown) => unknown): unknown {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readObject(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || hasProxy(value) || ArrayBuffer.isView(value)) return undefined;
  return (
    readStack(value) ??
    getFirst(MEMBERS, (key) => {
      const member = ownValue(value, key as string);
      return isError(member) ? member : readStack(member);
    })
  );
}

// Loggers write `{ type, message, stack }` or `{ name, message, stack }`.
function readStack(value: unknown): Error | undefined {
  if (typeof value !== 'object' || value === null || hasProxy(value)) return undefined;
  const stack = ownValue(value, 'stack');
  if (typeof stack !== 'string') return undefined;
  const [name, type, message] = ['name', 'type', 'message'].map((key) => ownValue(value, key));
  const parsed = parseStackText(stack);
  if (parsed === undefined) return undefined;
  const text = typeof message === 'string' && stack.includes(message) ? message : parsed.message;
  return createError(
    [type, name].find((element) => typeof element === 'string' && NAME.test(element)) ?? parsed.name,
    text,
    parsed.stack!,
  );
}

/** Returns the error of a text such as `[500] GET /x\nTypeError: no\n    at …`. */
function parseStackText(value: unknown): Error | undefined {
  if (typeof value !== 'string' || !value.includes('\n') || !FRAME.test(value.slice(0, MAX_TEXT_LENGTH)))
    return undefined;
  const lines = stripVTControlCharacters(value.slice(0, MAX_TEXT_LENGTH)).split('\n');
  const first = lines.findIndex((line) => FRAME_LINE.test(line));
  if (first < 1) return undefined;
  const before = lines.slice(0, first);
  const header = before.findLastIndex((line) => HEADER.test(line));
  const [, name = 'Error', start = ''] = HEADER.exec(before[header] ?? '') ?? [];
  const message = header < 0 ? before.at(-1)!.trim() : [start, ...before.slice(header + 1)].join('\n').trim();
  const frames = lines.slice(first).filter((line) => FRAME_LINE.test(line));
  return createError(name, message, `${name}: ${message}\n${frames.join('\n')}`);
}

const FRAME = /\n[^\S\n]*at [^\n]*:\d+:\d+\)?/;
const FRAME_LINE = /^\s*at .*:\d+:\d+\)?\s*$/;
const NAME = /^[A-Za-z_$][\w$.]{0,99}$/;
// With a code, such as `TypeError [ERR_INVALID_ARG]: no`. Loggers put the time or a title before it.
const HEADER = /(?:^|[\s:])([A-Z][\w$]{0,80}(?:Error|Exception)|Error)(?: \[\w{1,80}\])?(?:: (.*)|$)/;

function createError(name: unknown, message: string, stack: string): Error {
  const error = new Error(message);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  return error;
}
