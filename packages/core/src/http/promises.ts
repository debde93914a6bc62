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
