export interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/** Returns values in ascending order. */
export function sortValues(values: readonly WeightedValue[]): readonly WeightedValue[] {
  return values.toSorted((one, other) => one.value - other.value);
}

/**
 * Returns the percentile of sorted values by nearest rank: the smallest value that at least this share of the requests does not
 * exceed. Returns 0 without values.
 *
 * @param sorted the values in ascending order
 * @param percent greater than 0, at most 100
 */
export function findPercentile(sorted: readonly WeightedValue[], percent: number): number {
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let rank = 0;
  for (const { value, weight } of sorted) {
    rank += weight;
    // A product has no rounding error for whole weights, unlike a fraction of the total.
    if (rank * 100 >= total * percent) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}
