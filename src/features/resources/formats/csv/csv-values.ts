import type { FieldModel } from '../../model/resource-model.ts';
import { readText } from '../read-text.ts';
import type { Cell } from './csv-text.ts';

/** Converts the value of a field to a cell: null is empty, lists and objects are JSON. */
export function toCell(value: unknown, { kind }: Pick<FieldModel, 'kind'>): Cell {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string' && kind !== 'json') return escapeFormula(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Converts a cell to the value of a field. Text that cannot be converted is returned as it is and rejected by validation. */
export function fromCell(cell: Cell, field: Pick<FieldModel, 'kind' | 'link' | 'jsonSchema'> | undefined): unknown {
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
