/** The counts of the checks in one cell of the summary. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts checks by subject and mode, and prints them as one table. */
export class Summary {
  readonly #rows = new Map<string, Map<string, Outcome>>();

  /** Returns the counts of a cell, which the caller changes. */
  at(row: string, column: string): Outcome {
    const cells = this.#rows.get(row) ?? new Map<string, Outcome>();
    this.#rows.set(row, cells);
    const outcome = cells.get(column) ?? { passed: 0, failed: 0, skipped: 0 };
    cells.set(column, outcome);
    return outcome;
  }

  /** Whether a check failed. */
  get hasFailures(): boolean {
    return [...this.#rows.values()].some((row) => [...row.values()].some(({ failed }) => failed > 0));
  }

  /** Returns the table, with a column for each mode in which something ran. */
  toString(): string {
    const columns = [...new Set([...this.#rows.values()].flatMap((row) => [...row.keys()]))];
    const rows = [...this.#rows].map(([name, cells]) => [name, ...columns.map((column) => getCell(cells.get(column)))]);
    const all = [['passed checks', ...columns], ...rows];
    const widths = all[0]!.map((_, index) => Math.max(...all.map((row) => row[index]!.length)));
    return all.map((row) => getLine(row, widths)).join('\n');
  }
}

function getLine(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index]!))
    .join('  ')
    .trimEnd();
}

function getCell(outcome: Outcome | undefined): string {
  if (outcome === undefined) return '–';
  const { passed, failed, skipped } = outcome;
  return [
    String(passed),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
}
