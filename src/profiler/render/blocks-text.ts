import { printable } from '../../core/errors/printable.ts';
import type { Column, Text } from '../panels/view-model.ts';

/** What a text says, without what it may be. Fit for a page, a document and a terminal: nothing in it moves a cursor. */
export function plainText(text: Text): string {
  const value = typeof text === 'object' ? text.text : text;
  return typeof value === 'number' ? String(value) : printable(value, LONGEST);
}

/** Milliseconds as people read them: `0.42 ms`, `12.3 ms`, `1.24 s`. */
export function milliseconds(value: number): string {
  if (!Number.isFinite(value) || value < 0) return '–';
  if (value < 0.995) return `${value.toFixed(2)} ms`;
  if (value < 99.95) return `${value.toFixed(1)} ms`;
  if (value < 999.5) return `${Math.round(value)} ms`;
  return value < 59_995 ? `${(value / 1000).toFixed(2)} s` : `${(value / 60_000).toFixed(1)} min`;
}

/** `1 query`, `2 queries`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

// Bodies are capped before they get here; this is for whatever was not.
const LONGEST = 200_000;

/** What stands above a column. */
export function columnLabel(column: Column): string {
  return typeof column === 'string' ? column : column.label;
}
