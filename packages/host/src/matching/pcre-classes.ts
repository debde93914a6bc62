/** Invalid or unsupported syntax of Perl-compatible expressions, which clients cannot send. */
export class PcreError extends Error {
  override readonly name = 'PcreError';
}

/** A part of a bracket expression, translated to the `v` syntax of ECMAScript. */
export interface ClassItem {
  readonly items: string;
  /** Contains no character above U+007F. */
  readonly asciiOnly: boolean;
}

/** Returns the item for all characters from one code point to another, inclusive. */
export function range(from: number, to = from): ClassItem {
  const items = from === to ? escape(from) : `${escape(from)}-${escape(to)}`;
  return { items, asciiOnly: to < 128 };
}

/** Returns the class for `\d`, `\W`, `\s` and so on: Unicode properties in UTF-8 mode, ASCII in byte mode. */
export function shorthand(letter: string, utf8: boolean): ClassItem | undefined {
  const lower = letter.toLowerCase();
  const items = (utf8 ? UNICODE_SHORTHANDS : BYTE_SHORTHANDS)[lower];
  if (items === undefined) return undefined;
  const asciiOnly = !utf8 && lower !== 'h' && lower !== 'v';
  return letter === lower ? { items, asciiOnly } : { items: `[^${items}]`, asciiOnly: false };
}

/** Returns the POSIX class with a name such as `alpha` or `^digit`. */
export function posixClass(name: string, utf8: boolean): ClassItem {
  const negate = name.startsWith('^');
  const found = POSIX_CLASSES[negate ? name.slice(1) : name];
  if (!found) throw new PcreError(`unknown character class "[:${name}:]"`);
  const items = utf8 ? found[0] : found[1];
  return negate ? { items: `[^${items}]`, asciiOnly: false } : { items, asciiOnly: !utf8 };
}

/** Returns the class for `\p{…}`: a general category or a script. */
export function unicodeProperty(name: string, negate: boolean): ClassItem {
  const not = negate !== name.startsWith('^');
  const bare = name.replace(/^\^/, '').replace('L&', 'LC').replace(/^Xan$/, 'Alphabetic');
  for (const candidate of [bare, `Script=${bare}`]) {
    const items = `\\${not ? 'P' : 'p'}{${candidate}}`;
    if (isValid(items)) return { items, asciiOnly: false };
  }
  throw new PcreError(`unknown Unicode property "\\p{${name}}"`);
}

const UNICODE_SHORTHANDS: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  w: '\\p{L}\\p{N}_',
  s: '\\p{Z}\\u{9}-\\u{d}\\u{85}',
  h: '\\u{9}\\u{20}\\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}',
  v: '\\u{a}-\\u{d}\\u{85}\\u{2028}\\u{2029}',
};

const BYTE_SHORTHANDS: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'A-Za-z0-9_',
  s: '\\u{9}-\\u{d}\\u{20}',
  h: '\\u{9}\\u{20}\\u{a0}',
  v: '\\u{a}-\\u{d}\\u{85}',
};

const POSIX_CLASSES: Readonly<Record<string, readonly [unicode: string, bytes: string]>> = {
  alpha: ['\\p{L}', 'A-Za-z'],
  digit: ['\\p{Nd}', '0-9'],
  alnum: ['\\p{L}\\p{N}', 'A-Za-z0-9'],
  word: ['\\p{L}\\p{N}_', 'A-Za-z0-9_'],
  lower: ['\\p{Ll}', 'a-z'],
  upper: ['\\p{Lu}', 'A-Z'],
  space: ['\\p{Z}\\u{9}-\\u{d}\\u{85}', '\\u{9}-\\u{d}\\u{20}'],
  blank: ['\\p{Zs}\\u{9}', '\\u{9}\\u{20}'],
  xdigit: ['0-9A-Fa-f', '0-9A-Fa-f'],
  punct: [
    '\\p{P}\\u{24}\\u{2b}\\u{3c}-\\u{3e}\\u{5e}\\u{60}\\u{7c}\\u{7e}',
    '\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}',
  ],
};

function escape(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

function isValid(items: string): boolean {
  try {
    return new RegExp(`[${items}]`, 'v') instanceof RegExp;
  } catch {
    return false;
  }
}
