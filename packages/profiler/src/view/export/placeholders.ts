import { MASK } from 'oriel-core/redaction';
import type { Piece } from 'oriel-core/cli';

/**
 * Assigns variable names to masked values. Names derived from request data get a prefix, so that `?home=` cannot insert
 * the value of `$HOME` on the machine of the user.
 */
export class Placeholders {
  readonly #names = new Set<string>();
  readonly #used = new Map<string, number>();

  /** Splits text at masked values. `of` is the name of the header, or `url` or `body`. */
  split(text: string, of: string): Piece[] {
    const pieces: Piece[] = [];
    let at = 0;
    for (let next = text.indexOf(MASK); next >= 0; next = text.indexOf(MASK, at)) {
      if (next > at) pieces.push(text.slice(at, next));
      pieces.push({ name: this.#nameFor(text.slice(Math.max(0, next - 80), next), of) });
      at = next + MASK.length;
    }
    if (at < text.length) pieces.push(text.slice(at));
    return pieces;
  }

  /** One note per variable, for the comments of the exported code. */
  get notes(): string[] {
    return Array.from(this.#names, (name) => `$${name} was masked in the profile: set it first.`);
  }

  // The name before the value, as in `sid=` or `"password": "`, else the name of the header.
  #nameFor(before: string, of: string): string {
    const [, own] = /([A-Za-z][\w.[\]-]{0,40})["']?\s{0,4}[:=]\s{0,4}["']?$/.exec(before) ?? [];
    const plain = toConstantName(own ?? of);
    const base = own === undefined && KNOWN_HEADERS.has(plain) ? plain : `REDACTED_${plain}`;
    let name = base;
    let used = this.#used.get(base) ?? 1;
    while (this.#names.has(name)) name = `${base}_${++used}`;
    this.#used.set(base, used);
    this.#names.add(name);
    return name;
  }
}

const KNOWN_HEADERS = new Set([
  'AUTHORIZATION',
  'PROXY_AUTHORIZATION',
  'COOKIE',
  'X_API_KEY',
  'X_AUTH_TOKEN',
  'X_CSRF_TOKEN',
]);

function toConstantName(name: string): string {
  return (
    name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_|_$/g, '') || 'VALUE'
  );
}
