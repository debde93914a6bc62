import { stripVTControlCharacters } from 'node:util';

/** Rows as lines whose columns stand under each other; the last one may be as long as it likes. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.slice(0, -1).entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - width(cell))))
      .join('  ')
      .trimEnd(),
  );
}

// Colours take no room.
function width(cell: string): number {
  return [...stripVTControlCharacters(cell)].length;
}
