import { MASK } from '../http/index.ts';
import { isBit, isCount } from './redaction-names.ts';
import type { SecretNames } from './redaction-names.ts';

/**
 * Masks the columns of a table that bear a sensitive name, in CSV (RFC 4180) and in lines of tabs; every other cell is left to `redactText`. What stays,
 * stays as it was written.
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
    const end = endOfCell(text, at, separator);
    const isQuoted = text[at] === '"';
    const written = text.slice(at, end);
    const value = isQuoted ? written.slice(1, written.endsWith('"') ? -1 : undefined).replaceAll('""', '"') : written;
    const isName = line === 0 && hasNames;
    if (isName) verdicts.push(names.of(value));
    else {
      const shown = redactCell(value, verdicts[column], isQuoted, redactText);
      if (shown !== value) {
        rows += text.slice(done, at) + (isQuoted ? `"${shown.replaceAll('"', '""')}"` : shown);
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

/** Where the separator, the end of the line or the end of all is that ends the cell. */
function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  if (text[from] === '"') {
    for (at = text.indexOf('"', from + 1); at >= 0 && text[at + 1] === '"';) at = text.indexOf('"', at + 2);
    if (at < 0) return text.length;
  }
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

// Where a comma is the mark of decimals, spreadsheets write semicolons.
function separatorOf(text: string, type: string): string {
  if (TABS.test(type)) return '\t';
  const end = text.search(/[\r\n]/);
  const head = (end < 0 ? text : text.slice(0, end)).slice(0, LONGEST_HEAD).replace(/"[^"]*"/g, '');
  return [',', ';', '\t'].find((each) => head.includes(each)) ?? ',';
}

const ABSENT = /;\s*header\s*=\s*"?absent\b/i;
const TABS = /^\s*text\/tab-separated-values\b/i;
const LONGEST_HEAD = 16_384;
