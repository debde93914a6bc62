import type { Profile } from '../../profile/profile.ts';
import { fromProfileToken, gather } from '../profile-token.ts';
import type { EncodedProfile } from '../profile-storage.ts';
import { rowOf } from '../sql/profile-row.ts';
import type { RowValue } from '../sql/profile-row.ts';
import { monthOf } from './partitions.ts';
import { Date, JSON } from 'oriel-core/builtins';

/** A profile as a line of COPY. */
export interface CopyLine extends EncodedProfile {
  readonly lease: number;
  readonly month: string;
  /** The bytes that count for the limit: the line with an estimate of the row. */
  readonly size: number;
  readonly weight: number;
}

/** Encodes a profile. Returns undefined for one that cannot be stored: it would fail again with each retry of its batch. */
export function encodeLine({ summary, data }: Profile, machine: string): CopyLine | undefined {
  const { token, time, weight } = summary;
  const number = fromProfileToken(token);
  if (number === undefined || !(Math.abs(time - Date.now()) < FARTHEST)) return undefined;
  try {
    const text = JSON.stringify(data);
    const size = Buffer.byteLength(text) + ROW_BYTES;
    const bytes = Buffer.from(`${[...rowOf(summary), machine, size, text].map(escape).join('\t')}\n`);
    return { bytes, lease: gather(number), month: monthOf(time), size, weight };
  } catch {
    return undefined;
  }
}

// JSON escapes null characters and halves of surrogate pairs, but other columns can have them. PostgreSQL accepts neither.
function escape(value: RowValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return value.replace(SPECIAL, (character) => ESCAPES[character]!);
}

// oxlint-disable-next-line no-control-regex -- these characters have a meaning in COPY
const SPECIAL = /[\\\n\r\t\0]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\ufffd',
};
const ROW_BYTES = 400;
// A wrong clock must not create partitions for distant months.
const FARTHEST = 400 * 86_400_000;
