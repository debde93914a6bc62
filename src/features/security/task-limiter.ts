import { ServiceUnavailableError } from '../../core/http/errors.ts';

/** Limits how many tasks run at the same time and how many wait. Further tasks are rejected. */
export class TaskLimiter {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs a task as soon as it may. @throws {ServiceUnavailableError} 503 with Retry-After if too many tasks are waiting */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running++;
    else {
      if (this.#waiting.length >= this.#maxWaiting) throw tooBusy();
      // A finished task passes its slot to the next one in the queue, so a new task cannot take it.
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

function tooBusy(): ServiceUnavailableError {
  return new ServiceUnavailableError('Too many passwords are being checked', {
    type: '/problems/busy',
    code: 'ORIEL_PASSWORDS_BUSY',
    headers: { 'Retry-After': '5' },
  });
}
