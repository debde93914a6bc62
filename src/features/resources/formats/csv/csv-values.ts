import type { FieldModel } from '../../model/resource-model.ts';
import { readText } from '../read-text.ts';
import type { Cell } from './csv-text.ts';

/** The value of a field as a cell: null is an empty one, lists and objects are JSON. */
export function toCell(value: unknown, { kind }: Pick<FieldModel, 'kind'>): Cell {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string' && kind !== 'json') return harmless(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** What a cell says about a field. What does not fit stays text, for the schema to complain about. */
export function fromCell(cell: Cell, field: Pick<FieldModel, 'kind' | 'link' | 'jsonSchema'> | undefined): unknown {
  if (cell === undefined) return null;
  if (field === undefined) return cell;
  const { link, kind, jsonSchema } = field;
  // A link is a text, or several as JSON, whatever identifies the item.
  const written = link?.as === 'iri' ? (jsonSchema['type'] === 'array' ? 'json' : 'string') : kind;
  return readText(written === 'json' ? cell : plain(cell), written);
}

// A spreadsheet takes these for the beginning of a formula (CWE-1236). A quote before them says that it is none; where
// such quotes were there already there is one more, so that reading gives back what was written.
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function plain(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
