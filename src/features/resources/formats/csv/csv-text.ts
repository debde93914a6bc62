import { BadRequestError } from '../../../../core/http/errors.ts';

/** A cell as it is in the file: undefined for one that is empty and has no quotes around it. */
export type Cell = string | undefined;

/**
 * One line of CSV (RFC 4180) with its CRLF. An undefined cell is empty, an empty text is `""`: so null and "" stay apart.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (cell === undefined ? '' : quoted(cell))).join(',')}\r\n`;
}

/**
 * The rows of a CSV document; line breaks may be CRLF or LF.
 * @throws {BadRequestError} when a quote is where none may be, or never ends, or there is too much of something
 */
export function parseCsv(text: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell);
    if (row.length > MOST_COLUMNS) throw malformed(`has more than ${MOST_COLUMNS} columns`, text, at);
    if (text[end] === ',') {
      at = end + 1;
      if (at < text.length) continue;
      row.push(undefined);
    } else at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    rows.push(row);
    if (rows.length > MOST_ROWS) throw malformed(`has more than ${MOST_ROWS} rows`, text, end);
    row = [];
  }
  return rows;
}

const MOST_COLUMNS = 1_000;
const MOST_ROWS = 100_001;

function quoted(cell: string): string {
  return cell === '' || NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const NEEDS_QUOTES = /[",\r\n]|^[ \t]|[ \t]$/;

function plainCell(text: string, from: number): { cell: Cell; end: number } {
  let end = from;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') {
    if (text[end] === '"') throw malformed('has a quote in an unquoted cell', text, end);
    end++;
  }
  return { cell: end === from ? undefined : text.slice(from, end), end };
}

function quotedCell(text: string, from: number): { cell: Cell; end: number } {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw malformed('has an unterminated quote', text, from);
  const after = text[end + 1];
  if (after !== undefined && after !== ',' && after !== '\r' && after !== '\n')
    throw malformed('has characters after the closing quote of a cell', text, end + 1);
  return { cell: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function malformed(what: string, text: string, at: number): BadRequestError {
  const line = text.slice(0, at).split('\n').length;
  return new BadRequestError(`The CSV ${what}, at line ${line}`, {
    type: '/problems/malformed-csv',
    extensions: { line },
  });
}
