import type { ProfileReader } from './profile-reader.ts';
import type { ProfileWriter } from './profile-writer.ts';

/** Writes any value as JSON would: undefined members are omitted, and what JSON cannot represent becomes null. */
export function writeValue(to: ProfileWriter, value: unknown): void {
  switch (typeof value) {
    case 'string':
      to.whole(TEXT);
      return to.text(value);
    case 'number':
      if (!Number.isFinite(value)) return to.whole(NULL);
      to.whole(NUMBER);
      return to.number(value);
    case 'boolean':
      return to.whole(value ? TRUE : FALSE);
    case 'object':
      if (value === null) return to.whole(NULL);
      return Array.isArray(value) ? writeList(to, value) : writeMembers(to, value as Record<string, unknown>);
    default:
      return to.whole(value === undefined ? UNDEFINED : NULL);
  }
}

/** Reads what {@link writeValue} wrote. */
export function readValue(from: ProfileReader): unknown {
  const kind = from.whole();
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
      // Unlike an assignment, this creates a member called `__proto__`.
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

function writeList(to: ProfileWriter, list: readonly unknown[]): void {
  to.whole(LIST);
  to.whole(list.length);
  for (const element of list) writeValue(to, element);
}

function writeMembers(to: ProfileWriter, value: Record<string, unknown>): void {
  if (typeof value['toJSON'] === 'function') return writeValue(to, (value['toJSON'] as () => unknown)());
  const names = Object.keys(value);
  let count = 0;
  for (const name of names) if (value[name] !== undefined) count++;
  to.whole(MEMBERS);
  to.whole(count);
  for (const name of names) {
    const member = value[name];
    if (member === undefined) continue;
    to.text(name);
    writeValue(to, member);
  }
}
