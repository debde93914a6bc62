import { BadRequestError } from 'oriel-core/http';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import { canonicalDecimal } from '../declare/filters/decimal.ts';
import { lineDescription } from '../model/format.ts';
import type { BodyReader, Format } from '../model/format.ts';
import type { OperationCall } from '../model/operation-call.ts';
import type { Item } from '../model/reach.ts';
import type { FieldModel } from '../model/resource-model.ts';
import { toWire } from '../model/wire-item.ts';
import { copyMembers } from './members.ts';
import { readText } from './read-text.ts';

/** Parses rows below a header row of field names. One row is an item, several rows are a list. */
const csvReader: BodyReader = {
  name: 'csv',
  types: ['text/csv'],
  describe: () => ({ type: 'string' }),
  read(text, call) {
    const [names, ...rows] = parseCsv(text as string);
    if (names === undefined || rows.length === 0) throw malformed(message('csv.header-missing'));
    const { fieldByName } = call.operation.resource;
    const values = rows.map((cells, index) => {
      const counts = { row: index + 1, cells: cells.length, names: names.length };
      if (cells.length !== names.length) throw malformed(message('csv.wrong-number-of-cells', counts));
      const members = copyMembers({});
      for (const [column, name = ''] of names.entries()) members[name] = readCell(cells[column], fieldByName.get(name));
      return members;
    });
    return values.length === 1 ? { kind: 'value', value: values[0] } : { kind: 'values', values };
  },
};

/** CSV (RFC 4180): a header row of field names and a row for each item. */
export const csvFormat: Format = Object.freeze({
  name: 'csv',
  types: ['text/csv'],
  ignores: ['header'],
  contentType: 'text/csv; charset=utf-8; header=present',
  writeItem: (item, call) => writeTable([item], call),
  writeList: ({ page }, call) => writeTable(page.items, call),
  reader: csvReader,
  describe: lineDescription('text/csv'),
} satisfies Format);

function writeTable(items: readonly Item[], call: OperationCall): string {
  const { fieldByName } = call.operation.resource;
  const rows = items.map((item) => {
    const wire = toWire(item, call);
    return call.shownFields.map((name) => writeCell(wire[name], fieldByName.get(name)!));
  });
  return [call.shownFields, ...rows].map(writeRow).join('');
}

/** The text of a cell; undefined for an empty cell without quotes. */
type Cell = string | undefined;

// An undefined cell is empty, an empty string is `""`, so that null and "" differ.
function writeRow(cells: readonly Cell[]): string {
  const quote = (cell: string): string =>
    cell === '' || NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return `${cells.map((cell) => (cell === undefined ? '' : quote(cell))).join(',')}\r\n`;
}

const NEEDS_QUOTES = /[",\r\n]|^[ \t]|[ \t]$/;

// Null is empty, lists and objects are JSON.
function writeCell(value: unknown, { kind }: FieldModel): Cell {
  if (value === null || value === undefined) return undefined;
  // A negative number is not a formula.
  if (kind === 'decimal' && canonicalDecimal(value) !== undefined) return String(value);
  if (typeof value === 'string' && kind !== 'json') return FORMULA.test(value) ? `'${value}` : value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

// Text that cannot be converted is returned as it is and rejected by validation.
function readCell(cell: Cell, field: FieldModel | undefined): unknown {
  if (cell === undefined) return null;
  if (field === undefined) return cell;
  const { link, kind, jsonSchema } = field;
  // Links are IRIs, or a JSON array of IRIs, whatever the type of the identifier is.
  const written = link?.as === 'iri' ? (jsonSchema['type'] === 'array' ? 'json' : 'string') : kind;
  const isEscaped = written !== 'json' && cell.startsWith("'") && FORMULA.test(cell);
  return readText(isEscaped ? cell.slice(1) : cell, written);
}

// Spreadsheets interpret text with these prefixes as a formula (CWE-1236). A leading apostrophe prevents that. Text that
// starts with apostrophes gets another one, so that parsing restores the original.
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

// Parses a document with CRLF or LF line breaks.
function parseCsv(text: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  while (position < text.length) {
    const { cell, end } = text[position] === '"' ? parseQuoted(text, position) : parsePlain(text, position);
    row.push(cell);
    if (row.length > MAX_COLUMNS)
      throw malformedAt(position, text, (line) => message('csv.too-many-columns', { count: MAX_COLUMNS, line }));
    if (text[end] === ',') {
      position = end + 1;
      if (position < text.length) continue;
      row.push(undefined);
    } else position = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    rows.push(row);
    if (rows.length > MAX_ROWS)
      throw malformedAt(end, text, (line) => message('csv.too-many-rows', { count: MAX_ROWS, line }));
    row = [];
  }
  return rows;
}

const MAX_COLUMNS = 1_000;
const MAX_ROWS = 100_001;

function parsePlain(text: string, from: number): { cell: Cell; end: number } {
  PLAIN.lastIndex = from;
  const cell = PLAIN.exec(text)![0];
  const end = from + cell.length;
  if (text[end] === '"') throw malformedAt(end, text, (line) => message('csv.unexpected-quote', { line }));
  return { cell: cell === '' ? undefined : cell, end };
}

const PLAIN = /[^",\r\n]*/y;

function parseQuoted(text: string, from: number): { cell: Cell; end: number } {
  let end = text.indexOf('"', from + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw malformedAt(from, text, (line) => message('csv.unterminated-quote', { line }));
  const cell = text.slice(from + 1, end++).replaceAll('""', '"');
  if (end < text.length && !',\r\n'.includes(text[end]!))
    throw malformedAt(end, text, (line) => message('csv.text-after-quote', { line }));
  return { cell, end };
}

function malformedAt(index: number, text: string, describe: (line: number) => Message): BadRequestError {
  const line = text.slice(0, index).split('\n').length;
  return malformed(describe(line), { line });
}

function malformed(detail: Message, extensions?: { readonly line: number }): BadRequestError {
  return new BadRequestError(detail, { type: '/problems/malformed-csv', ...(extensions && { extensions }) });
}
