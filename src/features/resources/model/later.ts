/** A value, or a promise of it: nobody waits who need not. */
export type Later<T> = T | PromiseLike<T>;

/** Goes on with a value: at once, or when the promise of it is kept. */
export function settle<From, To>(value: Later<From>, then: (value: From) => Later<To>): Later<To> {
  return isLater(value) ? value.then(then) : then(value);
}

/** Is it a promise, of whatever make? */
export function isLater<T>(value: Later<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | null)?.then === 'function';
}
