import type { Profile } from '../../profile/profile.ts';
import { getLease } from '../profile-token.ts';
import type { EncodedProfile } from '../profile-storage.ts';
import { getRow } from '../sql/profile-row.ts';
import type { RowValue } from '../sql/profile-row.ts';
import { getMonth } from './partitions.ts';
import { Date, JSON } from 'oriel-core/builtins';

/** A profile as it is stored: the JSON text of its data, and the values of the other columns. */
export interface EncodedRow extends EncodedProfile {
  readonly values: readonly RowValue[];
  readonly lease: number;
  readonly month: string;
  /** The bytes that count for the limit: the text with an estimate of the other columns. */
  readonly size: number;
  readonly weight: number;
}

/** Encodes a profile. Returns undefined for one that cannot be stored: it would fail again with each retry of its batch. */
export function encodeRow({ summary, data }: Profile, machine: string): EncodedRow | undefined {
  const { token, time, weight } = summary;
  const lease = getLease(token);
  if (lease === undefined || !(Math.abs(time - Date.now()) < FARTHEST)) return undefined;
  try {
    const bytes = Buffer.from(JSON.stringify(data));
    const size = bytes.length + ROW_BYTES;
    const values = [...getRow(summary), machine, size].map(withoutNull);
    return { bytes, values, lease, month: getMonth(time), size, weight };
  } catch {
    return undefined;
  }
}

// JSON escapes null characters, but other columns can have them. PostgreSQL does not accept them.
function withoutNull(value: RowValue): RowValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value;
}

const ROW_BYTES = 400;
// A wrong clock must not create partitions for distant months.
const FARTHEST = 400 * 86_400_000;
