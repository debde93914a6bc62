import { isToken } from './headers/token.ts';

/**
 * The headers of a response, stored as the flat list that `writeHead` accepts, so that sending them copies nothing.
 * It has the methods of the web's `Headers`. Names keep their case and are compared case-insensitively.
 */
export class ResponseHeaders {
  readonly list: string[];

  constructor(list: string[] = []) {
    this.list = list;
  }

  /** Returns the value of `name`, or undefined; several values are joined with a comma (RFC 9110 §5.3). */
  get(name: string): string | undefined {
    let found: string | undefined;
    for (let i = this.#find(name, 0); i >= 0; i = this.#find(name, i + 2)) {
      found = found === undefined ? this.list[i + 1] : `${found}, ${this.list[i + 1]}`;
    }
    return found;
  }

  has(name: string): boolean {
    return this.#find(name, 0) >= 0;
  }

  /**
   * Replaces every value of `name`.
   * @throws {TypeError} if the name is not a token or the value contains a control character (RFC 9110 §5.5)
   */
  set(name: string, value: string): void {
    assertHeader(name, value);
    this.put(name, value);
  }

  /** As {@link set}, for values that the framework created and that need no validation. */
  put(name: string, value: string): void {
    const index = this.#find(name, 0);
    if (index < 0) return void this.list.push(name, value);
    this.list[index + 1] = value;
    for (let i = this.#find(name, index + 2); i >= 0; i = this.#find(name, i)) this.list.splice(i, 2);
  }

  /**
   * Adds a value as a separate line and keeps the existing ones.
   * @throws {TypeError} as {@link set}
   */
  append(name: string, value: string): void {
    assertHeader(name, value);
    this.list.push(name, value);
  }

  delete(name: string): void {
    for (let i = this.#find(name, 0); i >= 0; i = this.#find(name, i)) this.list.splice(i, 2);
  }

  /** Adds `token` to a comma-separated header such as `Vary`, unless the header contains it. */
  addToken(name: string, token: string): void {
    const present = this.get(name);
    if (present === undefined) return this.append(name, token);
    const wanted = token.toLowerCase();
    if (present.split(',').some((part) => part.trim().toLowerCase() === wanted || part.trim() === '*')) return;
    this.set(name, `${present}, ${token}`);
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    for (let i = 0; i < this.list.length; i += 2) yield [this.list[i]!, this.list[i + 1]!];
  }

  #find(name: string, from: number): number {
    const { list } = this;
    const { length } = name;
    const first = name.charCodeAt(0) | 32;
    for (let i = from; i < list.length; i += 2) {
      const text = list[i]!;
      // Length and first letter distinguish nearly all names, and are cheap to compare.
      if (text.length !== length || (text.charCodeAt(0) | 32) !== first) continue;
      if (text === name || text.toLowerCase() === name.toLowerCase()) return i;
    }
    return -1;
  }
}

// oxlint-disable-next-line no-control-regex -- control characters are invalid in header values
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;

// The same names occur again and again, and a lookup is faster than the regular expression.
const known = new Set<string>();
const MAX_KNOWN = 500;
const MAX_KNOWN_LENGTH = 100;

function assertHeader(name: string, value: string): void {
  if (!known.has(name)) {
    if (!isToken(name)) throw new TypeError(`Header name ${JSON.stringify(name)} is not a token`);
    if (known.size < MAX_KNOWN && name.length <= MAX_KNOWN_LENGTH) known.add(name);
  }
  if (typeof value !== 'string') throw new TypeError(`Header "${name}" needs a string, got ${typeof value}`);
  if (FORBIDDEN.test(value)) {
    throw new TypeError(`Header "${name}" contains an invalid character:  ${JSON.stringify(value.slice(0, 80))}`);
  }
}
