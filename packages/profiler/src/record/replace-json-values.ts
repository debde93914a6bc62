import { JSON } from 'oriel-core/builtins';

/** Replaces the scalar values of a valid JSON text that differ in a copy of its value. Everything else stays as it is written. */
export function replaceJsonValues(text: string, copy: unknown): string {
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let result = '';
  let done = 0;
  for (let start = 0, end = 0; start < text.length; start = end) {
    const code = text.charCodeAt(start);
    end = start + 1;
    if (code === 0x7d || code === 0x5d) {
      frames.pop();
      frame = frames.at(-1);
    } else if (code === 0x2c) advance(frame!);
    else if (code === 0x7b || code === 0x5b) {
      const inner = frame === undefined ? copy : readCopy(frame);
      frames.push((frame = { copy: inner, isList: code === 0x5b, key: 0, isKeyNext: code === 0x7b }));
    } else if (code === 0x22) {
      end = findEnd(text, start);
      if (frame?.isKeyNext === true) {
        frame.key = parseString(text, start, end);
        frame.isKeyNext = false;
        continue;
      }
      const value = frame === undefined ? copy : readCopy(frame);
      if (typeof value !== 'string' || value === parseString(text, start, end)) continue;
      result += text.slice(done, start) + JSON.stringify(value);
      done = end;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      while (end < text.length && !DELIMITERS.includes(text[end]!)) end++;
      // A number keeps its digits: `1.50`.
      const value = frame === undefined ? copy : readCopy(frame);
      if (typeof value !== 'string') continue;
      result += text.slice(done, start) + JSON.stringify(value);
      done = end;
    }
  }
  return result + text.slice(done);
}

interface Frame {
  readonly copy: unknown;
  readonly isList: boolean;
  key: string | number;
  isKeyNext: boolean;
}

const DELIMITERS = ' \t\r\n,]}';

function findEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

function parseString(text: string, start: number, end: number): string {
  const content = text.slice(start + 1, end - 1);
  return content.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : content;
}

function advance(frame: Frame): void {
  if (frame.isList) frame.key = (frame.key as number) + 1;
  else frame.isKeyNext = true;
}

// What is too deep to be copied is masked as a whole, and so are the values in it.
function readCopy({ copy, key }: Frame): unknown {
  if (typeof copy !== 'object' || copy === null) return copy;
  if (key === '__proto__') return Object.getOwnPropertyDescriptor(copy, key)?.value;
  return (copy as Readonly<Record<string, unknown>>)[key];
}
