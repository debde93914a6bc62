import { Buffer } from 'node:buffer';
import { formatEvent } from './update.ts';
import type { Update } from './update.ts';

/** A dispatched update with its sequence number in this process. */
export class DispatchedUpdate {
  readonly sequence: number;
  readonly update: Update;
  /** Bytes of data, id, type and topics. The formatted event needs as many again. */
  readonly weight: number;
  #event: Buffer | undefined = undefined;

  constructor(sequence: number, update: Update) {
    this.sequence = sequence;
    this.update = update;
    this.weight = measureWeight(update);
  }

  /** The update as a server-sent event, formatted once for all subscribers. */
  get event(): Buffer {
    return (this.#event ??= formatEvent(this.update));
  }
}

/** The latest updates, limited by number and by bytes. */
export class History {
  readonly #count: number;
  readonly #bytes: number;
  #entries: DispatchedUpdate[] = [];
  #first = 0;
  #size = 0;
  #next = 1;
  #lastId: string | undefined = undefined;

  constructor(count: number, bytes: number) {
    this.#count = count;
    this.#bytes = bytes;
  }

  add(update: Update): DispatchedUpdate {
    const entry = new DispatchedUpdate(this.#next++, update);
    this.#lastId = update.id;
    this.#entries.push(entry);
    this.#size += entry.weight;
    while (this.length > this.#count || (this.#size > this.#bytes && this.length > 0)) this.#removeOldest();
    return entry;
  }

  get length(): number {
    return this.#entries.length - this.#first;
  }

  get bytes(): number {
    return this.#size;
  }

  get lastId(): string | undefined {
    return this.#lastId;
  }

  get next(): number {
    return this.#next;
  }

  /** The sequence number of the oldest update, or of the next one if the history is empty. */
  get oldest(): number {
    return this.#next - this.length;
  }

  /** Returns the sequence number after the first update with this id; undefined if the history has none. */
  after(id: string): number | undefined {
    for (let index = this.#first; index < this.#entries.length; index++) {
      const { update, sequence } = this.#entries[index]!;
      if (update.id === id) return sequence + 1;
    }
    return undefined;
  }

  at(sequence: number): DispatchedUpdate | undefined {
    return this.#entries[this.#first + sequence - this.oldest];
  }

  #removeOldest(): void {
    this.#size -= this.#entries[this.#first]!.weight;
    this.#entries[this.#first] = undefined!;
    this.#first++;
    if (this.#first < 512 || this.#first * 2 < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#first);
    this.#first = 0;
  }
}

function measureWeight({ data, topics, id, type = '' }: Update): number {
  let weight = Buffer.byteLength(data) + Buffer.byteLength(id) + Buffer.byteLength(type);
  for (const topic of topics) weight += Buffer.byteLength(topic);
  return weight;
}
