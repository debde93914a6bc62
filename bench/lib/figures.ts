/** Returns the median of a list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the value below which this share of a list is. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!;
}

/** Returns the first and the third quartile of a list. */
export function quartiles(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = values.toSorted((one, other) => one - other);
  const quarter = (sorted.length - 1) / 4;
  return [sorted[Math.round(quarter)]!, sorted[Math.round(quarter * 3)]!];
}

/** Returns a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns a result with its target, and whether it was met. */
export function compareToTarget(value: number, target: number, atMost: boolean, unit = ''): string {
  const met = atMost ? value <= target : value >= target;
  return `${value.toFixed(2)}${unit} (${atMost ? '≤' : '≥'} ${target}${unit} ${met ? '✓' : '✗'})`;
}
