/** A statement that may have to wait for its turn. */
export interface Turn<Result> {
  /** Runs the statement synchronously. Throws an error with the SQLite code BUSY if another process holds the lock. */
  readonly run: () => Result;
  /** The owner of the transaction of the statement, if there is one. */
  readonly owner: object;
  /** Whether the statement only reads. Then it does not wait behind statements that write. */
  readonly reads: boolean;
  /** Called if the statement has to wait. Aborting the signal cancels the statement. */
  readonly signal?: (() => AbortSignal | undefined) | undefined;
}

interface Waiting extends Omit<Turn<unknown>, 'signal'> {
  readonly signal: AbortSignal | undefined;
  /** A time of `performance.now()`. */
  readonly until: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** The error of the latest attempt. */
  error: unknown;
}

/**
 * Schedules the statements of one SQLite connection. Statements that are locked out by another process or by a
 * transaction of another request wait in order and are retried on a timer. Nothing blocks the process, and reads run
 * meanwhile.
 */
export class SqliteTurns {
  readonly #timeoutMs: number;
  readonly #inTransaction: () => boolean;
  #transaction: object | undefined = undefined;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined = undefined;
  #attempts = 0;

  /**
   * @param timeoutMs the longest time that a statement waits in milliseconds
   * @param inTransaction returns whether a transaction is open on the connection
   */
  constructor(timeoutMs: number, inTransaction: () => boolean) {
    this.#timeoutMs = timeoutMs;
    this.#inTransaction = inTransaction;
  }

  /** Whether a transaction is open, so that other statements have to wait. */
  get isTaken(): boolean {
    return this.#transaction !== undefined;
  }

  /**
   * Runs a statement in its turn: synchronously if no other statement is in the way.
   *
   * @throws {Error} of the statement, or with the SQLite code BUSY if it has waited too long
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

  /**
   * Reserves the connection for an owner until {@link end}. Returns false inside a transaction, which has already
   * reserved it.
   */
  hold(owner: object): boolean {
    if (this.#transaction !== undefined) return false;
    this.#transaction = owner;
    return true;
  }

  /** Releases the connection after {@link hold} or after a transaction that was left open. */
  end(owner: object): void {
    if (this.#transaction !== owner) return;
    this.#transaction = undefined;
    if (this.#waiting.length > 0) this.#schedule(true);
  }

  #wait<Result>(turn: Turn<Result>, error: unknown): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(error ?? createBusyError());
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
      if (this.#timer === undefined) this.#schedule();
    });
  }

  #retry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = performance.now();
    let locked = false;
    const before = this.#waiting;
    this.#waiting = [];
    for (const waiting of before) {
      const mayRun = this.#transaction === undefined ? waiting.reads || !locked : this.#transaction === waiting.owner;
      if (waiting.signal?.aborted === true) waiting.reject(waiting.signal.reason);
      else if (!mayRun || !this.#attempt(waiting)) {
        if (mayRun && !waiting.reads) locked = true;
        if (waiting.until > now) this.#waiting.push(waiting);
        else waiting.reject(waiting.error ?? createBusyError());
      } else this.#attempts = 0;
    }
    if (this.#waiting.length > 0) this.#schedule();
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

  // A statement may begin or end a transaction, and some errors end one.
  #run<Result>({ run, owner }: Pick<Turn<Result>, 'run' | 'owner'>): Result {
    const before = this.#transaction;
    try {
      return run();
    } finally {
      if (before === undefined || this.#inTransaction() !== true)
        this.#transaction = this.#inTransaction() ? owner : undefined;
      if (before !== undefined && this.#transaction === undefined && this.#waiting.length > 0) this.#schedule(true);
    }
  }

  #schedule(now = false): void {
    clearTimeout(this.#timer);
    const pause = now ? 0 : Math.min(2 ** this.#attempts++, MAX_PAUSE_LENGTH);
    this.#timer = setTimeout(() => this.#retry(), pause);
  }
}

/** Returns whether a statement failed because another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { readonly errcode?: unknown };
  // A transaction that read before another process wrote can never write, however long it waits.
  return typeof errcode === 'number' && (errcode & 0xff) === BUSY && errcode !== BUSY_SNAPSHOT;
}

// Has the same properties as errors of SQLite.
function createBusyError(): Error {
  return Object.assign(new Error('database is locked by a transaction of this process'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: BUSY,
  });
}

// https://sqlite.org/rescode.html
const BUSY = 5;
const BUSY_SNAPSHOT = 517;
/** The longest interval between two attempts in milliseconds. */
const MAX_PAUSE_LENGTH = 16;
const MAX_WAITING = 10_000;
