import { runInTrace } from '../../../core/trace/current.ts';
import { NullTrace } from '../../../core/trace/trace.ts';
import type { Answer } from './post-json.ts';

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
  readonly post: (body: string) => Promise<Answer>;
  /** Returns the body of a request with these entries. */
  readonly wrap: (entries: string) => string;
  /** The name of the number in a partial success: `rejectedSpans` or `rejectedLogRecords`. */
  readonly rejectedName: string;
  /** Called when batches begin to fail, and when they are accepted again. */
  readonly report: (level: 'warning' | 'notice', message: string) => void;
  /** Milliseconds that an entry waits for others. */
  readonly delayMs?: number;
  /** Milliseconds before the first retry, which doubles with each further one. */
  readonly retryMs?: number;
  readonly maxEntries?: number;
  readonly maxCharacters?: number;
}

/**
 * Sends entries of one signal in batches, one after the other. A batch that the collector cannot accept now is sent again, with an
 * increasing delay. While it waits, the queue holds the newest entries within its limits.
 */
export class SignalQueue {
  readonly #options: Required<SignalQueueOptions>;
  #entries: Entry[] = [];
  /** The batch that is sent, also while it waits for its retry. */
  #batch: readonly Entry[] = [];
  #characters = 0;
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
    const { delayMs = 1_000, retryMs = 1_000, maxEntries = 2_048, maxCharacters = 16_000_000 } = options;
    this.#options = { ...options, delayMs, retryMs, maxEntries, maxCharacters };
  }

  /** Adds an entry: JSON of `count` spans or records, separated by commas. */
  push(text: string, count: number): void {
    if (count === 0) return;
    if (this.#isClosed) return void (this.#dropped += count);
    this.#entries.push({ text, count });
    this.#characters += text.length;
    const { maxEntries, maxCharacters, delayMs } = this.#options;
    while (this.#entries.length > maxEntries || this.#characters > maxCharacters) this.#dropOldest();
    if (this.#timer === undefined && this.#sending === undefined) this.#schedule(delayMs);
  }

  get status(): SignalStatus {
    return {
      waiting: countOf(this.#entries) + countOf(this.#batch),
      ...{ exported: this.#exported, dropped: this.#dropped, rejected: this.#rejected, retries: this.#retries },
      trouble: this.#trouble,
    };
  }

  /** Sends what waits, until the collector fails once. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#batch.length + this.#entries.length > 0) if (!(await this.#send())) return;
  }

  /** Stops. What waits is dropped and counted. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#dropped += countOf(this.#entries) + countOf(this.#batch);
    this.#entries = [];
    this.#batch = [];
  }

  #dropOldest(): void {
    const { text, count } = this.#entries.shift()!;
    this.#characters -= text.length;
    this.#dropped += count;
  }

  #schedule(milliseconds: number): void {
    if (this.#isClosed) return;
    // Calls of the export are not those of the request in which it is scheduled.
    runInTrace(NullTrace, () => {
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
    if (this.#batch.length === 0) this.#batch = this.#takeBatch();
    const batch = this.#batch;
    if (batch.length === 0) return true;
    const body = this.#options.wrap(batch.map(({ text }) => text).join(','));
    const answer = await this.#options.post(body);
    // Closing dropped the batch meanwhile.
    if (this.#batch !== batch) return false;
    if (answer.outcome === 'retry') {
      this.#retries++;
      this.#failures++;
      this.#fail(answer.reason, 'They are sent again, and the oldest are dropped if the queue is full');
      this.#schedule(answer.afterMs ?? this.#backOff());
      return false;
    }
    this.#batch = [];
    this.#failures = 0;
    if (answer.outcome === 'refused') {
      this.#dropped += countOf(batch);
      this.#fail(answer.reason, 'They are dropped; check the URL and the headers of otlp');
    } else this.#accept(countOf(batch), answer.body);
    if (this.#entries.length > 0) this.#schedule(this.#entries.length >= BATCH_ENTRIES ? 0 : this.#options.delayMs);
    return answer.outcome === 'accepted';
  }

  #takeBatch(): readonly Entry[] {
    let [count, characters] = [0, 0];
    while (count < Math.min(BATCH_ENTRIES, this.#entries.length) && characters < BATCH_CHARACTERS)
      characters += this.#entries[count++]!.text.length;
    this.#characters -= characters;
    return this.#entries.splice(0, count);
  }

  #accept(count: number, body: string): void {
    const { rejected, message } = readPartialSuccess(body, this.#options.rejectedName);
    const lost = Math.min(rejected, count);
    this.#exported += count - lost;
    this.#rejected += lost;
    if (lost > 0) return this.#fail(`${lost} of ${count} were rejected: ${message}`, 'They are not sent again');
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#options.report('notice', `OTLP: ${this.#options.what} are exported again`);
  }

  #fail(reason: string, consequence: string): void {
    const isNew = this.#trouble === undefined;
    this.#trouble = reason;
    if (isNew)
      this.#options.report('warning', `OTLP: ${this.#options.what} are not exported: ${reason}. ${consequence}`);
  }

  // Half of the delay is random, so that processes do not retry at the same time.
  #backOff(): number {
    const delay = Math.min(this.#options.retryMs * 2 ** Math.min(this.#failures - 1, 20), LONGEST_BACK_OFF);
    return delay * (0.5 + Math.random() / 2);
  }
}

interface Entry {
  readonly text: string;
  readonly count: number;
}

function countOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { count }) => sum + count, 0);
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

const BATCH_ENTRIES = 256;
const BATCH_CHARACTERS = 1_000_000;
const LONGEST_BACK_OFF = 30_000;
