/**
 * Returns the stack of the caller as text. Never throws: `Error.prepareStackTrace` of the application may throw or return any
 * value. The stack is then empty.
 *
 * @param frames the most frames
 */
export function captureStack(frames: number): string {
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = frames + 1;
    return String(new Error().stack);
  } catch {
    return '';
  } finally {
    restoreLimit(limit);
  }
}

// `Error` may be frozen.
function restoreLimit(limit: number): void {
  if (Error.stackTraceLimit !== limit) Error.stackTraceLimit = limit;
}
