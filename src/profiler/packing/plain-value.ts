import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/**
 * Plain data of any shape, as JSON would take it: what is undefined in an object is left out, what is no value of JSON
 * becomes null.
 */
export function writeValue(to: ByteWriter, value: unknown): void {
  switch (typeof value) {
    case 'string':
      to.count(TEXT);
      return to.word(value);
    case 'number':
      if (!Number.isFinite(value)) return to.count(NULL);
      to.count(NUMBER);
      return to.number(value);
    case 'boolean':
      return to.count(value ? TRUE : FALSE);
    case 'object':
      if (value === null) return to.count(NULL);
      return Array.isArray(value) ? writeList(to, value) : writeMembers(to, value as Record<string, unknown>);
    default:
      return to.count(value === undefined ? UNDEFINED : NULL);
  }
}

/** What {@link writeValue} wrote. */
export function readValue(from: ByteReader): unknown {
  const kind = from.count();
  switch (kind) {
    case UNDEFINED:
      return undefined;
    case NULL:
      return null;
    case TRUE:
    case FALSE:
      return kind === TRUE;
    case NUMBER:
      return from.number();
    case TEXT:
      return from.text();
    case LIST:
      return from.list(() => readValue(from) ?? null);
    case MEMBERS:
      // Unlike an assignment this lets `__proto__` be a name.
      return Object.fromEntries(from.list(() => [from.text(), readValue(from)] as const));
    default:
      throw new RangeError(`There is no kind of value ${kind}`);
  }
}

const UNDEFINED = 0;
const NULL = 1;
const TRUE = 2;
const FALSE = 3;
const NUMBER = 4;
const TEXT = 5;
const LIST = 6;
const MEMBERS = 7;

function writeList(to: ByteWriter, list: readonly unknown[]): void {
  to.count(LIST);
  to.count(list.length);
  for (const each of list) writeValue(to, each);
}

function writeMembers(to: ByteWriter, value: Record<string, unknown>): void {
  if (typeof value['toJSON'] === 'function') return writeValue(to, (value['toJSON'] as () => unknown)());
  const names = Object.keys(value);
  let count = 0;
  for (const name of names) if (value[name] !== undefined) count++;
  to.count(MEMBERS);
  to.count(count);
  for (const name of names) {
    const member = value[name];
    if (member === undefined) continue;
    to.word(name);
    writeValue(to, member);
  }
}
