import { BadRequestError } from 'oriel-core/http';
import { canonicalDecimal } from '../../declare/filters/decimal.ts';
import type { BodyReader, Format } from '../../model/format.ts';
import type { OperationCall } from '../../model/operation-call.ts';
import type { Item } from '../../model/item.ts';
import { toWire } from '../../model/wire-item.ts';
import { lineDescription } from '../../model/format.ts';
import { csvLine, parseCsv } from './csv-text.ts';
import { message } from 'oriel-core/messages';
import type { Message } from 'oriel-core/messages';
import type { FieldModel } from '../../model/resource-model.ts';
import { readText } from '../read-text.ts';
import type { Cell } from './csv-text.ts';

/** Parses rows below a header row of field names. One row is an item, several rows are a list. */
const csvReader: BodyReader = {
  name: 'csv',
  types: ['text/csv'],
  describe: () => ({ type: 'string' }),
  read(text, call) {
    const [names, ...rows] = parseCsv(text as string);
    if (names === undefined || rows.length === 0) throw malformed(message('csv.header-missing'));
    const { fieldByName } = call.operation.resource;
    const values = rows.map((row, index) => {
      if (row.length !== names.length)
        throw malformed(
          message('csv.wrong-number-of-cells', { row: index + 1, cells: row.length, names: names.length }),
        );
      const value = Object.create(null) as Record<string, unknown>;
      for (const [at, name = ''] of names.entries()) value[name] = fromCell(row[at], fieldByName.get(name));
      return value;
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
  writeItem: (item, call) => table([item], call),
  writeList: ({ page }, call) => table(page.items, call),
  reader: csvReader,
  describe: lineDescription('text/csv'),
} satisfies Format);

function table(items: readonly Item[], call: OperationCall): string {
  const { shownFields: shown } = call;
  const fields = shown.map((name) => call.operation.resource.fieldByName.get(name)!);
  const line = (item: Item): string => {
    const wire = toWire(item, call, shown);
    return csvLine(fields.map((each) => toCell(wire[each.name], each)));
  };
  return csvLine(shown) + items.map(line).join('');
}

function malformed(detail: Message): BadRequestError {
  return new BadRequestError(detail, { type: '/problems/malformed-csv' });
}

/** Converts the value of a field to a cell: null is empty, lists and objects are JSON. */
function toCell(value: unknown, { kind }: Pick<FieldModel, 'kind'>): Cell {
  if (value === null || value === undefined) return undefined;
  // A negative number is not a formula.
  if (kind === 'decimal' && canonicalDecimal(value) !== undefined) return String(value);
  if (typeof value === 'string' && kind !== 'json') return escapeFormula(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Converts a cell to the value of a field. Text that cannot be converted is returned as it is and rejected by validation. */
function fromCell(cell: Cell, field: Pick<FieldModel, 'kind' | 'link' | 'jsonSchema'> | undefined): unknown {
  if (cell === undefined) return null;
  if (field === undefined) return cell;
  const { link, kind, jsonSchema } = field;
  // Links are IRIs, or a JSON array of IRIs, whatever the type of the identifier is.
  const written = link?.as === 'iri' ? (jsonSchema['type'] === 'array' ? 'json' : 'string') : kind;
  return readText(written === 'json' ? cell : unescapeFormula(cell), written);
}

// Spreadsheets interpret text with these prefixes as a formula (CWE-1236). A leading apostrophe prevents that. Text that
// starts with apostrophes gets another one, so that parsing restores the original.
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
