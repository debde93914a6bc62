import { printable } from '../../core/errors/printable.ts';
import type { Column, Text } from '../panels/view-model.ts';

/** What a text says, without what it may be. Fit for a page, a document and a terminal: nothing in it moves a cursor. */
export function toPlainText(text: Text): string {
  const value = typeof text === 'object' ? text.text : text;
  return typeof value === 'number' ? String(value) : printable(value, LONGEST);
}

// Bodies are capped before they get here; this is for whatever was not.
const LONGEST = 200_000;

/** What stands above a column. */
export function getColumnLabel(column: Column): string {
  return typeof column === 'string' ? column : column.label;
}
