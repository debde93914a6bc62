import { PackedProfile, fromProfileToken, gather } from '../../profiler/index.ts';
import type { PackedTexts, StoredProfile } from '../../profiler/index.ts';
import { rowOf } from './sql-profile-row.ts';
import type { RowValue } from './sql-profile-row.ts';

/**
 * Profiles that will be one batch. What stands in their rows is taken down as they come, column by column: when the batch is
 * written they have left the processor's cache, and going through all of them again would take longer than all of SQLite.
 */
export class GatheredBatch {
  readonly profiles: StoredProfile[] = [];
  readonly tokens: string[] = [];
  /** Which of the leased numbers their tokens are. */
  readonly numbers = new Set<number>();
  /** The lists of texts that they share. */
  readonly texts = new Set<PackedTexts>();
  /** How many came that cannot be written: a token that is none or that another bears, a time that is none. */
  refused = 0;
  pinned = false;
  /** Between which numbers those lie. */
  lowest = Infinity;
  highest = -Infinity;
  /** When the first and the last of their requests were heard. */
  oldest = Infinity;
  newest = -Infinity;
  /** Of each column what the first has, and what all have once another differs. */
  #first: readonly RowValue[] = [];
  readonly #columns: (RowValue[] | undefined)[] = [];
  readonly #sizes: number[] = [];
  readonly #parts: string[] = [];
  #text: string | undefined;
  #bytes: Uint8Array | undefined;

  static of(profiles: Iterable<StoredProfile>): GatheredBatch {
    const batch = new GatheredBatch();
    for (const each of profiles) batch.add(each);
    return batch;
  }

  add(profile: StoredProfile): void {
    const { token, time, pinned } = profile.summary;
    const number = numberOf(token);
    // One profile that cannot be written must not hold up all after it.
    if (number === undefined || !Number.isFinite(time) || this.numbers.has(number)) return void (this.refused += 1);
    this.#text = this.#bytes = undefined;
    this.#addRow(profile);
    this.#addData(profile);
    this.profiles.push(profile);
    this.tokens.push(token);
    this.numbers.add(number);
    if (pinned) this.pinned = true;
    if (number < this.lowest) this.lowest = number;
    if (number > this.highest) this.highest = number;
    if (time < this.oldest) this.oldest = time;
    if (time > this.newest) this.newest = time;
  }

  /** How many came. */
  get length(): number {
    return this.profiles.length + this.refused;
  }

  /** Makes one of the two texts that are written; false when both are made. */
  prepare(): boolean {
    const left = this.#text === undefined || this.#bytes === undefined;
    if (this.#text === undefined) this.#text = this.#makeText();
    else this.#bytes ??= Buffer.from(this.#parts.join(''), 'latin1');
    return left;
  }

  /** The columns as JSON text; what is the same for all stands there once. */
  get columns(): string {
    while (this.prepare());
    return this.#text!;
  }

  /** The data of one behind the other. */
  get data(): Uint8Array {
    while (this.prepare());
    return this.#bytes!;
  }

  #makeText(): string {
    return JSON.stringify([this.#sizes, ...this.#first.map((value, i) => this.#columns[i] ?? value)]);
  }

  #addRow({ summary }: StoredProfile): void {
    const row = rowOf(summary);
    if (this.profiles.length === 0) {
      this.#first = row;
      for (let i = 0; i < row.length; i++) this.#columns.push(undefined);
    }
    for (let i = 0; i < row.length; i++) {
      const value = row[i]!;
      const column = this.#columns[i];
      if (column !== undefined) column.push(value);
      else if (value !== this.#first[i]) this.#columns[i] = [...this.#repeated(i), value];
    }
  }

  #repeated(column: number): RowValue[] {
    return this.profiles.map(() => this.#first[column]!);
  }

  #addData(profile: StoredProfile): void {
    const isPacked = profile instanceof PackedProfile;
    const part = isPacked ? profile.packed : Buffer.from(profile.data).toString('latin1');
    this.#parts.push(part);
    this.#sizes.push(isPacked ? part.length : -part.length);
    if (isPacked) this.texts.add(profile.texts);
  }
}

/** Which of the leased numbers a token is; undefined when it is no token. */
export function numberOf(token: string): number | undefined {
  const number = fromProfileToken(token);
  return number === undefined ? undefined : gather(number);
}
