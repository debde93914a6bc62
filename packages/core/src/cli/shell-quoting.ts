/** Literal text, or the name of a variable for a masked value. */
export type Piece = string | { readonly name: string };

/** Encoding of text as bytes. Header values and URLs that are not UTF-8 have one character per byte (latin1). */
export type TextEncoding = 'utf8' | 'latin1';

/**
 * Quotes text as one argument for bash and zsh. No character is special to the shell, its history or the terminal.
 * Variables become `"$NAME"`.
 */
export function quoteForShell(pieces: readonly Piece[], encoding: TextEncoding = 'utf8'): string {
  const quotedPieces = pieces.map((piece) =>
    typeof piece === 'string' ? quoteText(piece, encoding) : `"$${piece.name}"`,
  );
  return quotedPieces.join('') || "''";
}

/** Returns latin1 if every character is a byte, else utf8. */
export function detectEncoding(pieces: readonly Piece[]): TextEncoding {
  // oxlint-disable-next-line no-control-regex -- matches any byte
  return pieces.every((piece) => typeof piece !== 'string' || /^[\x00-\xff]*$/.test(piece)) ? 'latin1' : 'utf8';
}

function quoteText(text: string, encoding: TextEncoding): string {
  if (/^[\w./:@%+,-]+$/.test(text)) return text;
  const isPlain = encoding === 'utf8' ? PLAIN : PLAIN_ASCII;
  if (isPlain.test(text)) return `'${text}'`;
  return `$'${Array.from(text, (character) => escapeCharacter(character, encoding)).join('')}'`;
}

const PLAIN = /^(?:[ -&(-~]|(?![\p{Bidi_Control}])[^\0-\x7f\p{C}\p{Z}\p{M}])*$/u;
const PLAIN_ASCII = /^[ -&(-~]*$/;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

function escapeCharacter(character: string, encoding: TextEncoding): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const isLiteral = (encoding === 'utf8' ? PLAIN : PLAIN_ASCII).test(character) && character !== '!';
  if (isLiteral) return character;
  return [...Buffer.from(character, encoding)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
