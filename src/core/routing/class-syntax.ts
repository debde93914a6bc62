/** The words a requirement has for sets of characters, written as items of a JavaScript bracket expression (`v` flag). */

export interface ClassItem {
  readonly items: string;
  readonly asciiOnly: boolean;
}

/** Thrown inside the parser; the route compiler adds the route and the parameter. */
export class RequirementSyntaxError extends Error {
  override readonly name = 'RequirementSyntaxError';
}

/** All characters from one to another, as an item of a class. */
export function range(from: number, to = from): ClassItem {
  const items = from === to ? escape(from) : `${escape(from)}-${escape(to)}`;
  return { items, asciiOnly: to < 128 };
}

/** `d`, `W`, `s` …: with Unicode they follow Unicode properties, on bytes they are ASCII. */
export function shorthand(letter: string, utf8: boolean): ClassItem | undefined {
  const lower = letter.toLowerCase();
  const items = (utf8 ? unicodeShorthands : byteShorthands)[lower];
  if (items === undefined) return undefined;
  const asciiOnly = !utf8 && lower !== 'h';
  return letter === lower ? { items, asciiOnly } : { items: `[^${items}]`, asciiOnly: false };
}

/** `[:alpha:]` and its family, given by name. */
export function posixClass(name: string, utf8: boolean): ClassItem {
  const negate = name.startsWith('^');
  const found = posixClasses[negate ? name.slice(1) : name];
  if (!found) throw new RequirementSyntaxError(`[:${name}:] is not a known character class`);
  const items = utf8 ? found[0] : found[1];
  return negate ? { items: `[^${items}]`, asciiOnly: false } : { items, asciiOnly: !utf8 };
}

/** `\p{…}`: a general category or a script. */
export function property(name: string, negate: boolean): ClassItem {
  const not = negate !== name.startsWith('^');
  const bare = name.replace(/^\^/, '').replace('L&', 'LC').replace(/^Xan$/, 'Alphabetic');
  for (const candidate of [bare, `Script=${bare}`]) {
    const items = `\\${not ? 'P' : 'p'}{${candidate}}`;
    if (isValid(items)) return { items, asciiOnly: false };
  }
  throw new RequirementSyntaxError(`\\p{${name}} is not a known Unicode property`);
}

const unicodeShorthands: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  w: '\\p{L}\\p{N}_',
  s: '\\p{Z}\\u{9}-\\u{d}\\u{85}',
  h: '\\u{9}\\u{20}\\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}',
  v: '\\u{a}-\\u{d}\\u{85}\\u{2028}\\u{2029}',
  n: '[^\\u{a}]',
};

const byteShorthands: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'A-Za-z0-9_',
  s: '\\u{9}-\\u{d}\\u{20}',
  h: '\\u{9}\\u{20}\\u{a0}',
  v: '\\u{a}-\\u{d}\\u{85}',
};

const posixClasses: Readonly<Record<string, readonly [unicode: string, bytes: string]>> = {
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
