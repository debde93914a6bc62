// The global is a getter: asking it for the clock takes longer than asking the clock for the time.
const clock = performance;

/** One wait among {@link Deadlines}. */
export interface Deadline<Item> {
  /** On the clock of `performance.now()`. */
  readonly end: number;
  /** Undefined when it is over. */
  item: Item | undefined;
  before: Deadline<Item> | undefined;
  behind: Deadline<Item> | undefined;
}

/**
 * Waits of one length behind one timer. Nearly every wait is over long before its time, so beginning and ending one has
 * to be cheap: a place in a list, which is in the order of their ends because all are equally long. A timer for each
 * would cost a request with a body more than validating it.
 *
 * The list is linked, and who leaves it lets go of everybody. A `Set` would do in fewer lines, but each time it grows it
 * leaves a table behind that still names all who waited then: old garbage that keeps young garbage until the next full
 * collection. For the same reason it holds what waits, and no function made for each.
 */
export class Deadlines<Item> {
  readonly #milliseconds: number;
  readonly #late: (item: Item) => void;
  #first: Deadline<Item> | undefined = undefined;
  #last: Deadline<Item> | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;

  /** @param late told whose time was up before {@link end}; never early, and in nobody's async context */
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
    // The timer stays for whoever comes next, but keeps no process alive.
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
    // One that is told may end another, and begin a new one.
    for (const each of ended) {
      const { item } = each;
      if (this.#leave(each)) this.#late(item!);
    }
  }
}

/** What a timer can take; it fires at once when asked for more. */
const LONGEST = 2 ** 31 - 1;
