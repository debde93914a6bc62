import { BadRequestError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';

/** The text of a cell; undefined for an empty cell without quotes. */
export type Cell = string | undefined;

/**
 * Writes a row of CSV (RFC 4180) with CRLF. An undefined cell is empty, an empty string is `""`, so that null and "" differ.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (cell === undefined ? '' : quoted(cell))).join(',')}\r\n`;
}

/**
 * Parses a CSV document with CRLF or LF line breaks.
 * @throws {BadRequestError} if a quote is misplaced or unterminated, or there are too many rows or columns
 */
export function parseCsv(text: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell);
    if (row.length > MAX_COLUMNS)
      throw malformed((line) => message('csv.too-many-columns', { count: MAX_COLUMNS, line }), text, at);
    if (text[end] === ',') {
      at = end + 1;
      if (at < text.length) continue;
      row.push(undefined);
    } else at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    rows.push(row);
    if (rows.length > MAX_ROWS)
      throw malformed((line) => message('csv.too-many-rows', { count: MAX_ROWS, line }), text, end);
    row = [];
  }
  return rows;
}

const MAX_COLUMNS = 1_000;
const MAX_ROWS = 100_001;

function quoted(cell: string): string {
  return cell === '' || NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const NEEDS_QUOTES = /[",\r\n]|^[ \t]|[ \t]$/;

function plainCell(text: string, from: number): { cell: Cell; end: number } {
  let end = from;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') {
    if (text[end] === '"') throw malformed((line) => message('csv.unexpected-quote', { line }), text, end);
    end++;
  }
  return { cell: end === from ? undefined : text.slice(from, end), end };
}

function quotedCell(text: string, from: number): { cell: Cell; end: number } {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw malformed((line) => message('csv.unterminated-quote', { line }), text, from);
  const after = text[end + 1];
  if (after !== undefined && after !== ',' && after !== '\r' && after !== '\n')
    throw malformed((line) => message('csv.text-after-quote', { line }), text, end + 1);
  return { cell: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function malformed(describe: (line: number) => Message, text: string, at: number): BadRequestError {
  const line = text.slice(0, at).split('\n').length;
  return new BadRequestError(describe(line), {
    type: '/problems/malformed-csv',
    extensions: { line },
  });
}
