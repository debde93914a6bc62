import type { Piece } from 'oriel-core/cli';

/** The values that were masked in a profile, by the name of their variable. */
export type MaskedValues = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable, if it was given. */
export function findValue(values: MaskedValues, variable: string): string | undefined {
  return Object.hasOwn(values, variable) ? values[variable] : undefined;
}

/** Returns the value of a header; undefined if one of its values is missing. */
export function insertHeaderValues(pieces: readonly Piece[], values: MaskedValues): string | undefined {
  const text = insert(pieces, values, (value) => value);
  return text.includes(MISSING) ? undefined : text;
}

/** Returns the value of `Cookie` without the cookies whose values are missing; undefined if none remains. */
export function insertCookies(pieces: readonly Piece[], values: MaskedValues): string | undefined {
  const text = insert(pieces, values, (value) => value);
  if (!text.includes(MISSING)) return text;
  const pairs = text.split(';').filter((pair) => !pair.includes(MISSING));
  return pairs.join(';').trim() || undefined;
}

/** Returns a target. Missing values are empty. */
export function insertTargetValues(pieces: readonly Piece[], values: MaskedValues): string {
  return insert(pieces, values, encodeURIComponent).replaceAll(MISSING, '');
}

/** Returns a text body with values as its media type writes them. Missing values are empty. */
export function insertBodyValues(pieces: readonly Piece[], values: MaskedValues, type: string): Buffer {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  const isJson = /\bjson\b/i.test(type);
  const encodeJson = (value: string): string => JSON.stringify(value).slice(1, -1);
  const encode = isForm ? encodeURIComponent : isJson ? encodeJson : (value: string) => value;
  return Buffer.from(insert(pieces, values, encode).replaceAll(MISSING, ''));
}

// No recorded text has it: it is not a character.
const MISSING = '\uffff';

function insert(pieces: readonly Piece[], values: MaskedValues, encode: (value: string) => string): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const value = findValue(values, piece.name);
      return value === undefined ? MISSING : encode(value.toWellFormed());
    })
    .join('');
}
