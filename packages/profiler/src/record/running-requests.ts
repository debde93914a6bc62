import type { RecordedExchange } from './recorded-exchange.ts';

/**
 * The recorded requests that have not completed. A list and not a `Set`: when entries come and go, a `Set` replaces its
 * table often, and old tables keep later ones and their entries alive until the next full garbage collection.
 */
export class RunningRequests<Exchange extends Pick<RecordedExchange, 'profilePlace'>> {
  readonly #list: Exchange[] = [];

  /** Adds a request, unless there are too many. */
  add(exchange: Exchange): void {
    if (exchange.profilePlace >= 0 || this.#list.length >= MAX_RUNNING) return;
    exchange.profilePlace = this.#list.push(exchange) - 1;
  }

  delete(exchange: Exchange): void {
    const index = exchange.profilePlace;
    if (index < 0) return;
    const last = this.#list.pop()!;
    if (last !== exchange) {
      this.#list[index] = last;
      last.profilePlace = index;
    }
    exchange.profilePlace = -1;
  }

  /** The running requests at this moment, in any order. */
  get all(): readonly Exchange[] {
    return [...this.#list];
  }
}

// A bound on the memory that requests without an end can take.
const MAX_RUNNING = 100_000;
