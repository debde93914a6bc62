/** Remembers where the application called what failed, because the stacks of drivers often end in an event of a socket. */
export function rememberFailedCall(error: unknown, caller: unknown): void {
  if (typeof error === 'object' && error !== null && typeof caller === 'string') callers.set(error, caller);
}

/** Returns file and line of the query or command that failed with an error; undefined for other errors. */
export function findFailedCall(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? callers.get(error) : undefined;
}

const callers = new WeakMap<object, string>();
