import { MASK } from '../../core/http/sensitive.ts';
import { isBit, isCount } from '../../core/redaction/secret-names.ts';
import type { SecretNames } from '../../core/redaction/secret-names.ts';

/**
 * Masks the columns of a table that bear a sensitive name, in CSV (RFC 4180) and in lines of tabs. What stays, stays as
 * it was written.
 *
 * @param type the media type: with `header=absent` no column has a name
 * @param redactText redacts what a quoted cell says, whatever it is
 * @returns the line of the names, and those below it: a name is nothing that is given to what stands below
 */
export function redactTable(
  text: string,
  type: string,
  names: SecretNames,
  redactText: (text: string) => string,
): { readonly head: string; readonly rows: string } {
  const separator = separatorOf(text, type);
  const verdicts: ReturnType<SecretNames['of']>[] = [];
  const hasNames = !ABSENT.test(type);
  let rows = '';
  let [headEnd, done] = [0, 0];
  let [column, line] = [0, 0];
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at <= text.length;) {
    const isName = line === 0 && hasNames;
    // What has no name of its own may be the rest of the cell before it, written without quotation marks.
    const verdict = isName ? undefined : verdicts[Math.min(column, verdicts.length - 1)];
    const { start, end, isQuoted } = cellAt(text, at, separator, verdict !== undefined && verdict !== 'harmless');
    const written = text.slice(start, end);
    const value = isQuoted ? written.slice(1, written.endsWith('"') ? -1 : undefined).replaceAll('""', '"') : written;
    if (isName) verdicts.push(names.of(value));
    else {
      const shown = redactCell(value, verdict, isQuoted, redactText);
      if (shown !== value) {
        rows += text.slice(done, start) + (isQuoted ? `"${shown.replaceAll('"', '""')}"` : shown);
        done = end;
      }
    }
    if (text.startsWith(separator, end) && end < text.length) column++;
    else [column, line] = [0, line + 1];
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (isName) headEnd = done = Math.min(at, text.length);
  }
  return { head: text.slice(0, headEnd), rows: rows + text.slice(done) };
}

// What stands in a cell without quotation marks is found in the text around it.
function redactCell(
  value: string,
  verdict: ReturnType<SecretNames['of']> | undefined,
  isQuoted: boolean,
  redactText: (text: string) => string,
): string {
  if (verdict === undefined || verdict === 'harmless') return isQuoted ? redactText(value) : value;
  return isBit(value) || (verdict === 'counted' && isCount(value)) ? value : MASK;
}

interface Cell {
  /** Behind the blanks that some write before a quotation mark. */
  readonly start: number;
  /** Where the separator, the end of the line or the end of all is. */
  readonly end: number;
  readonly isQuoted: boolean;
}

// A quotation mark that is never closed is one to whoever hides what follows, and a letter to whoever would show all of it.
function cellAt(text: string, from: number, separator: string, isSecret: boolean): Cell {
  let start = from;
  while (text[start] === ' ') start++;
  if (text[start] === '"') {
    let close = text.indexOf('"', start + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close >= 0) return { start, end: endOfBare(text, close, separator), isQuoted: true };
    if (isSecret) return { start, end: text.length, isQuoted: true };
  }
  return { start: from, end: endOfBare(text, from, separator), isQuoted: false };
}

function endOfBare(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

// Where a comma is the mark of decimals, spreadsheets write semicolons. A name may have one, so the most frequent it is.
function separatorOf(text: string, type: string): string {
  if (TABS.test(type)) return '\t';
  const end = text.search(/[\r\n]/);
  const head = (end < 0 ? text : text.slice(0, end)).slice(0, LONGEST_HEAD).replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((each) => [each, head.split(each).length] as const);
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

const ABSENT = /;\s*header\s*=\s*"?absent\b/i;
const TABS = /^\s*text\/tab-separated-values\b/i;
const LONGEST_HEAD = 16_384;
