import { escapeUnprintable } from '../trace/escape-unprintable.ts';

/**
 * Makes text of clients safe for pages, terminals and logs: bounded, and without the characters of {@link escapeUnprintable}.
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
  const beginning = text.length > most ? text.slice(0, most) : text;
  const clean = escapeUnprintable(beginning);
  const rest = text.length - beginning.length;
  return rest > 0 ? `${clean}… ${rest.toLocaleString('en')} more` : clean;
}

/** Like {@link printable}, on one line. */
export function printableLine(text: string, most: number): string {
  return printable(text, most).replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ⏎ ' : space));
}
