/** Numbers of a process by name. */
export interface WorkerNumbers {
  /** Numbers that only increase. Those of workers that have ended stay in the sum. */
  readonly counts: Readonly<Record<string, number>>;
  /** Numbers at present. */
  readonly states: Readonly<Record<string, number>>;
}

/** The sum of the numbers of all workers, and how many reported theirs. */
export interface WorkerSum extends WorkerNumbers {
  readonly workers: number;
}

/** What a worker sends about its numbers: it has some, it needs the sum, its numbers, or its last ones. */
export type NumbersRequest = { readonly numbers: string } & (
  { readonly join: true } | { readonly sumFor: number } | { readonly values: WorkerNumbers; readonly isLast: boolean }
);

/** What the primary process sends to a worker: it needs the numbers, or the sum that the worker needs. */
export type NumbersAnswer = { readonly numbers: string } & (
  { readonly read: true } | { readonly sum: WorkerSum; readonly sumFor: number }
);

/** Whether a message of a worker is about its numbers; applications may send messages as well. */
export function isNumbersRequest(message: unknown): message is NumbersRequest {
  return typeof message === 'object' && message !== null && typeof (message as NumbersRequest).numbers === 'string';
}

/** The numbers of one name in this worker, which the primary process of {@link superviseWorkers} adds up for all workers. */
export class SharedNumbers {
  readonly #name: string;
  readonly #read: () => WorkerNumbers;
  readonly #waiting = new Map<number, (sum: WorkerSum | undefined) => void>();
  #count = 0;

  /** @param read returns the numbers of this worker */
  constructor(name: string, read: () => WorkerNumbers) {
    this.#name = name;
    this.#read = read;
    process.on('message', this.#onMessage);
    void this.#send({ numbers: name, join: true });
  }

  /** Returns the sum for all workers; undefined if the primary process does not answer. */
  sum(): Promise<WorkerSum | undefined> {
    if (!process.connected || this.#waiting.size >= MAX_WAITING) return Promise.resolve(undefined);
    const id = ++this.#count;
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish(undefined), MAX_WAIT).unref();
      const finish = (sum: WorkerSum | undefined): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(sum);
      };
      this.#waiting.set(id, finish);
      void this.#send({ numbers: this.#name, sumFor: id });
    });
  }

  /** Sends the numbers for the last time. */
  async close(): Promise<void> {
    process.off('message', this.#onMessage);
    for (const finish of [...this.#waiting.values()]) finish(undefined);
    await this.#send({ numbers: this.#name, values: this.#read(), isLast: true });
  }

  readonly #onMessage = (message: unknown): void => {
    const answer = message as NumbersAnswer | null;
    if (typeof answer !== 'object' || answer?.numbers !== this.#name) return;
    if ('read' in answer) void this.#send({ numbers: this.#name, values: this.#read(), isLast: false });
    else this.#waiting.get(answer.sumFor)?.(answer.sum);
  };

  // A primary process that has ended is reported by the event `disconnect`, which ends the worker.
  #send(request: NumbersRequest): Promise<void> {
    return new Promise((resolve) => {
      if (!process.connected || process.send === undefined) return resolve();
      process.send(request, undefined, undefined, () => resolve());
    });
  }
}

const MAX_WAITING = 100;
const MAX_WAIT = 3_000;
