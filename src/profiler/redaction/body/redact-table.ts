import { MASK } from '../../../core/redaction/sensitivity.ts';
import { isBit, isCount } from '../../../core/redaction/secret-names.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';

/**
 * Masks columns with a sensitive name in CSV (RFC 4180) and tab-separated values. Other text is not changed.
 *
 * @param type the media type: with `header=absent` the columns have no names
 * @param redactText redacts the text of a quoted cell
 * @returns the header line and the rows, which the caller redacts separately: a name in the header is not assigned to the
 *   text below it
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
    // A cell without a column may be the rest of the cell before it, written without quotation marks.
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

// The caller redacts cells without quotation marks as part of the rows.
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
  /** The start after blanks before a quotation mark. */
  readonly start: number;
  /** The position of the separator, or the end of the line or text. */
  readonly end: number;
  readonly isQuoted: boolean;
}

// An unclosed quotation mark begins a secret cell that extends to the end; in other cells it is a character.
function cellAt(text: string, from: number, separator: string, isSecret: boolean): Cell {
  let start = from;
  while (text[start] === ' ') start++;
  if (text[start] === '"') {
    let close = text.indexOf('"', start + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close >= 0) return { start, end: endOfUnquoted(text, close, separator), isQuoted: true };
    if (isSecret) return { start, end: text.length, isQuoted: true };
  }
  return { start: from, end: endOfUnquoted(text, from, separator), isQuoted: false };
}

function endOfUnquoted(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

// Spreadsheets write semicolons where a comma is the decimal separator. A name may contain one, so the most frequent is used.
function separatorOf(text: string, type: string): string {
  if (TABS.test(type)) return '\t';
  const end = text.search(/[\r\n]/);
  const head = (end < 0 ? text : text.slice(0, end)).slice(0, MAX_HEAD_LENGTH).replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((each) => [each, head.split(each).length] as const);
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

const ABSENT = /;\s*header\s*=\s*"?absent\b/i;
const TABS = /^\s*text\/tab-separated-values\b/i;
const MAX_HEAD_LENGTH = 16_384;
