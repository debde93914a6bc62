import { PackedProfile } from '../packing/packed-profile.ts';
import { fromProfileToken, gather } from '../profile-token.ts';
import type { PackedTexts } from '../packing/packed-texts.ts';
import type { StoredProfile } from '../profile-storage.ts';
import { rowOf } from './sql-profile-row.ts';
import type { RowValue } from './sql-profile-row.ts';

/**
 * Profiles that will be one batch. What will be written of each is taken down as it comes, its row column by column and its data behind
 * those of the last: when the batch is written they have left the processor's cache, and going through all of them again would take
 * longer than all of SQLite. The profiles themselves are not kept, so that they die young.
 */
export class GatheredBatch {
  readonly tokens: string[] = [];
  /** Which of the leased numbers they are. */
  readonly numbers = new Set<number>();
  /** The lists of texts that the profiles share. */
  readonly texts = new Set<PackedTexts>();
  /** How many came that cannot be written: a token that is none or that another bears, a time that is none. */
  refused = 0;
  pinned = false;
  /** Between which numbers those of the tokens lie. */
  lowest = Infinity;
  highest = -Infinity;
  /** When the first and the last of their requests were heard. */
  oldest = Infinity;
  newest = -Infinity;
  /** Of each column what the first has, and what all have once another differs. */
  #first: readonly RowValue[] = [];
  readonly #columns: (RowValue[] | undefined)[] = [];
  readonly #sizes: number[] = [];
  #bytes: Buffer<ArrayBuffer> = SPARE.pop() ?? Buffer.allocUnsafeSlow(USUAL);
  #end = 0;
  #text: string | undefined;

  static of(profiles: Iterable<StoredProfile>): GatheredBatch {
    const batch = new GatheredBatch();
    for (const each of profiles) batch.add(each);
    return batch;
  }

  /** Takes a profile; one that cannot be written is counted, and must not hold up all after it. */
  add(profile: StoredProfile): void {
    try {
      this.#add(profile);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.refused += 1;
    }
  }

  #add(profile: StoredProfile): void {
    const { token, time, pinned } = profile.summary;
    const number = numberOf(token);
    if (number === undefined || !Number.isFinite(time) || this.numbers.has(number)) return void (this.refused += 1);
    const row = rowOf(profile.summary);
    // What JSON cannot tell would fail the whole batch when it is written.
    if (!row.every(isValue)) return void (this.refused += 1);
    this.#text = undefined;
    if (profile instanceof PackedProfile) this.#addPacked(profile);
    else this.#addData(profile.data);
    this.#addRow(row);
    this.tokens.push(token);
    this.numbers.add(number);
    if (pinned) this.pinned = true;
    if (number < this.lowest) this.lowest = number;
    if (number > this.highest) this.highest = number;
    if (time < this.oldest) this.oldest = time;
    if (time > this.newest) this.newest = time;
  }

  /** How many can be written. */
  get size(): number {
    return this.tokens.length;
  }

  /** Makes the text of the columns; false when it is made. */
  prepare(): boolean {
    if (this.#text !== undefined) return false;
    this.#text = JSON.stringify([this.#sizes, ...this.#first.map((value, i) => this.#columns[i] ?? value)]);
    return true;
  }

  /** The columns as JSON text; what is the same for all stands there once. */
  get columns(): string {
    this.prepare();
    return this.#text!;
  }

  /** The data of one behind the other. */
  get data(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Gives back its room, when it has been written. */
  release(): void {
    if (SPARE.length < MOST_SPARE && this.#bytes.length <= LARGEST_SPARE) SPARE.push(this.#bytes);
    this.#bytes = NOTHING;
    this.#end = 0;
  }

  #addRow(row: readonly RowValue[]): void {
    if (this.size === 0) {
      this.#first = row;
      for (let i = 0; i < row.length; i++) this.#columns.push(undefined);
    }
    for (let i = 0; i < row.length; i++) {
      const value = row[i]!;
      const column = this.#columns[i];
      if (column !== undefined) column.push(value);
      else if (value !== this.#first[i]) this.#columns[i] = [...this.tokens.map(() => this.#first[i]!), value];
    }
  }

  #addPacked({ packed, texts }: PackedProfile): void {
    this.#makeRoom(packed.length);
    this.#end += this.#bytes.write(packed, this.#end, 'latin1');
    this.#sizes.push(packed.length);
    this.texts.add(texts);
  }

  #addData(text: string): void {
    const size = Buffer.byteLength(text);
    this.#makeRoom(size);
    this.#end += this.#bytes.write(text, this.#end);
    this.#sizes.push(-size);
  }

  #makeRoom(needed: number): void {
    if (this.#end + needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#end + needed));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** Which of the leased numbers a token is; undefined when it is no token. */
export function numberOf(token: string): number | undefined {
  const number = fromProfileToken(token);
  return number === undefined ? undefined : gather(number);
}

const isValue = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || value === null;

// Bytes that the data of most batches take.
const USUAL = 131_072;
// A buffer lives as long as a batch waits, which is long enough to stay until all garbage is collected: it is used again instead.
const SPARE: Buffer<ArrayBuffer>[] = [];
const MOST_SPARE = 2;
const LARGEST_SPARE = 524_288;
const NOTHING = Buffer.alloc(0);
