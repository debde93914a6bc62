/**
 * The headers of one response, kept as the flat list that `writeHead` takes, so that sending them copies nothing.
 * Same questions as the web's `Headers`; names keep the case they were given and are compared without it.
 */
export class ResponseHeaders {
  readonly list: string[];

  constructor(list: string[] = []) {
    this.list = list;
  }

  /** The value of `name`, or undefined; several values are joined with a comma (RFC 9110 §5.3). */
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
   * @throws {TypeError} when the name is no token or the value holds a control character (RFC 9110 §5.5)
   */
  set(name: string, value: string): void {
    assertHeader(name, value);
    this.put(name, value);
  }

  /** The same as {@link set} for what the house has made itself, and which needs no look at its characters. */
  put(name: string, value: string): void {
    const at = this.#find(name, 0);
    if (at < 0) return void this.list.push(name, value);
    this.list[at + 1] = value;
    for (let i = this.#find(name, at + 2); i >= 0; i = this.#find(name, i)) this.list.splice(i, 2);
  }

  /**
   * Adds a value beside those already there, as a line of its own.
   * @throws {TypeError} as {@link set}
   */
  append(name: string, value: string): void {
    assertHeader(name, value);
    this.list.push(name, value);
  }

  delete(name: string): void {
    for (let i = this.#find(name, 0); i >= 0; i = this.#find(name, i)) this.list.splice(i, 2);
  }

  /** Adds `token` to a comma-separated header such as `Vary`, unless it is there. */
  addToken(name: string, token: string): void {
    const present = this.get(name);
    if (present === undefined) return this.append(name, token);
    const wanted = token.toLowerCase();
    if (present.split(',').some((each) => each.trim().toLowerCase() === wanted || each.trim() === '*')) return;
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
      const each = list[i]!;
      // Length and first letter tell nearly all names apart, and cost next to nothing.
      if (each.length !== length || (each.charCodeAt(0) | 32) !== first) continue;
      if (each === name || each.toLowerCase() === name.toLowerCase()) return i;
    }
    return -1;
  }
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// oxlint-disable-next-line no-control-regex -- control characters are exactly what a header value must not hold
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;

// Names come again and again; looking one up costs a fraction of looking through it.
const known = new Set<string>();
const MOST_KNOWN = 500;

function assertHeader(name: string, value: string): void {
  if (!known.has(name)) {
    if (!TOKEN.test(name)) throw new TypeError(`Header name ${JSON.stringify(name)} is not a token`);
    if (known.size < MOST_KNOWN) known.add(name);
  }
  if (typeof value !== 'string') throw new TypeError(`Header "${name}" needs a string, got ${typeof value}`);
  if (FORBIDDEN.test(value)) {
    throw new TypeError(
      `Header "${name}" holds a character that no header may carry: ${JSON.stringify(value.slice(0, 80))}`,
    );
  }
}
