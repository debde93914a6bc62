/** One wait among {@link Deadlines}. */
export interface Wait {
  /** On the clock of `performance.now()`. */
  readonly end: number;
  readonly late: () => void;
}

/**
 * Waits of one length behind one timer. Nearly every wait is over long before its time, so beginning and ending one has
 * to be cheap: a place in a list, which is in the order of their ends because all are equally long. A timer for each
 * would cost a request with a body more than validating it.
 */
export class Deadlines {
  readonly #milliseconds: number;
  readonly #waiting = new Set<Wait>();
  #timer: NodeJS.Timeout | undefined = undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** @param late called when the time is up before {@link end}, never early, and in nobody's async context */
  begin(late: () => void): Wait {
    const wait = { end: performance.now() + this.#milliseconds, late };
    this.#waiting.add(wait);
    if (this.#timer === undefined) this.#arm(this.#milliseconds);
    else if (this.#waiting.size === 1) this.#timer.ref();
    return wait;
  }

  end(wait: Wait): void {
    // The timer stays for whoever comes next, but keeps no process alive.
    if (this.#waiting.delete(wait) && this.#waiting.size === 0) this.#timer?.unref();
  }

  #arm(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.ceil(milliseconds), LONGEST));
  }

  #look(): void {
    this.#timer = undefined;
    const now = performance.now();
    const late: Wait[] = [];
    for (const wait of this.#waiting) {
      if (wait.end > now) {
        this.#arm(wait.end - now);
        break;
      }
      late.push(wait);
    }
    for (const wait of late) if (this.#waiting.delete(wait)) wait.late();
  }
}

/** What a timer can take; it fires at once when asked for more. */
const LONGEST = 2 ** 31 - 1;
