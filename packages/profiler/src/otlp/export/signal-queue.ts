import { runInTrace, NullTrace } from 'oriel-core/trace';
import { Batch } from './batch.ts';
import type { JsonEntries } from './otlp-json.ts';
import type { Answer } from './post-json.ts';
import { clearTimeout, JSON, random, setTimeout } from 'oriel-core/builtins';

/** The numbers of a queue since the start. */
export interface SignalStatus {
  /** Spans or log records that wait. */
  readonly waiting: number;
  readonly exported: number;
  /** Those that were lost: the queue was full, or the collector refused their batch. */
  readonly dropped: number;
  /** Those that the collector rejected from batches that it accepted. */
  readonly rejected: number;
  readonly retries: number;
  /** Why the last batch was not accepted; undefined if it was. */
  readonly trouble: string | undefined;
}

export interface SignalQueueOptions {
  /** What is exported: `spans` or `log records`. */
  readonly what: string;
  readonly post: (body: Uint8Array) => Promise<Answer>;
  /** The texts of a request before and after its entries. */
  readonly head: string;
  readonly tail: string;
  /** The name of the number in a partial success: `rejectedSpans` or `rejectedLogRecords`. */
  readonly rejectedName: string;
  /** Called when batches begin to fail, and when they are accepted again. */
  readonly report: (message: string) => void;
  /** Milliseconds that an entry waits for others. */
  readonly delayMs?: number;
  /** Milliseconds before the first retry, which doubles with each further one. */
  readonly retryMs?: number;
  /** The bytes of the entries of a batch, unless one entry is larger. */
  readonly batchBytes?: number;
  /** The most bytes of the batches that wait, beside the one that is sent. */
  readonly maxBytes?: number;
}

/**
 * Sends entries of one signal in batches, one after the other: a batch that is full at once, others after a delay. A batch that the
 * collector cannot accept now is sent again, with an increasing delay. Meanwhile the queue holds the newest batches within its limit.
 */
export class SignalQueue {
  readonly #options: Required<SignalQueueOptions>;
  /** The batches that wait, the oldest first. The last one is filled. */
  #waiting: Batch[] = [];
  #bytes = 0;
  /** A batch that was sent. New memory for each one would be more work for the garbage collector. */
  #spare: Batch | undefined;
  /** The batch that is sent, also while it waits for its retry. */
  #batch: Batch | undefined;
  #exported = 0;
  #dropped = 0;
  #rejected = 0;
  #retries = 0;
  #failures = 0;
  #trouble: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<boolean> | undefined;
  #isClosed = false;

  constructor(options: SignalQueueOptions) {
    const { delayMs = 1_000, retryMs = 1_000, batchBytes = 1_000_000, maxBytes = 16_000_000 } = options;
    this.#options = { ...options, delayMs, retryMs, batchBytes, maxBytes };
  }

  /** Adds spans or log records. */
  push({ text, count }: JsonEntries): void {
    if (count === 0) return;
    if (this.#isClosed) return void (this.#dropped += count);
    if (this.#waiting.at(-1)?.add(text, count) === true) return;
    this.#addBatch(Buffer.byteLength(text) + 1).add(text, count);
    // The first batch is sent when it is full, or after the delay; others follow it.
    if (this.#batch === undefined && this.#waiting.length <= 2)
      this.#schedule(this.#waiting.length === 1 ? this.#options.delayMs : 0);
  }

  get status(): SignalStatus {
    return {
      waiting: getCount(this.#waiting) + (this.#batch?.count ?? 0),
      exported: this.#exported,
      dropped: this.#dropped,
      rejected: this.#rejected,
      retries: this.#retries,
      trouble: this.#trouble,
    };
  }

  /** Sends what waits, until the collector fails once. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#batch !== undefined || this.#waiting.length > 0) if (!(await this.#send())) return;
  }

  /** Stops. What waits is dropped and counted. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#dropped += this.status.waiting;
    this.#waiting = [];
    this.#batch = undefined;
  }

  #addBatch(size: number): Batch {
    const { head, tail, batchBytes, maxBytes } = this.#options;
    const spare = size <= batchBytes ? this.#spare : undefined;
    if (spare !== undefined) this.#spare = undefined;
    const batch = spare ?? new Batch(head, tail, Math.max(batchBytes, size));
    this.#waiting.push(batch);
    this.#bytes += batch.capacity;
    while (this.#bytes > maxBytes && this.#waiting.length > 1) this.#dropped += this.#takeBatch()!.count;
    return batch;
  }

  #takeBatch(): Batch | undefined {
    const batch = this.#waiting.shift();
    this.#bytes -= batch?.capacity ?? 0;
    return batch;
  }

  #schedule(milliseconds: number): void {
    if (this.#isClosed) return;
    // Calls of the export are not those of the request in which it is scheduled.
    runInTrace(NullTrace, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        void this.#send();
      }, milliseconds).unref();
    });
  }

  // One batch at a time. Returns whether the next one can be sent at once.
  #send(): Promise<boolean> {
    this.#sending ??= runInTrace(NullTrace, () => this.#sendBatch()).finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  async #sendBatch(): Promise<boolean> {
    const batch = (this.#batch ??= this.#takeBatch());
    if (batch === undefined) return true;
    const answer = await this.#options.post(batch.finish());
    // Closing dropped the batch meanwhile.
    if (this.#batch !== batch) return false;
    if (answer.outcome === 'retry') {
      this.#retries++;
      this.#failures++;
      this.#fail(answer.reason, 'They are sent again, and the oldest are dropped if the queue is full');
      this.#schedule(answer.afterMs ?? this.#backOff());
      return false;
    }
    this.#batch = undefined;
    this.#failures = 0;
    if (answer.outcome === 'refused') {
      this.#dropped += batch.count;
      this.#fail(answer.reason, 'They are dropped; check the URL and the headers of otlp');
    } else this.#accept(batch.count, answer.body);
    this.#keepSpare(batch);
    if (this.#waiting.length > 0) this.#schedule(this.#waiting.length > 1 ? 0 : this.#options.delayMs);
    return answer.outcome === 'accepted';
  }

  #keepSpare(batch: Batch): void {
    if (batch.capacity > this.#options.batchBytes) return;
    batch.clear();
    this.#spare = batch;
  }

  #accept(count: number, body: string): void {
    const { rejected, message } = readPartialSuccess(body, this.#options.rejectedName);
    const lost = Math.min(rejected, count);
    this.#exported += count - lost;
    this.#rejected += lost;
    if (lost > 0) return this.#fail(`${lost} of ${count} were rejected: ${message}`, 'They are not sent again');
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#options.report(`OTLP: ${this.#options.what} are exported again`);
  }

  #fail(reason: string, consequence: string): void {
    const isNew = this.#trouble === undefined;
    this.#trouble = reason;
    if (isNew) this.#options.report(`OTLP: ${this.#options.what} are not exported: ${reason}. ${consequence}`);
  }

  // Half of the delay is random, so that processes do not retry at the same time.
  #backOff(): number {
    const delay = Math.min(this.#options.retryMs * 2 ** Math.min(this.#failures - 1, 20), MAX_BACK_OFF);
    return delay * (0.5 + random() / 2);
  }
}

function getCount(batches: readonly Batch[]): number {
  return batches.reduce((sum, { count }) => sum + count, 0);
}

// The message is that of another program, and is printed.
function readPartialSuccess(body: string, name: string): { readonly rejected: number; readonly message: string } {
  try {
    const partial = (JSON.parse(body) as { partialSuccess?: Record<string, unknown> } | null)?.partialSuccess;
    const rejected = Math.trunc(Number(partial?.[name] ?? 0));
    const message = String(partial?.['errorMessage'] ?? '').slice(0, 200);
    return { rejected: rejected > 0 ? rejected : 0, message: message.replace(/\p{Cc}+/gu, ' ') };
  } catch {
    return { rejected: 0, message: '' };
  }
}

const MAX_BACK_OFF = 30_000;
