import { MASK } from '../../core/http/sensitive.ts';

/** Text as it is, or a name for what has to be put there. */
export type Piece = string | { readonly name: string };

/**
 * Names for what was redacted. A name that a stranger could choose gets a prefix, so that `?home=` cannot make somebody
 * send along what `$HOME` holds on their machine.
 */
export class Placeholders {
  readonly #names = new Set<string>();
  readonly #used = new Map<string, number>();

  /** Takes text apart where secrets were; `of` is the header, or where else it stands. */
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

  /** What to tell whoever copies. */
  get notes(): string[] {
    return Array.from(this.#names, (name) => `$${name} was redacted when this was recorded: set it first.`);
  }

  // The name in front, as in `sid=` or `"password": "`; else that of the header.
  #nameFor(before: string, of: string): string {
    const [, own] = /([A-Za-z][\w.[\]-]{0,40})["']?\s{0,4}[:=]\s{0,4}["']?$/.exec(before) ?? [];
    const plain = constant(own ?? of);
    const base = own === undefined && COMMON.has(plain) ? plain : `REDACTED_${plain}`;
    let name = base;
    let used = this.#used.get(base) ?? 1;
    while (this.#names.has(name)) name = `${base}_${++used}`;
    this.#used.set(base, used);
    this.#names.add(name);
    return name;
  }
}

const COMMON = new Set(['AUTHORIZATION', 'PROXY_AUTHORIZATION', 'COOKIE', 'X_API_KEY', 'X_AUTH_TOKEN', 'X_CSRF_TOKEN']);

function constant(name: string): string {
  return (
    name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_|_$/g, '') || 'VALUE'
  );
}
