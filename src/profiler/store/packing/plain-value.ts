import type { Way } from './packed-texts.ts';
import type { ProfileReader } from './profile-reader.ts';
import type { ProfileWriter } from './profile-writer.ts';

/**
 * Plain data of any shape, as JSON would take it: what is undefined in an object is left out, what is no value of JSON
 * becomes null.
 *
 * @param way how each text in it is redacted
 */
export function writeValue(to: ProfileWriter, value: unknown, way?: Way): void {
  switch (typeof value) {
    case 'string':
      to.count(TEXT);
      return to.word(value, way);
    case 'number':
      if (!Number.isFinite(value)) return to.count(NULL);
      to.count(NUMBER);
      return to.same(value);
    case 'boolean':
      return to.count(value ? TRUE : FALSE);
    case 'object':
      if (value === null) return to.count(NULL);
      return Array.isArray(value) ? writeList(to, value, way) : writeMembers(to, value as Record<string, unknown>, way);
    default:
      return to.count(value === undefined ? UNDEFINED : NULL);
  }
}

/** What {@link writeValue} wrote. */
export function readValue(from: ProfileReader): unknown {
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
      return from.same();
    case TEXT:
      return from.word();
    case LIST:
      return from.few(() => readValue(from) ?? null);
    case MEMBERS:
      // Unlike an assignment this lets `__proto__` be a name.
      return Object.fromEntries(from.few(() => [from.word(), readValue(from)] as const));
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

function writeList(to: ProfileWriter, list: readonly unknown[], way: Way | undefined): void {
  to.count(LIST);
  to.count(list.length);
  for (const each of list) writeValue(to, each, way);
}

/** Members of which there are so many, each by {@link writeMember}. */
export function beginMembers(to: ProfileWriter, count: number): void {
  to.count(MEMBERS);
  to.count(count);
}

/** One of them. */
export function writeMember(to: ProfileWriter, name: string, value: unknown, way?: Way): void {
  to.word(name);
  writeValue(to, value, way);
}

function writeMembers(to: ProfileWriter, value: Record<string, unknown>, way: Way | undefined): void {
  if (typeof value['toJSON'] === 'function') return writeValue(to, (value['toJSON'] as () => unknown)(), way);
  const names = Object.keys(value);
  let count = 0;
  for (const name of names) if (value[name] !== undefined) count++;
  beginMembers(to, count);
  for (const name of names) if (value[name] !== undefined) writeMember(to, name, value[name], way);
}
