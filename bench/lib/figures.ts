/** The middle of a list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this share of a list lies below. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!;
}

/** Between which two values the middle half of a list lies. */
export function quartiles(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = values.toSorted((one, other) => one - other);
  const quarter = (sorted.length - 1) / 4;
  return [sorted[Math.round(quarter)]!, sorted[Math.round(quarter * 3)]!];
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What was reached beside what was to be reached. */
export function against(value: number, target: number, atMost: boolean, unit = ''): string {
  const met = atMost ? value <= target : value >= target;
  return `${value.toFixed(2)}${unit} (${atMost ? '≤' : '≥'} ${target}${unit} ${met ? '✓' : '✗'})`;
}
