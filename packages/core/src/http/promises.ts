/** A value, or a promise of it. Synchronous work returns the value, so that callers do not wait for a promise. */
export type MaybePromise<T> = T | PromiseLike<T>;

/** Returns whether a value must be awaited. Listeners and controllers may be synchronous, and then nothing is awaited. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Calls a function with a value: at once, or when the promise of the value is fulfilled. */
export function andThen<From, To>(
  value: MaybePromise<From>,
  transform: (value: From) => MaybePromise<To>,
): MaybePromise<To> {
  return isPromise(value) ? value.then(transform) : transform(value);
}

/** A generator that yields the promises it depends on, and continues with the value of each promise, or with its error. */
export type Steps<Result> = Generator<unknown, Result>;

/** Runs a generator to its end. Returns a promise only if the generator yields one. */
export function runSteps<Result>(steps: Steps<Result>): Result | Promise<Result> {
  let value: unknown;
  for (;;) {
    const step = steps.next(value);
    if (step.done === true) return step.value;
    if (isPromise(step.value)) return awaitSteps(steps, step);
    value = step.value;
  }
}

async function awaitSteps<Result>(steps: Steps<Result>, first: IteratorYieldResult<unknown>): Promise<Result> {
  let step: IteratorResult<unknown, Result> = first;
  while (step.done !== true) {
    let value: unknown;
    try {
      value = await step.value;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return step.value;
}
