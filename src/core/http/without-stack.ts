/**
 * Creates an error without a stack, for expected errors. Capturing a stack costs more than the rest of the
 * response, and a scanner may request thousands of unknown paths.
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
