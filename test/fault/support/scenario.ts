/** A fault that is injected, and what is measured meanwhile. */
export interface Scenario {
  readonly name: string;
  /** What is injected, and into what. */
  readonly fault: string;
  readonly run: (run: Run) => Promise<readonly Figure[]>;
}

/** One measured value. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  /** What must hold; without it, the value is only reported. */
  readonly promise?: string;
  readonly isKept?: boolean;
  /** Examples of what broke the promise, for the terminal. */
  readonly details?: readonly string[];
}

/** One run of a scenario. What it starts is stopped at its end, the last first. */
export class Run implements AsyncDisposable {
  /** Whether a short variant is wanted. */
  readonly short: boolean;
  readonly #closers: (() => unknown)[] = [];

  constructor(short: boolean) {
    this.short = short;
  }

  /** Returns a number for a complete and for a short run. */
  choose(complete: number, short: number): number {
    return this.short ? short : complete;
  }

  onEnd(close: () => unknown): void {
    this.#closers.push(close);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
  }
}

/** Returns a value that is only reported. */
export function reported(what: string, value: string | number): Figure {
  return { what, value: format(value) };
}

/** Returns a count that must be zero; instead of a number, the things that must not exist. */
export function none(what: string, found: number | readonly string[]): Figure {
  const count = typeof found === 'number' ? found : found.length;
  const details = typeof found === 'number' ? [] : found.slice(0, 5);
  return { what, value: format(count), promise: '0', isKept: count === 0, details };
}

/** Returns a number that must not be larger than a limit. */
export function atMost(what: string, value: number, limit: number, unit = ''): Figure {
  return { what, value: format(value, unit), promise: `≤ ${format(limit, unit)}`, isKept: value <= limit };
}

/** Returns a number that must be at least a limit, so that a scenario without load fails. */
export function atLeast(what: string, value: number, limit: number): Figure {
  return { what, value: format(value), promise: `≥ ${format(limit)}`, isKept: value >= limit };
}

/** Returns a value that must be equal to an expected one. */
export function equal(what: string, value: string | number, expected: string | number): Figure {
  return { what, value: format(value), promise: format(expected), isKept: value === expected };
}

function format(value: string | number, unit = ''): string {
  if (typeof value === 'string') return value;
  const text = value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });
  return unit === '' ? text : `${text} ${unit}`;
}
