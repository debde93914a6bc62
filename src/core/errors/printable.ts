/**
 * Makes text of clients safe for pages, terminals and logs: no control characters except line breaks and tabs, no characters
 * that change the text direction, no lone surrogates.
 *
 * @param most the maximum number of characters; the rest is counted
 *
 * @example
 * ```ts
 * import { printable } from './printable.ts';
 * printable('red \u001b[31malert', 100); // => 'red \\x1b[31malert'
 * printable('abcdef', 2); // => 'ab… 4 more'
 * ```
 */
export function printable(text: string, most: number): string {
  const kept = text.length > most ? text.slice(0, most) : text;
  const clean = kept.replace(UNPRINTABLE, escapeOf).toWellFormed();
  const rest = text.length - kept.length;
  return rest > 0 ? `${clean}… ${rest.toLocaleString('en')} more` : clean;
}

/** Like {@link printable}, on one line. */
export function printableLine(text: string, most: number): string {
  return printable(text, most).replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ⏎ ' : space));
}

// Control characters can change a terminal, and direction marks can disguise source code.
// oxlint-disable-next-line no-control-regex -- control characters are replaced
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/g;

function escapeOf(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
}
