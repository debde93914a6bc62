import type { Worker } from 'node:cluster';
import { isNumbersRequest } from './worker-numbers.ts';
import type { NumbersAnswer, WorkerNumbers, WorkerSum } from './worker-numbers.ts';

/**
 * Adds up numbers of all workers, in the primary process. A worker that does not answer in time, because it is busy or stopped,
 * counts with its numbers before.
 */
export class WorkerSums {
  readonly #names = new Map<string, Numbers>();

  /** Answers the requests of a worker until it ends. */
  add(worker: Worker): void {
    worker.on('message', (message: unknown) => {
      if (!isNumbersRequest(message)) return;
      const numbers = this.#of(message.numbers);
      if ('join' in message) numbers.join(worker);
      else if ('sumFor' in message) numbers.request(worker, message.sumFor);
      else if (message.isLast) numbers.leave(worker, message.values);
      else numbers.take(worker, message.values);
    });
    worker.once('exit', () => {
      for (const numbers of this.#names.values()) numbers.leave(worker);
    });
  }

  #of(name: string): Numbers {
    let numbers = this.#names.get(name);
    if (numbers === undefined) this.#names.set(name, (numbers = new Numbers(name)));
    return numbers;
  }
}

class Numbers {
  readonly #name: string;
  /** The last numbers of each running worker. */
  readonly #latest = new Map<Worker, WorkerNumbers>();
  /** The counts of the workers that have ended. */
  readonly #ended = new Map<string, number>();
  /** Workers that have not answered yet, while a sum is collected. */
  readonly #missing = new Set<Worker>();
  #requests: { readonly worker: Worker; readonly id: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  join(worker: Worker): void {
    this.#latest.set(worker, NOTHING);
  }

  request(worker: Worker, id: number): void {
    this.#requests.push({ worker, id });
    // Requests that arrive meanwhile get the same sum.
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#finish(), MAX_WAIT);
    for (const key of this.#latest.keys()) {
      this.#missing.add(key);
      this.#send(key, { numbers: this.#name, read: true });
    }
    if (this.#missing.size === 0) this.#finish();
  }

  take(worker: Worker, values: WorkerNumbers): void {
    if (!this.#latest.has(worker)) return;
    this.#latest.set(worker, values);
    this.#answered(worker);
  }

  leave(worker: Worker, values = this.#latest.get(worker)): void {
    if (this.#latest.delete(worker) && values !== undefined) addTo(this.#ended, values.counts);
    this.#answered(worker);
  }

  #answered(worker: Worker): void {
    if (this.#missing.delete(worker) && this.#missing.size === 0) this.#finish();
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = new Map(this.#ended);
    const states = new Map<string, number>();
    for (const values of this.#latest.values()) {
      addTo(counts, values.counts);
      addTo(states, values.states);
    }
    const workers = this.#latest.size - this.#missing.size;
    this.#missing.clear();
    const sum: WorkerSum = { counts: Object.fromEntries(counts), states: Object.fromEntries(states), workers };
    const requests = this.#requests;
    this.#requests = [];
    for (const { worker, id } of requests) this.#send(worker, { numbers: this.#name, sum, sumFor: id });
  }

  #send(worker: Worker, answer: NumbersAnswer): void {
    // An error means that the worker ends, which its event `exit` reports.
    if (worker.isConnected()) worker.send(answer, undefined, undefined, () => {});
  }
}

function addTo(sums: Map<string, number>, numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers)) sums.set(name, (sums.get(name) ?? 0) + value);
}

const NOTHING: WorkerNumbers = { counts: {}, states: {} };
const MAX_WAIT = 1_000;
