/**
 * Makes an error without its stack. For outcomes that are nobody's mistake in the code: taking a stack costs more than
 * answering, and a scanner that asks for ten thousand unknown paths should not get it done ten thousand times.
 */
export function withoutStack<E extends Error>(create: () => E): E {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return create();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
