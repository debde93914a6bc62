import { clearInterval, clearTimeout, setInterval, setTimeout } from '../builtins/globals.ts';

/**
 * Resolves or rejects like `answer`; rejects with another error if it does not in time. While the event loop is blocked, hardly any time
 * counts: an answer that arrives meanwhile can only be read afterwards, so the service that sent it was not late.
 *
 * @param milliseconds the time limit
 * @param createError creates the error of an answer that is late
 */
export function answerWithin<Value>(
  answer: PromiseLike<Value>,
  milliseconds: number,
  createError: () => Error,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let steps = STEPS;
    // A blocked event loop delays an interval and does not repeat it.
    const timer = setInterval(() => {
      if (--steps > 0) return;
      clearInterval(timer);
      reject(createError());
    }, milliseconds / STEPS);
    answer.then(
      (value) => {
        clearInterval(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearInterval(timer);
        reject(error);
      },
    );
  });
}

// However long the event loop is blocked, at most one step counts.
const STEPS = 4;

/** Waits for a promise, but not longer than a time. Rejects as the promise does. */
export async function atMost(promise: PromiseLike<unknown> | void, milliseconds: number): Promise<void> {
  const { promise: timeUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
