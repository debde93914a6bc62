import { stripVTControlCharacters } from 'node:util';

/**
 * Returns rows as lines of text with aligned columns. The last column has no fixed width.
 * @param maxWidth the maximum width of a column in characters. Longer cells are not truncated
 */
export function alignColumns(rows: readonly (readonly string[])[], maxWidth = Infinity): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.slice(0, -1).entries())
      widths[index] = Math.max(widths[index] ?? 0, Math.min(maxWidth, width(cell)));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - width(cell))))
      .join('  ')
      .trimEnd(),
  );
}

// Escape sequences for colours have no width.
function width(cell: string): number {
  return [...stripVTControlCharacters(cell)].length;
}
