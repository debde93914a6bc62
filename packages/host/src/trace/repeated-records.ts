import type { Logger } from 'oriel-core/trace';
import type { LogRecord } from 'oriel-core/trace';

/**
 * Writes at most one record of each kind per interval. The first record is written at once. Later ones are counted; at the end of
 * the interval the last of them is written, with their number as `repeated` in its context.
 */
export class RepeatedRecords {
  readonly #logger: Logger;
  readonly #intervalMs: number;
  readonly #pending = new Map<string, { count: number; last: LogRecord | undefined }>();

  constructor(logger: Logger, intervalMs = 10_000) {
    this.#logger = logger;
    this.#intervalMs = intervalMs;
  }

  /** @param kind kinds beyond the first 100 of an interval are one kind */
  emit(kind: string, record: LogRecord): void {
    const key = this.#pending.has(kind) || this.#pending.size < MAX_KINDS ? kind : 'other';
    const pending = this.#pending.get(key);
    if (pending !== undefined) {
      pending.count++;
      pending.last = record;
      return;
    }
    this.#pending.set(key, { count: 0, last: undefined });
    this.#logger.emit(record);
    setTimeout(() => this.#flush(key), this.#intervalMs).unref();
  }

  #flush(key: string): void {
    const { count, last } = this.#pending.get(key)!;
    this.#pending.delete(key);
    if (last !== undefined) this.emit(key, { ...last, context: { ...last.context, repeated: count } });
  }
}

const MAX_KINDS = 100;
