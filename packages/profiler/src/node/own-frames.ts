import { namesOwnSource, rethrown } from 'oriel-core/trace';

/**
 * Removes the frames of the recorder from the stack of an error, because applications print, send and compare stacks.
 *
 * @returns the error
 */
export function withoutOwnFrames(error: unknown): unknown {
  try {
    const { stack } = error as Error;
    if (typeof stack === 'string' && namesOwnSource(stack))
      (error as Error).stack = stack.split('\n').filter(isForeign).join('\n');
  } catch {
    // The error is frozen, or not an object.
  }
  return error;
}

/**
 * Calls a method of Node.js or of a library. What it throws has no frames of the recorder. Use it only for methods that do not
 * call functions of the application: if no one catches what those throw, Node.js has to print where they threw it.
 */
export function callMethod(method: (...args: never[]) => unknown, self: unknown, args: readonly unknown[]): unknown {
  try {
    return Reflect.apply(method, self, args); // node-do-not-add-exception-line
  } catch (error) {
    throw caught(error); // node-do-not-add-exception-line
  }
}

/**
 * Calls a function with the error or the value of a promise, before the application gets it.
 *
 * @returns a promise with the same outcome
 */
export function settle<T>(promise: PromiseLike<T>, end: (error: unknown, value?: T) => void): PromiseLike<T> {
  return promise.then(
    (value) => (end(undefined, value), value),
    (error: unknown) => {
      end(error ?? 'failed');
      throw withoutOwnFrames(error);
    },
  );
}

/** Notes that the recorder has caught an error and throws it again. @returns the error, without frames of the recorder */
export function caught(error: unknown): unknown {
  return withoutOwnFrames(rethrown(error));
}

// The recorder runs methods with `AsyncLocalStorage.run` and `Reflect.apply`, whose frames are next to its own.
function isForeign(line: string, index: number, lines: readonly string[]): boolean {
  if (line.includes('AsyncLocalStorage.run (node:')) return !namesOwnSource(lines[index + 1] ?? lines[index - 1] ?? '');
  if (line.endsWith('at Reflect.apply (<anonymous>)')) return !namesOwnSource(lines[index + 1] ?? '');
  return !namesOwnSource(line);
}
