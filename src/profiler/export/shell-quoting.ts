import type { Piece } from './placeholders.ts';

/** How text becomes bytes: header values and addresses may hold bytes that are no UTF-8, kept as one character each. */
export type TextEncoding = 'utf8' | 'latin1';

/**
 * A word for bash and zsh that holds exactly these bytes: no character of it means anything to the shell, none moves the
 * cursor of the terminal it is pasted into, none is taken for history. Placeholders become `"$NAME"`.
 */
export function quoteForShell(pieces: readonly Piece[], encoding: TextEncoding = 'utf8'): string {
  const words = pieces.map((piece) => (typeof piece === 'string' ? quoted(piece, encoding) : `"$${piece.name}"`));
  return words.join('') || "''";
}

/** Bytes above 127 that stand for themselves are told from text by their characters. */
export function detectEncoding(pieces: readonly Piece[]): TextEncoding {
  // oxlint-disable-next-line no-control-regex -- one character per byte is what is asked
  return pieces.every((piece) => typeof piece !== 'string' || /^[\x00-\xff]*$/.test(piece)) ? 'latin1' : 'utf8';
}

function quoted(text: string, encoding: TextEncoding): string {
  if (/^[\w./:@%+,-]+$/.test(text)) return text;
  const isPlain = encoding === 'utf8' ? PLAIN : PLAIN_ASCII;
  if (isPlain.test(text)) return `'${text}'`;
  return `$'${Array.from(text, (character) => escaped(character, encoding)).join('')}'`;
}

const PLAIN = /^(?:[ -&(-~]|(?![\p{Bidi_Control}])[^\0-\x7f\p{C}\p{Z}\p{M}])*$/u;
const PLAIN_ASCII = /^[ -&(-~]*$/;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

function escaped(character: string, encoding: TextEncoding): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const stays = (encoding === 'utf8' ? PLAIN : PLAIN_ASCII).test(character) && character !== '!';
  if (stays) return character;
  return [...Buffer.from(character, encoding)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
