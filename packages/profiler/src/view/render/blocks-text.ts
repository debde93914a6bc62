import { printable } from 'oriel-core/errors';
import type { Column, Text } from '../../profile/view-model.ts';

/** Returns a text without its formatting. Control and bidirectional characters are escaped. */
export function toPlainText(text: Text): string {
  const value = typeof text === 'object' ? text.text : text;
  return typeof value === 'number' ? String(value) : printable(value, MAX_LENGTH);
}

// Recorded bodies are capped; this bounds all other text.
const MAX_LENGTH = 200_000;

/** Returns the label of a column. */
export function getColumnLabel(column: Column): string {
  return typeof column === 'string' ? column : column.label;
}
