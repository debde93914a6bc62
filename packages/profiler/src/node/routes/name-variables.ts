import { MASK } from 'oriel-core/redaction';

/** Returns a path with names in place of the segments that are values: `/users/7` as `/users/:n`. */
export function nameVariables(path: string): string {
  return path
    .split('/')
    .map((segment) => nameVariable(segment) ?? segment)
    .join('/');
}

/**
 * Returns the name of a segment that is a value by its syntax, such as a number or a token; undefined for a literal segment and
 * for words, which only a comparison with other paths shows to be values.
 */
export function nameVariable(segment: string): string | undefined {
  const text = segment.split(';', 1)[0]!;
  if (text.includes(MASK)) return ':secret';
  if (text.length > MAX_LITERAL) return isReadable(text) ? ':slug' : ':token';
  const simple = SYNTAXES.find(([, syntax]) => syntax.test(text));
  if (simple) return simple[0];
  if (!LITERAL.test(text)) return ':text';
  return nameFile(text) ?? (isToken(text) ? ':token' : undefined);
}

const MAX_LITERAL = 48;

const SYNTAXES: readonly (readonly [name: string, syntax: RegExp])[] = [
  [':n', /^[-+]?\d+(?:\.\d+)*$/],
  [':date', /^\d{4}-\d\d(?:-\d\d)?(?:T[\d:.%A]+(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i],
  [':uuid', /^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i],
  [':hex', /^(?:0x[\da-f]+|(?=.*\d)(?=.*[a-f])[\da-f]{8,})$/i],
  // Prefixed identifiers, such as user_123, INV-2026-0001 and cus_N8xAbC12.
  [':id', /^[a-z]{1,10}(?:[-_](?:\d{4}[-_])?\d{2,}|\d{3,}|_(?=[a-z]*\d)[a-z\d]{8,})$/i],
];

const LITERAL = /^@?[\w.~-]*(?:,[a-z][\w.]*)*$/i;

// Random characters: a long text with digits that does not consist of words, or upper and lower case mixed with digits.
function isToken(text: string): boolean {
  if (!TOKEN.test(text)) return false;
  if (text.length >= 24 && /^[a-z\d]+$/i.test(text)) return true;
  if (text.length >= 8 && [/^[a-z\d]+$/i, /\d/, /[a-z]/, /[A-Z]/].every((part) => part.test(text))) return true;
  return text.length >= 16 && /\d/.test(text) && /[a-z]/i.test(text) && !isReadable(text);
}

const TOKEN = /^[\w.~=-]+$/;

// Words of one case and short numbers, such as 2026-annual-report-v2.
function isReadable(text: string): boolean {
  const words = text.split(/[-_.~]|%20/);
  return words.length > 1 && words.every((word) => /^(?:[a-z]{0,20}|[A-Z]?[a-z]{0,20}|[a-z]?\d{1,4})$/.test(word));
}

// A version or a hash in the name of a file, such as app.3f2a91bc.js, changes with each build.
function nameFile(text: string): string | undefined {
  const [, base = '', extension = ''] = /^(.+)(\.[a-z][a-z\d]{0,7})$/i.exec(text) ?? [];
  if (base === '') return undefined;
  const name = nameVariable(base);
  if (name !== undefined) return name + extension;
  const hash = /[-._~]([\w-]{6,})$/.exec(base)?.[1] ?? '';
  return /\d/.test(hash) && /[a-z]/i.test(hash) && !/^v?[\d_]+$/.test(hash) ? `:file${extension}` : undefined;
}
