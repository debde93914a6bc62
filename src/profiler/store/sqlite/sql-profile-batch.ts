import type { ProfileSummary } from '../../profile.ts';
import { COLUMN_NAMES, toSummary } from './sql-profile-row.ts';
import type { Row } from './sql-profile-row.ts';

type Value = string | number | null;
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A batch of profiles in one piece: the columns of the narrow table as JSON text, what is the same for all only once,
 * and the data of one behind the other. Writing that is a tenth of the work of rows with their indexes.
 */
export interface ReadBatch {
  /** One row of the narrow table for each profile, in the order of its columns, from the second column on. */
  readonly rows: readonly Value[][];
  /** Bytes of the data of each; negative where they are JSON text. */
  readonly sizes: readonly number[];
}

/** Takes the columns of a batch apart again. */
export function readBatch(text: string): ReadBatch {
  const [sizes, ...columns] = JSON.parse(text) as [number[], ...(Value | Value[])[]];
  return { sizes, rows: sizes.map((_, i) => columns.map((column) => (Array.isArray(column) ? column[i]! : column))) };
}

/** What the list shows of each. */
export function summariesOf({ rows }: ReadBatch): ProfileSummary[] {
  const row: Row = {};
  return rows.map((values) => {
    for (const [i, value] of values.entries()) row[COLUMN_NAMES[i + 1]!] = value;
    return toSummary(row);
  });
}

/** The data of one profile out of those of its batch: packed, or JSON text. */
export function dataIn({ sizes }: ReadBatch, data: Bytes, index: number): Bytes | string {
  let from = 0;
  for (let i = 0; i < index; i++) from += Math.abs(sizes[i]!);
  const size = sizes[index]!;
  const bytes = data.subarray(from, from + Math.abs(size));
  return size < 0 ? Buffer.from(bytes).toString() : bytes;
}
