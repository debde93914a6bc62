import { ServiceUnavailableError } from '../../core/http/errors.ts';

/** Lets so many pieces of work run at once and so many wait; whoever comes then is told to come again. */
export class Turnstile {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mayWait: number) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
  }

  /** @throws {ServiceUnavailableError} 503 with Retry-After, when there is no room to wait either */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++;
    else {
      if (this.#waiting.length >= this.#mayWait) throw tooBusy();
      // Whoever leaves hands its place over, so nobody who comes later can take it.
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
    try {
      return await work();
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
