/** What a statement needs to wait for its turn. */
export interface Turn<Result> {
  /** Runs the statement at once; throws an error with SQLite's code BUSY when another process has the lock. */
  readonly run: () => Result;
  /** Whose transaction the statement belongs to, if it has one open. */
  readonly owner: object;
  /** Only reads: it does not wait behind statements that write. */
  readonly reads: boolean;
  /** Called when the statement has to wait: it is given up when the signal is aborted. */
  readonly signal?: (() => AbortSignal | undefined) | undefined;
}

interface Waiting extends Omit<Turn<unknown>, 'signal'> {
  readonly signal: AbortSignal | undefined;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** The error of the latest attempt. */
  error: unknown;
}

/**
 * Decides when the statements of one SQLite connection run. Statements that other processes lock out, and those that another
 * request's transaction locks out, wait in the order in which they came and are tried again on a timer, so that nothing blocks
 * the process and reads go on meanwhile.
 */
export class SqliteTurns {
  readonly #timeoutMs: number;
  readonly #inTransaction: () => boolean;
  #transaction: object | undefined = undefined;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined = undefined;
  #attempts = 0;

  /**
   * @param timeoutMs milliseconds that a statement waits at most
   * @param inTransaction whether a transaction is open on the connection now
   */
  constructor(timeoutMs: number, inTransaction: () => boolean) {
    this.#timeoutMs = timeoutMs;
    this.#inTransaction = inTransaction;
  }

  /** Whether a transaction is open, so that a statement of no transaction has to wait. */
  get isTaken(): boolean {
    return this.#transaction !== undefined;
  }

  /**
   * Runs a statement when it is its turn: at once if nothing is in the way.
   * @throws {Error} of the statement, or with SQLite's code BUSY when it has waited too long
   */
  take<Result>(turn: Turn<Result>): Result | Promise<Result> {
    const { owner, reads } = turn;
    const isFree = this.#transaction === undefined && (reads || this.#waiting.length === 0);
    let error: unknown = undefined;
    if (isFree || this.#transaction === owner)
      try {
        return this.#run(turn);
      } catch (thrown) {
        if (!isBusy(thrown)) throw thrown;
        error = thrown;
      }
    return this.#wait(turn, error);
  }

  /** Keeps the connection for an owner until {@link end}; false inside a transaction, which keeps it anyway. */
  hold(owner: object): boolean {
    if (this.#transaction !== undefined) return false;
    this.#transaction = owner;
    return true;
  }

  /** Gives back what {@link hold} kept, and forgets a transaction that was left open. */
  end(owner: object): void {
    if (this.#transaction !== owner) return;
    this.#transaction = undefined;
    if (this.#waiting.length > 0) this.#arm(true);
  }

  #wait<Result>(turn: Turn<Result>, error: unknown): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(error ?? lockedOut());
    return new Promise<Result>((resolve, reject) => {
      const until = performance.now() + this.#timeoutMs;
      this.#waiting.push({
        ...turn,
        signal: turn.signal?.(),
        until,
        error,
        resolve: resolve as Waiting['resolve'],
        reject,
      });
      if (this.#timer === undefined) this.#arm();
    });
  }

  #look(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = performance.now();
    let locked = false;
    const before = this.#waiting;
    this.#waiting = [];
    for (const each of before) {
      const mayRun = this.#transaction === undefined ? each.reads || !locked : this.#transaction === each.owner;
      if (each.signal?.aborted === true) each.reject(each.signal.reason);
      else if (!mayRun || !this.#attempt(each)) {
        if (mayRun && !each.reads) locked = true;
        if (each.until > now) this.#waiting.push(each);
        else each.reject(each.error ?? lockedOut());
      } else this.#attempts = 0;
    }
    if (this.#waiting.length > 0) this.#arm();
    else this.#attempts = 0;
  }

  // False when another process has the lock.
  #attempt(waiting: Waiting): boolean {
    try {
      waiting.resolve(this.#run(waiting));
    } catch (error) {
      waiting.error = error;
      if (isBusy(error)) return false;
      waiting.reject(error);
    }
    return true;
  }

  // A statement may begin or end a transaction, and some errors end one as well.
  #run<Result>({ run, owner }: Pick<Turn<Result>, 'run' | 'owner'>): Result {
    const before = this.#transaction;
    try {
      return run();
    } finally {
      if (before === undefined || this.#inTransaction() !== true)
        this.#transaction = this.#inTransaction() ? owner : undefined;
      if (before !== undefined && this.#transaction === undefined && this.#waiting.length > 0) this.#arm(true);
    }
  }

  #arm(now = false): void {
    clearTimeout(this.#timer);
    const pause = now ? 0 : Math.min(2 ** this.#attempts++, LONGEST_PAUSE);
    this.#timer = setTimeout(() => this.#look(), pause);
  }
}

/** Whether SQLite could not run a statement because another connection has the lock. */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { readonly errcode?: unknown };
  // A transaction that read before another process wrote cannot write any more, however long it waits.
  return typeof errcode === 'number' && (errcode & 0xff) === BUSY && errcode !== BUSY_SNAPSHOT;
}

// In the form of SQLite's own errors.
function lockedOut(): Error {
  return Object.assign(new Error('database is locked by a transaction of this process'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: BUSY,
  });
}

// https://sqlite.org/rescode.html
const BUSY = 5;
const BUSY_SNAPSHOT = 517;
/** Milliseconds between two attempts. */
const LONGEST_PAUSE = 16;
const MAX_WAITING = 10_000;
