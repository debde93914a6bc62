/**
 * Notes that an error was caught to be recorded, and is thrown again. If no one catches it, Node.js would print the line of that
 * `throw`. So the line ends with a comment by which Node.js prints none, and the recorder prints the line of the application.
 *
 * @returns the error
 */
export function rethrown(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) errors.add(error);
  return error;
}

/** Returns whether an error was thrown again. */
export function isRethrown(error: unknown): boolean {
  return errors.has(error as object);
}

const errors = new WeakSet<object>();
