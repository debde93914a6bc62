import type { ProfileSummary, StoredProfile } from '../../profiler/index.ts';
import { PackedProfile } from '../../profiler/index.ts';
import { COLUMN_NAMES, ROW_COLUMNS, toSummary } from './sql-profile-row.ts';
import type { Row } from './sql-profile-row.ts';

/**
 * A batch of profiles in one piece: the columns of the narrow table as JSON text, what is the same for all only once,
 * and the data of one behind the other. Writing that is a tenth of the work of rows with their indexes.
 */
export interface WrittenBatch {
  readonly columns: string;
  readonly data: Uint8Array;
}

type Value = string | number | null;
type Bytes = Uint8Array<ArrayBuffer>;

/** What {@link readBatch} knows of a batch. */
export interface ReadBatch {
  /** One row of the narrow table for each profile, in the order of its columns, from the second column on. */
  readonly rows: readonly Value[][];
  /** Bytes of the data of each; negative where they are JSON text. */
  readonly sizes: readonly number[];
}

/** Makes one piece of a batch. Throws a `TypeError` when a profile cannot be written. */
export function writeBatch(profiles: readonly StoredProfile[]): WrittenBatch {
  const columns = ROW_COLUMNS.map((read) => columnOf(profiles, read));
  const parts = profiles.map((each) => (each instanceof PackedProfile ? each.packed : latin1Of(each.data)));
  const sizes = parts.map(({ length }, i) => (profiles[i] instanceof PackedProfile ? length : -length));
  return { columns: JSON.stringify([sizes, ...columns]), data: Buffer.from(parts.join(''), 'latin1') };
}

function latin1Of(text: string): string {
  return Buffer.from(text).toString('latin1');
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

// What is the same for all is told once.
function columnOf(profiles: readonly StoredProfile[], read: (summary: ProfileSummary) => Value): Value | Value[] {
  const first = read(profiles[0]!.summary);
  for (const { summary } of profiles) if (read(summary) !== first) return profiles.map((each) => read(each.summary));
  return first;
}
