// `globalThis.performance` is a getter, and calling it is slower than reading the time.
const clock = performance;

/** One entry of {@link Deadlines}. */
export interface Deadline<Item> {
  /** The expiry time on the clock of `performance.now()`. */
  readonly end: number;
  /** Undefined when the wait has ended. */
  item: Item | undefined;
  before: Deadline<Item> | undefined;
  behind: Deadline<Item> | undefined;
}

/**
 * Waits of equal length that share one timer. Nearly every wait ends long before it expires, so beginning and ending one
 * must be cheap: entries are in a list, ordered by expiry because all waits are equally long. A timer for each
 * wait would cost a request with a body more than its validation.
 *
 * A linked list, because a `Set` leaves its old table behind each time it grows. The old table still references all entries
 * of that time, so objects of short requests would survive until the next full garbage collection.
 * For the same reason an entry stores the waiting object, and no closure.
 */
export class Deadlines<Item> {
  readonly #milliseconds: number;
  readonly #late: (item: Item) => void;
  #first: Deadline<Item> | undefined = undefined;
  #last: Deadline<Item> | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;

  /** @param late called with each entry that expires before {@link end}; never early, and in no request's async context */
  constructor(milliseconds: number, late: (item: Item) => void) {
    this.#milliseconds = milliseconds;
    this.#late = late;
  }

  begin(item: Item): Deadline<Item> {
    const wait: Deadline<Item> = {
      end: clock.now() + this.#milliseconds,
      item,
      before: this.#last,
      behind: undefined,
    };
    if (this.#last) this.#last.behind = wait;
    else this.#first = wait;
    this.#last = wait;
    if (this.#timer === undefined) this.#arm(this.#milliseconds);
    else if (this.#first === wait) this.#timer.ref();
    return wait;
  }

  end(wait: Deadline<Item>): void {
    // The timer stays active for later waits, but does not keep the process alive.
    if (this.#leave(wait) && this.#first === undefined) this.#timer?.unref();
  }

  #leave(wait: Deadline<Item>): boolean {
    if (wait.item === undefined) return false;
    const { before, behind } = wait;
    if (before) before.behind = behind;
    else this.#first = behind;
    if (behind) behind.before = before;
    else this.#last = before;
    wait.item = undefined;
    wait.before = undefined;
    wait.behind = undefined;
    return true;
  }

  #arm(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#look(), Math.min(Math.ceil(milliseconds), LONGEST));
  }

  #look(): void {
    this.#timer = undefined;
    const now = clock.now();
    const ended: Deadline<Item>[] = [];
    let wait = this.#first;
    for (; wait !== undefined && wait.end <= now; wait = wait.behind) ended.push(wait);
    if (wait) this.#arm(wait.end - now);
    // The callback may end other waits and begin new ones.
    for (const each of ended) {
      const { item } = each;
      if (this.#leave(each)) this.#late(item!);
    }
  }
}

/** The maximum delay of a timer. Longer delays fire at once. */
const LONGEST = 2 ** 31 - 1;
