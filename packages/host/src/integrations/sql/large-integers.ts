/**
 * Replaces the integers of a row that a driver returns as `bigint`: small ones by numbers, larger ones by text, as drivers of
 * PostgreSQL return them.
 */
export function withoutBigInts<Row>(row: Row): Row {
  const values = row as Record<string, unknown>;
  for (const key in values) {
    const value = values[key];
    if (typeof value !== 'bigint') continue;
    const number = Number(value);
    values[key] = Number.isSafeInteger(number) ? number : String(value);
  }
  return row;
}
