import { MASK } from 'oriel-core/redaction';
import type { Piece } from 'oriel-core/cli';

/** A value that was masked when it was recorded. */
export interface MaskedValue {
  /** The name of its variable, such as `REDACTED_SID`. */
  readonly variable: string;
  readonly in: 'header' | 'cookie' | 'query' | 'path' | 'body';
  /** The name of the header, cookie, parameter or field. */
  readonly name: string;
}

/**
 * Assigns variable names to masked values. Names derived from request data get a prefix, so that `?home=` cannot insert
 * the value of `$HOME` on the machine of the user.
 */
export class Placeholders {
  readonly #names = new Set<string>();
  readonly masked: MaskedValue[] = [];
  readonly #used = new Map<string, number>();

  /** Splits text at masked values. `of` is the name of the header, or `url` or `body`. */
  split(text: string, of: string): Piece[] {
    const pieces: Piece[] = [];
    let position = 0;
    for (let next = text.indexOf(MASK); next >= 0; next = text.indexOf(MASK, position)) {
      if (next > position) pieces.push(text.slice(position, next));
      pieces.push(this.#add(text.slice(Math.max(0, next - MAX_NAME_LENGTH), next), of));
      position = next + MASK.length;
    }
    if (position < text.length) pieces.push(text.slice(position));
    return pieces;
  }

  #add(before: string, of: string): { readonly name: string } {
    const variable = this.#nameFor(before, of);
    this.masked.push({ variable, ...describeMasked(before, of) });
    return { name: variable };
  }

  // The name before the value, as in `sid=` or `"password": "`, else the name of the header.
  #nameFor(before: string, of: string): string {
    const knownName = findName(before);
    const plain = toConstantName(knownName ?? of);
    const base = knownName === undefined && KNOWN_HEADERS.has(plain) ? plain : `REDACTED_${plain}`;
    let name = base;
    let used = this.#used.get(base) ?? 1;
    while (this.#names.has(name)) name = `${base}_${++used}`;
    this.#used.set(base, used);
    this.#names.add(name);
    return name;
  }
}

/** Returns one note for each variable, for the comments of exported code. */
export function describeVariables(masked: readonly MaskedValue[]): string[] {
  return masked.map(({ variable }) => `$${variable} was masked in the profile: set it first.`);
}

function describeMasked(before: string, of: string): Pick<MaskedValue, 'in' | 'name'> {
  if (of === 'body') return { in: 'body', name: findFieldName(before) ?? findName(before) ?? 'body' };
  if (of === 'url')
    return before.includes('?') ? { in: 'query', name: findName(before) ?? 'query' } : { in: 'path', name: 'path' };
  if (of.toLowerCase() !== 'cookie') return { in: 'header', name: of };
  return { in: 'cookie', name: /([^;=\s]{1,256})\s{0,16}="?$/.exec(before)?.[1] ?? '' };
}

// A field of a multipart body: its name is in the head of the part.
function findFieldName(before: string): string | undefined {
  return /[;\s]name="([^"\r\n]{1,100})"[^"]{0,200}\r?\n\r?\n$/i.exec(before)?.[1];
}

function findName(before: string): string | undefined {
  return /([A-Za-z][\w.[\]-]{0,40})["']?\s{0,4}[:=]\s{0,4}["']?$/.exec(before)?.[1];
}

const MAX_NAME_LENGTH = 300;

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
