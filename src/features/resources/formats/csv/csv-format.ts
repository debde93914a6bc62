import { BadRequestError } from '../../../../core/http/errors.ts';
import type { BodyReader } from '../../bodies/body-reader.ts';
import type { Item, OperationRun } from '../../running/operation-run.ts';
import { toWire } from '../../responses/wire-item.ts';
import type { Format } from '../format.ts';
import { lineDescription } from '../line-description.ts';
import { csvLine, parseCsv } from './csv-text.ts';
import { fromCell, toCell } from './csv-values.ts';

/** Parses rows below a header row of field names. One row is an item, several rows are a list. */
const csvReader: BodyReader = {
  name: 'csv',
  types: ['text/csv'],
  describe: () => ({ type: 'string' }),
  read(text, run) {
    const [names, ...rows] = parseCsv(text as string);
    if (names === undefined || rows.length === 0)
      throw malformed('The CSV needs a header row with field names and a row for each item');
    const { fieldByName } = run.operation.resource;
    const values = rows.map((row, index) => {
      if (row.length !== names.length)
        throw malformed(`Row ${index + 1} of the CSV has ${row.length} cells, but the header row has ${names.length}`);
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
  writeItem: (item, run) => table([item], run),
  writeList: ({ page }, run) => table(page.items, run),
  reader: csvReader,
  describe: lineDescription('text/csv'),
} satisfies Format);

function table(items: readonly Item[], run: OperationRun): string {
  const { shownFields: shown } = run;
  const fields = shown.map((name) => run.operation.resource.fieldByName.get(name)!);
  const line = (item: Item): string => {
    const wire = toWire(item, run, shown);
    return csvLine(fields.map((each) => toCell(wire[each.name], each)));
  };
  return csvLine(shown) + items.map(line).join('');
}

function malformed(detail: string): BadRequestError {
  return new BadRequestError(detail, { type: '/problems/malformed-csv' });
}
