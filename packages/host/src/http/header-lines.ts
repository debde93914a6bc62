import type { RequestHeaders } from 'oriel-core/http';

/** The headers of a request that a program made. */
export class HeaderLines implements RequestHeaders {
  readonly #lines: readonly (readonly [name: string, value: string])[];

  constructor(lines: readonly (readonly [name: string, value: string])[]) {
    this.#lines = lines;
  }

  get(name: string): string | undefined {
    const values = this.#lines.filter(([lineName]) => lineName.toLowerCase() === name).map(([, value]) => value);
    return values.length === 0 ? undefined : values.join(', ');
  }

  has(name: string): boolean {
    return this.#lines.some(([lineName]) => lineName.toLowerCase() === name);
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    for (const [name, value] of this.#lines) yield [name, value];
  }
}
