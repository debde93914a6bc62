/**
 * Replaces characters that a reader does not see: control characters except line breaks and tabs, characters that change the
 * text direction, invisible ones, and lone surrogates. Joiners and variation selectors stay where writing systems and emoji
 * need them.
 *
 * @example
 * ```ts
 * import { escapeUnprintable } from './escape-unprintable.ts';
 * escapeUnprintable('red \u001b[31malert\u202e'); // => 'red \\x1b[31malert\\u202e'
 * ```
 */
export function escapeUnprintable(text: string, escape = escapeCharacter): string {
  return text.replace(UNPRINTABLE, escape).toWellFormed();
}

// Control characters can change a terminal, direction marks can disguise source code, and invisible characters can hide
// instructions to a language model.
const UNPRINTABLE =
  // oxlint-disable-next-line no-misleading-character-class -- joiners and variation selectors are what it looks for
  /[[\p{Cc}--[\t\n\r]]\u2028\u2029\ufff9-\ufffb[\p{DI}--[\u200c\u200d\ufe00-\ufe0f]]]|\r(?!\n)|[\u200c\u200d](?:(?![^\0-\x7f\p{DI}])|(?<![^\0-\x7f\p{DI}]\ufe0f?[\u200c\u200d]))|[\ufe00-\ufe0f](?<![^\0-\x7f\p{DI}][\ufe00-\ufe0f])(?!\u20e3)/gv;

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`;
}
