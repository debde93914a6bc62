import type { HealthCheck } from './health-config.ts';

/** The result of one check. */
export interface CheckResult {
  readonly name: string;
  readonly outcome: 'ok' | 'failed' | 'timed out';
  readonly error: unknown;
}

/**
 * Runs all checks concurrently, each with a timeout. There is one run at a time, and its results are cached. A check that
 * timed out is not started again before it has settled.
 */
export class HealthChecks {
  readonly #checks: readonly Check[];
  readonly #cacheMs: number;
  #last: Promise<readonly CheckResult[]> | undefined = undefined;
  #validUntil = 0;

  /**
   * @param onChange called when a check starts to fail, and without an error when it succeeds again
   * @param times the milliseconds that a check may take, and for which results are cached
   */
  constructor(
    checks: Readonly<Record<string, HealthCheck>>,
    onChange: (name: string, error: unknown) => void,
    { timeout = 2_000, cache = 1_000 }: { readonly timeout?: number; readonly cache?: number } = {},
  ) {
    this.#checks = Object.entries(checks).map(([name, check]) => new Check(name, check, timeout, onChange));
    this.#cacheMs = cache;
  }

  run(): Promise<readonly CheckResult[]> {
    if (this.#last !== undefined && performance.now() < this.#validUntil) return this.#last;
    this.#validUntil = Infinity;
    this.#last = Promise.all(this.#checks.map((check) => check.run())).finally(() => {
      this.#validUntil = performance.now() + this.#cacheMs;
    });
    return this.#last;
  }
}

class Check {
  readonly #name: string;
  readonly #check: HealthCheck;
  readonly #timeoutMs: number;
  readonly #onChange: (name: string, error: unknown) => void;
  #running: Promise<void> | undefined = undefined;
  #isHealthy = true;

  constructor(name: string, check: HealthCheck, timeoutMs: number, onChange: (name: string, error: unknown) => void) {
    this.#name = name;
    this.#check = check;
    this.#timeoutMs = timeoutMs;
    this.#onChange = onChange;
  }

  async run(): Promise<CheckResult> {
    const timeoutError = new Error(`timed out after ${this.#timeoutMs} ms`);
    const abort = new AbortController();
    const { promise: timeUp, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      abort.abort(timeoutError);
      reject(timeoutError);
    }, this.#timeoutMs);
    try {
      await Promise.race([timeUp, (this.#running ??= this.#start(abort.signal))]);
      return this.#report('ok', undefined);
    } catch (error) {
      return this.#report(
        error === timeoutError ? 'timed out' : 'failed',
        error ?? new Error('The check rejected without a reason'),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async #start(signal: AbortSignal): Promise<void> {
    try {
      if ((await this.#check(signal)) === false) throw new Error('the check returned false');
    } finally {
      this.#running = undefined;
    }
  }

  // Only changes are logged, not every run.
  #report(outcome: CheckResult['outcome'], error: unknown): CheckResult {
    const isHealthy = outcome === 'ok';
    if (isHealthy !== this.#isHealthy) this.#onChange(this.#name, error);
    this.#isHealthy = isHealthy;
    return { name: this.#name, outcome, error };
  }
}
