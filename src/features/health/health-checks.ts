import type { HealthCheck, HealthConfig } from './health-config.ts';

/** What became of one check. */
export interface CheckResult {
  readonly name: string;
  readonly outcome: 'ok' | 'failed' | 'timed out';
  readonly error: unknown;
}

/**
 * Runs all checks at once, each within its time. However often it is asked, there is one run at a time, and its results
 * hold for a moment; a check that hangs is not started again before it has come back.
 */
export class HealthChecks {
  readonly #checks: readonly Check[];
  readonly #cache: number;
  #last: Promise<readonly CheckResult[]> | undefined = undefined;
  #until = 0;

  /** @param told of each check that fails, and when it is well again, with no error */
  constructor(
    { checks = {}, timeout = 2_000, cache = 1_000 }: HealthConfig,
    told: (name: string, error: unknown) => void,
  ) {
    this.#checks = Object.entries(checks).map(([name, check]) => new Check(name, check, timeout, told));
    this.#cache = cache;
  }

  run(): Promise<readonly CheckResult[]> {
    if (this.#last !== undefined && performance.now() < this.#until) return this.#last;
    this.#until = Infinity;
    this.#last = Promise.all(this.#checks.map((check) => check.run())).finally(() => {
      this.#until = performance.now() + this.#cache;
    });
    return this.#last;
  }
}

class Check {
  readonly #name: string;
  readonly #check: HealthCheck;
  readonly #timeout: number;
  readonly #told: (name: string, error: unknown) => void;
  #running: Promise<void> | undefined = undefined;
  #well = true;

  constructor(name: string, check: HealthCheck, timeout: number, told: (name: string, error: unknown) => void) {
    this.#name = name;
    this.#check = check;
    this.#timeout = timeout;
    this.#told = told;
  }

  async run(): Promise<CheckResult> {
    const late = new Error(`no answer within ${this.#timeout} ms`);
    const abort = new AbortController();
    const { promise: timeUp, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      abort.abort(late);
      reject(late);
    }, this.#timeout);
    try {
      await Promise.race([timeUp, (this.#running ??= this.#start(abort.signal))]);
      return this.#settle('ok', undefined);
    } catch (error) {
      return this.#settle(
        error === late ? 'timed out' : 'failed',
        error ?? new Error('It was rejected without a reason'),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async #start(signal: AbortSignal): Promise<void> {
    try {
      if ((await this.#check(signal)) === false) throw new Error('it gave false');
    } finally {
      this.#running = undefined;
    }
  }

  // Whoever watches the log hears of a change, not of every look.
  #settle(outcome: CheckResult['outcome'], error: unknown): CheckResult {
    const well = outcome === 'ok';
    if (well !== this.#well) this.#told(this.#name, error);
    this.#well = well;
    return { name: this.#name, outcome, error };
  }
}
