import type { ServerResponse } from 'node:http';
import { tryRead } from 'oriel-core/errors';

/**
 * The arguments of `writeHead` and the headers that were set before: together, the head of a response.
 * The constructor throws what a getter or a proxy among them throws.
 */
export class HeadArguments {
  readonly #response: ServerResponse;
  readonly #args: readonly unknown[];
  readonly #at: number;
  readonly #headers: object | undefined;

  constructor(response: ServerResponse, args: readonly unknown[]) {
    this.#response = response;
    this.#args = args;
    this.#at = typeof args[1] === 'string' || args.length > 2 ? 2 : 1;
    const headers = args[this.#at] as object | null | undefined;
    this.#headers =
      headers === undefined || headers === null || Array.isArray(headers) ? (headers ?? undefined) : { ...headers };
  }

  /** `NaN` if it is invalid. */
  get status(): number {
    const [status] = this.#args;
    return typeof status === 'number' || typeof status === 'string' ? Number(status) : NaN;
  }

  /** Returns the values of all lines of a header. Those of the arguments replace those that were set. */
  lines(name: string): readonly string[] {
    const passed = this.#entries.filter(([other]) => other.toLowerCase() === name).flatMap(([, value]) => value);
    const lines = passed.length > 0 ? passed : [this.#response.getHeader(name) ?? []].flat();
    return lines.map(toText);
  }

  /**
   * Replaces headers.
   *
   * @param changes the lines of each header; without lines it is removed
   * @returns the new arguments
   */
  changed(changes: Iterable<readonly [name: string, lines: readonly string[]]>): unknown[] {
    let entries = this.#entries;
    for (const [name, lines] of changes) {
      const isChanged = ([text]: Entry): boolean => text.toLowerCase() === name.toLowerCase();
      this.#response.removeHeader(name);
      entries = entries.filter((entry) => !isChanged(entry));
      if (lines.length === 0) continue;
      if (this.#headers === undefined) this.#response.setHeader(name, lines.length === 1 ? lines[0]! : lines);
      else entries = [...entries, ...lines.map((line): Entry => [name, line])];
    }
    const args = [...this.#args];
    if (this.#headers !== undefined) args[this.#at] = withEntries(this.#headers, entries);
    return args;
  }

  get #entries(): Entry[] {
    const headers = this.#headers;
    if (headers === undefined) return [];
    if (!Array.isArray(headers)) return Object.entries(headers) as Entry[];
    if (Array.isArray(headers[0])) return headers as Entry[];
    return Array.from({ length: headers.length >> 1 }, (_, i) => [String(headers[i * 2]), headers[i * 2 + 1]]);
  }
}

// Any value can be a header; Node.js rejects most of them.
function toText(value: unknown): string {
  return typeof value === 'object' && value !== null ? tryRead(() => String(value as unknown), '') : String(value);
}

type Entry = [name: string, value: unknown];

// In the form that the application passed, because Node.js treats the forms differently.
function withEntries(headers: object, entries: readonly Entry[]): unknown {
  if (Array.isArray(headers)) return Array.isArray(headers[0]) ? entries : entries.flat();
  const result: Record<string, unknown> = {};
  for (const [name, value] of entries) result[name] = name in result ? [result[name], value].flat() : value;
  return result;
}
